import type { HardhatPluginError } from "hardhat/plugins";
import { alphaError } from "../base/errors.ts";
import { untrustedText } from "../base/untrusted-text.ts";
import { type NetworkLayer, valueAt } from "../config/layers.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import {
  checkValues,
  type FileValue,
  mergeValues,
  type UnknownValue,
  type ValueProblem,
} from "./merge-values.ts";
import { type ReadError, readError } from "./read-source-file.ts";
import type {
  SourceNetwork,
  SourceReading,
  SourceValue,
} from "./source-kind.ts";

/** Of an error message. The number of further problems is added. */
const MAX_PROBLEMS = 20;

export interface FileReading extends SourceReading {
  readonly file: string;
  /** `alpha.sources[0]` */
  readonly setting: string;
  /** The source and the file, for errors. */
  readonly label: string;
  /** Whether the source chooses networks or an entry, so that each has to be read. */
  readonly isChosen: boolean;
}

/** The values of a reading. */
export interface CheckedReading {
  readonly reading: FileReading;
  readonly values: readonly FileValue[];
  /** Why the entry cannot be used. */
  readonly problem?: EntryProblem | undefined;
}

interface EntryProblem {
  readonly error: HardhatPluginError;
  readonly line: number | undefined;
  /** The error's message without the file and the line. */
  readonly detail: string;
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
    const { setting, label, isChosen, file, network } = reading;
    const isOnly = !all.some(
      ({ reading: other, values, problem: otherProblem }) =>
        other.label === label &&
        otherProblem === undefined &&
        values.length > 0,
    );
    if (isChosen || isOnly) {
      throw alphaError(`${setting}: ${problem.error.message}`, problem.error);
    }
    const line = problem.line === undefined ? "" : `, line ${problem.line}`;
    return [
      `${file}${line}: the entry of ${network} was not read. ${problem.detail.replace(/\.$/, "")}`,
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
      known.some(({ value }) => value.path === path);
    all.push({
      reading,
      ...(reading.problem === undefined
        ? await checkReading(reading, network, isGiven)
        : { values: [], problem: problemOf(reading.problem) }),
    });
  }
  return all;
}

/** @param isGiven whether a source of higher priority gives a value */
async function checkReading(
  { file, values }: FileReading,
  network: SourceNetwork,
  isGiven: (value: SourceValue) => boolean,
): Promise<Omit<CheckedReading, "reading">> {
  const { name } = network;
  const none = { values: [] };
  const { checked, unknown, problems } = await checkValues(values, network);
  const [first] = problems;
  if (first !== undefined) {
    return { ...none, problem: invalidValues(problems, first, file, name) };
  }
  const unknowable = unknown.find((value) => !isGiven(value));
  if (unknowable !== undefined) {
    return {
      ...none,
      problem: problemOf(unknownValue(unknowable, file, name)),
    };
  }
  const fileValues = checked.map((value) => ({ file, value }));
  const [contradiction] = mergeValues(fileValues).disagreements;
  if (contradiction !== undefined) {
    const { used, other, path } = contradiction;
    const problem = readError(
      file,
      `${other.value.field} contradicts ${used.value.field} on line ${used.value.place.line}: both are ${path} of ${name}. Remove one.`,
      other.value.place,
    );
    return { ...none, problem: problemOf(problem) };
  }
  return { values: fileValues };
}

function invalidValues(
  problems: readonly ValueProblem[],
  first: ValueProblem,
  file: string,
  network: AlphaNetworkName,
): EntryProblem {
  const lines = problems
    .slice(0, MAX_PROBLEMS)
    .map(
      ({ value: { field, place }, message }) =>
        `line ${place.line}, ${untrustedText(field)}: ${untrustedText(message)}`,
    );
  const more = problems.length - lines.length;
  const rest = more > 0 ? `\n  and ${more} more` : "";
  return {
    error: alphaError(
      `${file} has invalid values for ${network}:\n  ${lines.join("\n  ")}${rest}\nCorrect them in the file, or remove it from alpha.sources.`,
    ),
    line: first.value.place.line,
    detail: `It has invalid values: ${lines.join("; ")}.`,
  };
}

function problemOf(error: ReadError): EntryProblem {
  return { error, line: error.place?.line, detail: error.detail };
}

function unknownValue(
  { path, field, unknown, place }: UnknownValue,
  file: string,
  network: AlphaNetworkName,
): ReadError {
  return readError(
    file,
    `${field} is not known: it ${unknown.reason}. Write the value as a literal, or set alpha.networks.${network}.${path} in the Hardhat config.`,
    place,
  );
}
