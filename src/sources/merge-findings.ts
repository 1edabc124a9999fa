import { isAddress } from "../base/address.ts";
import type { SourcedNetwork } from "../config/layers.ts";
import type { SourceOrigin } from "../config/origins.ts";
import type { NetworkInput } from "../config/user-config.ts";
import { sourcedValuesSchema } from "../config/validate/schema.ts";
import type { Place, ReadUnknown, ReadValue } from "./script/values.ts";
import type { Finding, SourceNetwork } from "./source-kind.ts";

/** A checked finding, and the file that it is of. */
export interface FiledFinding {
  readonly file: string;
  readonly finding: CheckedFinding;
}

/** Two files, or two lines of one, that say different things. */
export interface Disagreement {
  readonly path: string;
  readonly kept: FiledFinding;
  readonly other: FiledFinding;
}

export interface MergedFindings {
  readonly network: SourcedNetwork;
  readonly disagreements: readonly Disagreement[];
}

/** One network's findings, in the sources' order: the first of a path counts. */
export function mergeFindings(
  findings: readonly FiledFinding[],
): MergedFindings {
  const kept = new Map<string, FiledFinding>();
  const disagreements: Disagreement[] = [];
  for (const other of findings) {
    const { path } = other.finding;
    const first = kept.get(path);
    if (first === undefined) {
      kept.set(path, other);
    } else if (!isSame(first.finding.plain, other.finding.plain)) {
      disagreements.push({ path, kept: first, other });
    }
  }
  const origins = new Map<string, SourceOrigin>();
  for (const [path, { file, finding }] of kept) {
    const against = disagreements
      .filter((disagreement) => disagreement.path === path)
      .map(({ other }) => ({ file: other.file, line: lineOf(other) }));
    origins.set(path, {
      kind: "source",
      file,
      line: finding.place.line,
      field: finding.field,
      ...(against.length === 0 ? {} : { against }),
    });
  }
  const values = [...kept.values()]
    .map(({ finding }) => finding.values)
    .reduce(merged, {});
  return { network: { values, origins }, disagreements };
}

/** Values of two findings, which are of different paths. */
function merged(one: NetworkInput, other: NetworkInput): NetworkInput {
  return {
    ...one,
    ...other,
    registry: { ...one.registry, ...other.registry },
    portal: { ...one.portal, ...other.portal },
  };
}

function lineOf({ finding }: { finding: { place: Place } }): number {
  return finding.place.line;
}

/** Addresses are the same in any case. */
function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return (
      one.length === other.length &&
      one.every((item, index) => isSame(item, other[index]))
    );
  }
  return isAddress(one) && isAddress(other)
    ? one.toLowerCase() === other.toLowerCase()
    : one === other;
}

/** A finding whose value is known and of the right type. */
export interface CheckedFinding extends Finding {
  /** Without its places. */
  readonly plain: unknown;
  /** The same as one value of a network. */
  readonly values: NetworkInput;
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
  const schema = sourcedValuesSchema(definition);
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
    const { data: values, error } = await schema.safeParseAsync(
      nested(finding.path, plain),
    );
    if (values !== undefined) {
      checked.push({ ...finding, plain, values });
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
