import { isAddress } from "../base/address.ts";
import type { SourcedNetwork } from "../config/layers.ts";
import type { SourceOrigin } from "../config/origins.ts";
import type { NetworkInput } from "../config/user-config.ts";
import { sourcedValuesSchema } from "../config/validate/schema.ts";
import {
  plainOf,
  type ReadUnknown,
  type ReadValue,
  variablesIn,
} from "./script/values.ts";
import type { SourceNetwork, SourceValue } from "./source-kind.ts";

/** A checked value, and its file. */
export interface FileValue {
  readonly file: string;
  readonly value: CheckedValue;
}

/** Two different values of one path. */
export interface Disagreement {
  readonly path: string;
  readonly used: FileValue;
  readonly other: FileValue;
}

export interface MergedValues {
  readonly network: SourcedNetwork;
  readonly disagreements: readonly Disagreement[];
}

/** Merges the values of one network. The first value of a path is used. */
export function mergeValues(fileValues: readonly FileValue[]): MergedValues {
  const used = new Map<string, FileValue>();
  const disagreements: Disagreement[] = [];
  for (const other of fileValues) {
    const { path } = other.value;
    const first = used.get(path);
    if (first === undefined) {
      used.set(path, other);
    } else if (!isSame(first.value.plain, other.value.plain)) {
      disagreements.push({ path, used: first, other });
    }
  }
  const origins = new Map<string, SourceOrigin>();
  for (const [path, { file, value }] of used) {
    const against = disagreements
      .filter((disagreement) => disagreement.path === path)
      .map(({ other }) => ({
        file: other.file,
        line: other.value.place.line,
      }));
    const variables = variablesIn(value.value);
    origins.set(path, {
      kind: "source",
      file,
      line: value.place.line,
      field: value.field,
      ...(variables.length === 0 ? {} : { variables }),
      ...(against.length === 0 ? {} : { against }),
    });
  }
  const values = [...used.values()]
    .map(({ value }) => value.input)
    .reduce(mergeInputs, {});
  return { network: { values, origins }, disagreements };
}

/** Merges values of different paths. */
function mergeInputs(one: NetworkInput, other: NetworkInput): NetworkInput {
  return {
    ...one,
    ...other,
    registry: { ...one.registry, ...other.registry },
    portal: { ...one.portal, ...other.portal },
    backend: { ...one.backend, ...other.backend },
  };
}

/** Compares addresses without regard to case. */
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

/** A known value of the right type. */
export interface CheckedValue extends SourceValue {
  /** The value without places. */
  readonly plain: unknown;
  /** The value in the structure of the Hardhat config. */
  readonly input: NetworkInput;
}

/** A value that the file alone does not have. */
export interface UnknownValue extends SourceValue {
  readonly unknown: ReadUnknown;
}

export interface ValueProblem {
  readonly value: SourceValue;
  readonly message: string;
}

export interface CheckedValues {
  readonly checked: readonly CheckedValue[];
  readonly unknown: readonly UnknownValue[];
  readonly problems: readonly ValueProblem[];
}

/**
 * Validates values like those of the Hardhat config. `null` and `undefined` are
 * not set.
 */
export async function checkValues(
  values: readonly SourceValue[],
  { definition }: SourceNetwork,
): Promise<CheckedValues> {
  const checked: CheckedValue[] = [];
  const unknown: UnknownValue[] = [];
  const problems: ValueProblem[] = [];
  const schema = sourcedValuesSchema(definition);
  for (const value of values) {
    const obstacle = unknownIn(value.value);
    if (obstacle !== undefined) {
      unknown.push({ ...value, unknown: obstacle });
      continue;
    }
    const plain = plainOf(value.value);
    if (plain === undefined || plain === null) {
      continue;
    }
    const { data: input, error } = await schema.safeParseAsync(
      nested(value.path, plain),
    );
    if (input !== undefined) {
      checked.push({ ...value, plain, input });
    }
    for (const { path, message } of error?.issues ?? []) {
      const index = path.find((part) => typeof part === "number");
      const item = index === undefined ? "" : `item ${Number(index) + 1}: `;
      problems.push({ value, message: `${item}${message}` });
    }
  }
  return { checked, unknown, problems };
}

function unknownIn(value: ReadValue): ReadUnknown | undefined {
  switch (value.kind) {
    case "unknown":
      return value;
    case "list":
      return value.items.map(unknownIn).find((found) => found !== undefined);
    default:
      return undefined;
  }
}

function nested(path: string, value: unknown): unknown {
  return path
    .split(".")
    .reduceRight((inner: unknown, key) => ({ [key]: inner }), value);
}
