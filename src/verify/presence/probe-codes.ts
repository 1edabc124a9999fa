import type { Hex } from "../../base/hex.ts";
import { shuffled } from "../../base/random.ts";
import type { BlockReader, CodeProber } from "../reading/reader.ts";
import {
  type CodeReadings,
  codeKey,
  controlAddress,
  type ProbedChunk,
} from "../reading/readings.ts";
import { judgeProbed } from "./judge-codes.ts";

export interface ProbeParameters {
  /** Probes of the latest block that ran at the time of the pinned one. */
  readonly early?: readonly ProbedChunk[] | undefined;
  /** An address that is known to have code. */
  readonly witness?: Hex | undefined;
}

/** Addresses a call: about 20 KB of request and 36 KB of answer. */
const MAX_CHUNK = 500;
/** A list is spread over more calls at a time only from here on. */
const MIN_CHUNK = 250;
/** Few, so that what follows from the first addresses can begin soon. */
const FIRST_CHUNK = 96;
/** Calls under way at a time, so that memory does not grow with the list. */
const CONCURRENT_CALLS = 8;
/** So many addresses are read by one wave of calls. */
const MAX_WAVE: number = MAX_CHUNK * CONCURRENT_CALLS;

/**
 * Asks the bulk probe for many addresses. Addresses that the program gave no
 * answer for are in no chunk; an endpoint that does not run it is not asked again.
 */
async function readByProbe(
  prober: CodeProber,
  addresses: readonly Hex[],
  onFirst?: (chunk: ProbedChunk) => void,
): Promise<readonly ProbedChunk[]> {
  const firstLength = onFirst === undefined ? 0 : FIRST_CHUNK;
  const restLength = addresses.length - firstLength;
  const calls = Math.min(
    CONCURRENT_CALLS,
    Math.max(1, Math.floor(restLength / MIN_CHUNK)),
  );
  const usualLength = Math.min(MAX_CHUNK, Math.ceil(restLength / calls));
  const control = controlAddress();
  const chunks: ProbedChunk[] = [];
  let next = 0;
  async function work(): Promise<void> {
    while (next < addresses.length && prober.evidence.runsProbe !== false) {
      const isFirst = next === 0;
      const length = isFirst && firstLength > 0 ? firstLength : usualLength;
      const chunk = addresses.slice(next, next + length);
      next += length;
      // In random order, so that no other answer fits by chance.
      const asked = shuffled([...chunk, control], prober.random);
      const answer = await prober.probeCodes(asked);
      if (answer.ok) {
        const probed = { addresses: asked, control, answer: answer.value };
        chunks.push(probed);
        if (isFirst) {
          onFirst?.(probed);
        }
      }
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_CALLS }, work));
  return chunks;
}

/**
 * Probes the latest block while it is not known yet which one that is, which saves
 * a round trip: every answer says what block it is of. A list that takes more
 * than one wave of calls is left, since it would save next to nothing there and
 * would be in the way on an endpoint that turns out to be the wrong one.
 *
 * @param onFirst takes the probe of the list's first addresses, where there are others
 */
export async function probeEarly(
  prober: CodeProber,
  addresses: readonly Hex[],
  onFirst?: (chunk: ProbedChunk) => void,
): Promise<readonly ProbedChunk[]> {
  return addresses.length > MAX_WAVE
    ? []
    : await readByProbe(
        prober,
        addresses,
        addresses.length > MIN_CHUNK ? onFirst : undefined,
      );
}

/** How often an address is probed that a lagging backend, or none, answered for. */
const ATTEMPTS = 2;

/**
 * The codes as the bulk probe gives them at the pinned block. An
 * address that is missing from the result must be read in another way.
 */
export async function probeCodes(
  reader: BlockReader,
  addresses: readonly Hex[],
  { early = [] }: Pick<ProbeParameters, "early">,
): Promise<CodeReadings> {
  let chunks: readonly ProbedChunk[] = early;
  let readings = judgeProbed(chunks, reader);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const unread = addresses.filter(
      (address) => !readings.has(codeKey(address)),
    );
    const further = await readByProbe(reader, unread);
    if (further.length === 0) {
      return readings;
    }
    chunks = [...chunks, ...further];
    readings = judgeProbed(chunks, reader);
  }
  return readings;
}
