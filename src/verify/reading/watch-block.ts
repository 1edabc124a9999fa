import { setTimeout as sleep } from "node:timers/promises";
import { hexQuantity } from "../../base/hex.ts";
import { READS } from "../../connect/confirm.ts";
import { readHeader } from "../../connect/read-node-view.ts";
import type { RpcTransport } from "../../rpc/types.ts";
import type { PinnedBlock } from "./pinned-requests.ts";

/** Reads seldom take that long, in ms; each further look waits twice as long. */
const FIRST_LOOK = 1_000;

/**
 * Looks, while a block is read, whether a reorganisation has replaced it, and if so ends
 * the waits for its state.
 *
 * @returns whether it was replaced, and what was read
 */
export async function watchBlock<T>(
  transport: RpcTransport,
  block: PinnedBlock,
  read: () => Promise<T>,
): Promise<{ readonly isReplaced: boolean; readonly value: T }> {
  const ended = new AbortController();
  const { signal } = ended;
  let isReplaced = false;
  const look = async () => {
    for (let delay = FIRST_LOOK; !isReplaced; delay *= 2) {
      await sleep(delay, undefined, { signal });
      isReplaced = await hasOther(transport, block);
    }
    transport.forgetBlock?.(block.hash);
  };
  // It ends with the reads.
  void look().catch(() => {});
  try {
    const value = await read();
    return { isReplaced, value };
  } finally {
    ended.abort();
  }
}

/** Whether several connections have one other block at a block's height. */
async function hasOther(
  transport: RpcTransport,
  { number, hash }: PinnedBlock,
): Promise<boolean> {
  const read = async (way: RpcTransport) =>
    await readHeader(way, hexQuantity(number));
  const first = await read(transport);
  if (!first.ok || first.value.hash === hash) {
    return false;
  }
  const again = await Promise.all(
    Array.from({ length: READS }, async () => {
      const own = transport.separate?.();
      try {
        return await read(own ?? transport);
      } finally {
        await own?.close();
      }
    }),
  );
  return again.every(
    (other) =>
      other.ok &&
      other.value.number === number &&
      other.value.hash === first.value.hash,
  );
}
