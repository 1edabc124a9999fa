import { defaultErrorMap } from "zod";
import { alphaError } from "../base/errors.ts";
import { untrustedText } from "../base/untrusted-text.ts";
import { type NetworkLayer, valueAt } from "../config/layers.ts";
import { plainIssues } from "../config/validate/plain-issues.ts";
import { sourcedValuesSchema } from "../config/validate/schema.ts";
import { type FileValue, mergeValues } from "./merge-values.ts";
import { ReadError, readError } from "./read-source-file.ts";
import type {
  SourceNetwork,
  SourceReading,
  SourceValue,
} from "./source-kind.ts";
import { plainOf, type ReadUnknown, type ReadValue } from "./values.ts";

/** Maximum number of problems in an error message. The number of further ones is added. */
const MAX_PROBLEMS = 20;

export interface FileReading extends SourceReading {
  readonly file: string;
  /** `alpha.sources[0]` */
  readonly setting: string;
  /** True if the source chooses networks or an entry, so that each has to be read. */
  readonly isChosen: boolean;
}

/** The values of a reading; none if there is a problem. */
export interface CheckedReading {
  readonly reading: FileReading;
  readonly values: readonly FileValue[];
  /** The reason why the entry cannot be used. */
  readonly problem?: ReadError | undefined;
}

/**
 * A warning for each entry that cannot be used, if others of the file can be.
 *
 * @throws HardhatPluginError if no entry of the file can be used, or not the chosen one.
 */
export function skippedEntries(
  all: readonly CheckedReading[],
): readonly string[] {
  return all.flatMap(({ reading, problem }) => {
    if (problem === undefined) {
      return [];
    }
    const { setting, isChosen, file, network } = reading;
    const isOnly = !all.some(
      ({ reading: other, values }) =>
        other.setting === setting && values.length > 0,
    );
    if (isChosen || isOnly) {
      throw alphaError(`${setting}: ${problem.message}`, problem);
    }
    const { place, detail } = problem;
    const line = place === undefined ? "" : `, line ${place.line}`;
    return [
      `${file}${line}: the entry of ${network} was not read. ${detail.replaceAll(/\n */g, " ").replace(/\.$/, "")}`,
    ];
  });
}

/** The values of one network, in the order of the sources. */
export async function checkReadings(
  readings: readonly FileReading[],
  network: SourceNetwork,
  user: NetworkLayer,
): Promise<readonly CheckedReading[]> {
  const all: CheckedReading[] = [];
  for (const reading of readings) {
    const known = all.flatMap(({ values }) => values);
    const isGiven = ({ path }: SourceValue) =>
      valueAt(user.values, path) !== undefined ||
      known.some((value) => value.path === path);
    const checked =
      reading.problem ?? (await checkReading(reading, network, isGiven));
    if (checked instanceof ReadError) {
      all.push({ reading, values: [], problem: checked });
    } else {
      all.push({ reading, values: checked });
    }
  }
  return all;
}

/**
 * Validates values like those of the Hardhat config. `null` and `undefined` are not set.
 *
 * @param isGiven whether a source of higher priority gives a value
 * @returns why the entry cannot be used, if it has a wrong value, or one that is not known
 */
async function checkReading(
  { file: source, values }: FileReading,
  { name, definition }: SourceNetwork,
  isGiven: (value: SourceValue) => boolean,
): Promise<readonly FileValue[] | ReadError> {
  const schema = sourcedValuesSchema(definition);
  const checked: FileValue[] = [];
  const problems: { file: string; line: number; text: string }[] = [];
  let unknown: ReadError | undefined;
  for (const value of values) {
    const { path, field, place, file = source } = value;
    const obstacle = unknownIn(value.value);
    const plain = plainOf(value.value);
    if (obstacle !== undefined) {
      unknown ??= isGiven(value)
        ? undefined
        : readError(
            file,
            `${field} is not known: it ${obstacle.reason}. Write the value as a literal, or set alpha.networks.${name}.${path} in the Hardhat config.`,
            place,
          );
    } else if (plain !== undefined && plain !== null) {
      const { data, error } = await schema.safeParseAsync(
        nested(path, plain),
        plainIssues(defaultErrorMap),
      );
      if (data !== undefined) {
        checked.push({ ...value, file, plain, input: data });
      }
      for (const issue of error?.issues ?? []) {
        const index = issue.path.find((part) => typeof part === "number");
        const item = index === undefined ? "" : `item ${Number(index) + 1}: `;
        const text = `line ${place.line}, ${untrustedText(field)}: ${untrustedText(item + issue.message)}`;
        problems.push({ file, line: place.line, text });
      }
    }
  }
  const [first] = problems;
  if (first !== undefined) {
    const lines = problems.slice(0, MAX_PROBLEMS).map(({ text }) => text);
    const more = problems.length - lines.length;
    const all = more > 0 ? [...lines, `and ${more} more`] : lines;
    const detail = `Invalid values for ${name}:\n  ${all.join(";\n  ")}.\nCorrect them in the file, or remove it from alpha.sources.`;
    return new ReadError(first.file, detail, { line: first.line }, false);
  }
  const [contradiction] = mergeValues(checked).disagreements;
  if (unknown !== undefined || contradiction === undefined) {
    return unknown ?? checked;
  }
  const { used, other } = contradiction;
  return readError(
    other.file,
    `${other.field} contradicts ${used.field} on line ${used.place.line}: both are ${used.path} of ${name}. Remove one.`,
    other.place,
  );
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
