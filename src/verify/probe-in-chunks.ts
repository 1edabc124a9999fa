import type { ProbeAnswer } from "../rpc/probe/decode-probe.ts";
import { probeCodes } from "../rpc/probe/probe-codes.ts";
import type { Hex, RpcTransport } from "../rpc/types.ts";

/** Addresses a call, at most: about 20 KB of request and 36 KB of answer. */
const LARGEST_CHUNK = 500;
/** A list is spread over more calls at a time only from here on. */
const SMALLEST_CHUNK = 250;
/** Calls under way at a time, so that memory does not grow with the list. */
const CALLS_AT_A_TIME = 8;
/** So many addresses are read by one wave of calls. */
export const ADDRESSES_AT_A_TIME: number = LARGEST_CHUNK * CALLS_AT_A_TIME;

/** Endpoints that were found not to run the probe. */
const withoutProbe = new WeakSet<RpcTransport>();

/** Some addresses and what the program itself said of them. */
export interface ProbedChunk {
  readonly addresses: readonly Hex[];
  /** Of the addresses in their order, then of the control address. */
  readonly answer: ProbeAnswer;
}

export interface ProbeInChunksParameters {
  readonly transport: RpcTransport;
  readonly addresses: readonly Hex[];
  /** An address that must have no code. */
  readonly control: Hex;
  /** A block's number, or its tag. */
  readonly block: string;
}

/**
 * Asks the bulk probe for many addresses. Addresses that the program gave no
 * answer for are in no chunk.
 */
export async function probeInChunks({
  transport,
  addresses,
  control,
  block,
}: ProbeInChunksParameters): Promise<readonly ProbedChunk[]> {
  const chunkLength = Math.min(
    LARGEST_CHUNK,
    Math.max(SMALLEST_CHUNK, Math.ceil(addresses.length / CALLS_AT_A_TIME)),
  );
  const probed: ProbedChunk[] = [];
  let next = 0;
  async function work(): Promise<void> {
    while (next < addresses.length && !withoutProbe.has(transport)) {
      const chunk = addresses.slice(next, next + chunkLength);
      next += chunkLength;
      const answer = await probeCodes(transport, [...chunk, control], block);
      if (answer.ok) {
        probed.push({ addresses: chunk, answer: answer.value });
      } else {
        withoutProbe.add(transport);
      }
    }
  }
  await Promise.all(Array.from({ length: CALLS_AT_A_TIME }, work));
  return probed;
}
