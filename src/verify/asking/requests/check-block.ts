import { setTimeout as sleep } from "node:timers/promises";
import { hexQuantity } from "../../../base/hex.ts";
import type { Decoded } from "../../../base/records.ts";
import { elsewhere, READS } from "../../../connect/confirm.ts";
import { readHeader } from "../../../connect/read-node-view.ts";
import type { BlockHeader } from "../../../rpc/decode-block.ts";
import type { RpcTransport } from "../../../rpc/types.ts";
import type { Evidence } from "./evidence.ts";
import type { PinnedBlock } from "./pinned-requests.ts";

/** Reads what tells an endpoint's chain, and notes it. */
export interface ChainReader {
  readonly evidence: Evidence;
  readChainId(): Promise<Decoded<number>>;
  /** @param block its number or tag */
  readHeader(block: string): Promise<Decoded<BlockHeader>>;
  /** Several of them; `undefined` for each that the endpoint does not give so. */
  readHeadersTogether(
    blocks: readonly string[],
  ): Promise<readonly (Decoded<BlockHeader> | undefined)[]>;
  /** Reads the same by several connections, each of its own. */
  apart<T>(read: (reader: ChainReader) => Promise<T>): Promise<readonly T[]>;
}

/** How often the chain id and the block are read. */
const CHAIN_IDS = 6;
const HEADERS = 8;

/**
 * The reason why an endpoint's chain is not certain after further reads of it
 * and of a block; `undefined` if all of them agree. The reads of the block go
 * out next to each other, so that they reach every backend that takes turns,
 * and every open connection.
 */
export async function checkBlock(
  reader: ChainReader,
  block: PinnedBlock,
): Promise<string | undefined> {
  const number = hexQuantity(block.number);
  const times = <T>(length: number, read: () => Promise<T>) =>
    Promise.all(Array.from({ length }, read));
  const [headers, chainIds] = await Promise.all([
    times(HEADERS, () => reader.readHeader(number)),
    times(CHAIN_IDS, () => reader.readChainId()),
  ]);
  const { contradiction } = reader.evidence;
  if (contradiction !== undefined) {
    return contradiction;
  }
  const failed = [...chainIds, ...headers].find((answer) => !answer.ok);
  if (failed !== undefined && !failed.ok) {
    return `the chain of the reads is not certain, since the block could not be read again: ${failed.reason}`;
  }
  if (headers.every((one) => one.ok && one.value.hash === block.hash)) {
    return undefined;
  }
  return "the chain of the reads is not certain, since the endpoint has another block at that number";
}

/** Reads seldom take that long, in ms; each further look waits twice as long. */
const FIRST_LOOK = 1_000;

/**
 * Looks, while a block is read, whether a reorganisation has replaced it. If so, the
 * waits for its state end, and the evidence has it.
 */
export async function watchBlock<T>(
  block: PinnedBlock | undefined,
  read: () => Promise<T>,
  transport: RpcTransport,
  evidence: Evidence,
): Promise<T> {
  if (block === undefined) {
    return await read();
  }
  const ended = new AbortController();
  const { signal } = ended;
  const look = async () => {
    for (let delay = FIRST_LOOK; !signal.aborted; delay *= 2) {
      await sleep(delay, undefined, { signal });
      if ((await isReplaced(transport, block)) && !signal.aborted) {
        evidence.noteReplaced(block);
        transport.forgetBlock?.(block.hash);
        return;
      }
    }
  };
  // It ends with the reads.
  void look().catch(() => {});
  return await read().finally(() => ended.abort());
}

/**
 * Tells whether several connections have one other block at a block's height.
 */
async function isReplaced(
  transport: RpcTransport,
  { number, hash }: PinnedBlock,
): Promise<boolean> {
  const read = async (way: RpcTransport) => {
    const header = await readHeader(way, hexQuantity(number));
    const isThere = header.ok && header.value.number === number;
    return isThere ? header.value.hash : hash;
  };
  const hashes = await Promise.all(
    Array.from({ length: READS }, () => elsewhere(transport, read)),
  );
  return !hashes.includes(hash) && new Set(hashes).size === 1;
}
