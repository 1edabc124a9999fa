import type { Hex } from "../../base/hex.ts";
import { shuffled } from "../../base/random.ts";
import type { BlockReader } from "../reading/reader.ts";
import {
  type CodeReading,
  type CodeReadings,
  codeKey,
} from "../reading/readings.ts";
import { judgeAbsence } from "./judge-codes.ts";

/** How many of the absent addresses are read in another way. */
const MAX_SAMPLE = 16;
/** How often each of these is read, and the witness, if they are at most eight. */
const READS = 2;

/** Codes, some of which were reported as absent. */
export interface UncheckedCodes {
  readonly readings: CodeReadings;
  /** The readings by the bulk probe. */
  readonly probed: CodeReadings;
  /** An address that is known to have code. */
  readonly witness: Hex | undefined;
}

/**
 * The addresses without code, each judged by further reads of some of them, one by
 * one, and of a contract that is known to have code. Nearly every wrong answer about
 * code is a false absence, so one false absence discredits all of an endpoint's.
 */
export async function checkAbsences(
  reader: BlockReader,
  addresses: readonly Hex[],
  { readings, probed, witness }: UncheckedCodes,
): Promise<CodeReadings> {
  const absent = addresses.filter(
    (address) => readings.get(codeKey(address))?.kind === "none",
  );
  if (absent.length === 0) {
    return new Map();
  }
  const sample = shuffled(absent, reader.random).slice(0, MAX_SAMPLE);
  const times = READS * sample.length > MAX_SAMPLE ? 1 : READS;
  const ofSample: CodeReading[] = [];
  const ofWitness: CodeReading[] = [];
  const reads = [
    ...sample.map((address) => ({ address, into: ofSample })),
    ...(witness === undefined ? [] : [{ address: witness, into: ofWitness }]),
  ].flatMap((read) => Array.from({ length: times }, () => read));
  await Promise.all(
    shuffled(reads, reader.random).map(async ({ address, into }) => {
      into.push(await reader.readCode(address));
    }),
  );
  const evidence = {
    sample: ofSample,
    witness: witness === undefined ? undefined : ofWitness,
  };
  return new Map(
    absent.map((address) => {
      const key = codeKey(address);
      return [key, judgeAbsence(probed.has(key), evidence)] as const;
    }),
  );
}
