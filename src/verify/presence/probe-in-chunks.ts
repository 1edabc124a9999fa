import { randomInt } from "node:crypto";

import type { ProbeAnswer } from "../../rpc/probe/decode-probe.ts";
import { probeCodes } from "../../rpc/probe/probe-codes.ts";
import type { Hex, RpcTransport } from "../../rpc/types.ts";

/** Addresses a call, at most: about 20 KB of request and 36 KB of answer. */
const LARGEST_CHUNK = 500;
/** A list is spread over more calls at a time only from here on. */
const SMALLEST_CHUNK = 250;
/** Calls under way at a time, so that memory does not grow with the list. */
const CALLS_AT_A_TIME = 8;
/** So many addresses are read by one wave of calls. */
export const ADDRESSES_AT_A_TIME: number = LARGEST_CHUNK * CALLS_AT_A_TIME;

/**
 * Whether an endpoint runs the probe, as far as it has shown. One that has run it
 * once may fail for other reasons; one that never has is not asked again.
 */
const runsProbe = new WeakMap<RpcTransport, boolean>();

/** Some addresses and what the program itself said of them. */
export interface ProbedChunk {
  /** With the control address anywhere among them. */
  readonly addresses: readonly Hex[];
  readonly control: Hex;
  /** Of the addresses in their order. */
  readonly answer: ProbeAnswer;
}

export interface ProbeInChunksParameters {
  readonly transport: RpcTransport;
  readonly addresses: readonly Hex[];
  /** An address that must have no code. */
  readonly control: Hex;
  /** An address that is known to have code, asked for in every call too. */
  readonly witness?: Hex | undefined;
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
  witness,
  block,
}: ProbeInChunksParameters): Promise<readonly ProbedChunk[]> {
  const chunkLength = Math.min(
    LARGEST_CHUNK,
    Math.max(SMALLEST_CHUNK, Math.ceil(addresses.length / CALLS_AT_A_TIME)),
  );
  const probed: ProbedChunk[] = [];
  let next = 0;
  async function work(): Promise<void> {
    while (next < addresses.length && runsProbe.get(transport) !== false) {
      const chunk = addresses.slice(next, next + chunkLength);
      next += chunkLength;
      // Anywhere in the list, so that no other list's answer fits by chance.
      const listed = witness === undefined ? chunk : [...chunk, witness];
      const asked = listed.toSpliced(randomInt(listed.length + 1), 0, control);
      const answer = await probeCodes(transport, asked, block);
      if (answer.ok) {
        runsProbe.set(transport, true);
        probed.push({ addresses: asked, control, answer: answer.value });
      } else if (runsProbe.get(transport) !== true) {
        runsProbe.set(transport, false);
      }
    }
  }
  await Promise.all(Array.from({ length: CALLS_AT_A_TIME }, work));
  return probed;
}
