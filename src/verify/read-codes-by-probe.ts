import { probeCodes } from "../rpc/probe/probe-codes.ts";
import type { Hex, RpcTransport } from "../rpc/types.ts";
import type { CodeReading, CodeReadings } from "./code-reading.ts";
import type { PinnedBlock } from "./read-codes.ts";

/** Addresses a call: about 10 KB of request and 18 KB of answer. */
const CHUNK = 500;
/** Calls under way at a time, so that memory does not grow with the list. */
const CALLS_AT_A_TIME = 8;
const NO_HASH = /^0x0*$/;

/** Endpoints that were found not to run the probe. */
const withoutProbe = new WeakSet<RpcTransport>();

export interface ReadCodesByProbeParameters {
  readonly transport: RpcTransport;
  readonly addresses: readonly Hex[];
  readonly block: PinnedBlock;
  readonly chainId: number;
  /** An address that must have no code. */
  readonly control: Hex;
}

/**
 * The codes as the bulk probe gives them. An address that is missing from the
 * result must be read in another way: its chunk was not answered by the program
 * itself, or by a backend of another chain, or by one that has code everywhere.
 */
export async function readCodesByProbe(
  parameters: ReadCodesByProbeParameters,
): Promise<CodeReadings> {
  const { transport, addresses } = parameters;
  const readings = new Map<string, CodeReading>();
  const chunks = Array.from(
    { length: Math.ceil(addresses.length / CHUNK) },
    (_, index) => addresses.slice(index * CHUNK, (index + 1) * CHUNK),
  );
  let next = 0;
  async function work(): Promise<void> {
    for (;;) {
      const chunk = chunks[next];
      next += 1;
      if (chunk === undefined || withoutProbe.has(transport)) {
        return;
      }
      await readChunk(parameters, chunk, readings);
    }
  }
  await Promise.all(Array.from({ length: CALLS_AT_A_TIME }, work));
  return readings;
}

async function readChunk(
  { transport, block, chainId, control }: ReadCodesByProbeParameters,
  chunk: readonly Hex[],
  readings: Map<string, CodeReading>,
): Promise<void> {
  const answer = await probeCodes(
    transport,
    [...chunk, control],
    `0x${block.number.toString(16)}`,
  );
  if (!answer.ok) {
    withoutProbe.add(transport);
    return;
  }
  const { codes, blockNumber } = answer.value;
  const isControlEmpty = codes.at(-1)?.size === 0;
  if (answer.value.chainId !== BigInt(chainId) || !isControlEmpty) {
    return;
  }
  for (const [index, address] of chunk.entries()) {
    const code = codes[index];
    if (code === undefined) {
      continue;
    }
    if (code.size > 0) {
      readings.set(address.toLowerCase(), {
        kind: "code",
        size: code.size,
        // Some chains do not tell the hash of an account without balance.
        hash: NO_HASH.test(code.hash) ? undefined : code.hash,
        code: undefined,
      });
    } else if (blockNumber >= block.number) {
      readings.set(address.toLowerCase(), { kind: "none" });
    }
  }
}
