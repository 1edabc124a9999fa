import { networkSchema } from "../config/validate/schema.ts";
import type { ReadUnknown, ReadValue } from "./read/types.ts";
import type { Finding, SourceNetwork } from "./source-kind.ts";

/** A finding whose value is known and of the right type. */
export interface CheckedFinding extends Finding {
  readonly plain: unknown;
}

/** A finding whose value cannot be known without running the file. */
export interface UnknownFinding extends Finding {
  readonly unknown: ReadUnknown;
}

export interface FindingProblem {
  readonly finding: Finding;
  readonly message: string;
}

export interface CheckedFindings {
  readonly checked: readonly CheckedFinding[];
  readonly unknown: readonly UnknownFinding[];
  readonly problems: readonly FindingProblem[];
}

/**
 * Holds what a file gives against the rules for what the Hardhat config may give.
 * `null` and `undefined` give nothing.
 */
export async function checkFindings(
  findings: readonly Finding[],
  { definition }: SourceNetwork,
): Promise<CheckedFindings> {
  const checked: CheckedFinding[] = [];
  const unknown: UnknownFinding[] = [];
  const problems: FindingProblem[] = [];
  const schema = networkSchema(definition);
  for (const finding of findings) {
    const obstacle = unknownIn(finding.value);
    if (obstacle !== undefined) {
      unknown.push({ ...finding, unknown: obstacle });
      continue;
    }
    const plain = plainValue(finding.value);
    if (plain === undefined || plain === null) {
      continue;
    }
    const { error } = await schema.safeParseAsync(nested(finding.path, plain));
    if (error === undefined) {
      checked.push({ ...finding, plain });
    }
    for (const { path, message } of error?.issues ?? []) {
      const index = path.find((part) => typeof part === "number");
      const place = index === undefined ? "" : `entry ${Number(index) + 1}: `;
      problems.push({ finding, message: `${place}${message}` });
    }
  }
  return { checked, unknown, problems };
}

/** A value without its places; an object, which no value here is, as one. */
function plainValue(value: ReadValue): unknown {
  switch (value.kind) {
    case "scalar":
      return value.value;
    case "list":
      return value.items.map(plainValue);
    default:
      return {};
  }
}

function unknownIn(value: ReadValue): ReadUnknown | undefined {
  switch (value.kind) {
    case "unknown":
      return value;
    case "list":
      return (
        value.beyond[0] ??
        value.items.map(unknownIn).find((found) => found !== undefined)
      );
    default:
      return undefined;
  }
}

function nested(path: string, value: unknown): unknown {
  return path
    .split(".")
    .reduceRight((inner: unknown, key) => ({ [key]: inner }), value);
}
