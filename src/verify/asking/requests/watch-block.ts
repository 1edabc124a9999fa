import { setTimeout as sleep } from "node:timers/promises";
import { hexQuantity } from "../../../base/hex.ts";
import { elsewhere, READS } from "../../../connect/confirm.ts";
import { readHeader } from "../../../connect/read-node-view.ts";
import type { RpcTransport } from "../../../rpc/types.ts";
import type { Evidence } from "./evidence.ts";
import type { PinnedBlock } from "./pinned-requests.ts";

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
