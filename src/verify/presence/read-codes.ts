import type { Hex } from "../../base/hex.ts";
import { shuffled } from "../../base/random.ts";
import type { ProbedCode } from "../../rpc/probe-codes.ts";
import { READS } from "../reading/agreed-reads.ts";
import type { BlockReader } from "../reading/reader.ts";
import {
  type CodeReading,
  type CodeReadings,
  codeKey,
} from "../reading/readings.ts";
import type { ProgramRun } from "../reading/state-reader.ts";
import { judgeProbed } from "./judge-codes.ts";

/** The codes at some addresses. */
export interface ReadCodes {
  readonly readings: CodeReadings;
  /** Those of them that the bulk probe has read. */
  readonly probed: CodeReadings;
}

/** A backend that lags, or none, may answer the bulk probe once. */
const PROBES = 2;

/**
 * The code at each address at the pinned block: by the bulk probe, and one by one what that
 * does not tell.
 *
 * @param early runs of the probe that were at the time of the block
 */
export async function readCodes(
  reader: BlockReader,
  addresses: readonly Hex[],
  early: readonly ProgramRun<ProbedCode>[] = [],
): Promise<ReadCodes> {
  let probed = judgeProbed(early, reader);
  const unprobed = () =>
    addresses.filter((address) => !probed.has(codeKey(address)));
  for (let probe = 1; probe <= PROBES; probe += 1) {
    const runs = await reader.probeCodes(unprobed());
    probed = new Map([...probed, ...judgeProbed(runs, reader)]);
  }
  const others = [...(await reader.readCodes(unprobed()))].map(
    ([key, reading]) => [key, withoutText(reading)] as const,
  );
  return { readings: new Map([...probed, ...others]), probed };
}

/** One read may have cut the code off, so its text counts only if a second read has it. */
function withoutText(reading: CodeReading): CodeReading {
  return reading.kind === "code" ? { ...reading, code: undefined } : reading;
}

/** Reads by which to judge whether an endpoint's absences can be believed. */
export interface AbsenceEvidence {
  /** Further reads of some of the absent addresses, one by one. */
  readonly sample: readonly CodeReading[];
  /** Reads of an address that is known to have code; `undefined` without one. */
  readonly witness: readonly CodeReading[] | undefined;
}

/** How many absent addresses are read again. */
const MAX_SAMPLE = 16;

/** Reads some addresses without code again, and one with code. */
export async function readAbsences(
  reader: BlockReader,
  absent: readonly Hex[],
  witness: Hex | undefined,
): Promise<AbsenceEvidence> {
  if (absent.length === 0) {
    return { sample: [], witness: undefined };
  }
  const sample = shuffled(absent, reader.random).slice(0, MAX_SAMPLE);
  const again = READS - 1;
  const times = sample.length * again > MAX_SAMPLE ? 1 : again;
  const repeat = (addresses: readonly Hex[]) =>
    Array.from({ length: times }, () => addresses).flat();
  const absences = repeat(sample);
  const witnesses = repeat(witness === undefined ? [] : [witness]);
  const reads = await reader.readEachCode([...absences, ...witnesses]);
  return {
    sample: reads.slice(0, absences.length),
    witness: witness === undefined ? undefined : reads.slice(absences.length),
  };
}
