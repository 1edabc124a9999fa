import { hexQuantity } from "../../base/hex.ts";
import { type Decoded, unread } from "../../base/records.ts";
import type { BlockHeader } from "../../rpc/decode-block.ts";
import type { Question } from "../questions/question.ts";
import type { ChainReader } from "./check-block.ts";
import type { BlockReader } from "./reader.ts";

/** The block that counts as settled where the node does not tell. */
const DEPTH = 64n;

/** The blocks that tell a chain from one that was created again. */
export async function readHeaders(
  { network, block: { number: head } }: BlockReader,
  questions: readonly Question<"header">[],
): Promise<readonly Decoded<BlockHeader>[]> {
  const read = questions.map(({ block }) =>
    block === "settled"
      ? readSettled(network, head)
      : readServed(network, block, head),
  );
  return await Promise.all(read);
}

/** The finalized block, or one far enough below the latest one. */
async function readSettled(
  reader: ChainReader,
  head: bigint,
): Promise<Decoded<BlockHeader>> {
  const [finalized, deep] = await Promise.all([
    reader.readHeader("finalized"),
    readServed(reader, head > DEPTH ? head - DEPTH : 0n, head),
  ]);
  return finalized.ok ? finalized : deep;
}

/**
 * A block by its number, which is refused only if each of several connections refuses it
 * and serves the latest block by the same method: the chain does not have it any more.
 */
async function readServed(
  reader: ChainReader,
  number: bigint,
  head: bigint,
): Promise<Decoded<BlockHeader>> {
  const first = await readNumbered(reader, number);
  if (first.ok || first.isRefused !== true) {
    return first;
  }
  // A chain that was created again may not have that many blocks yet.
  if (number > head) {
    return unread(first.reason);
  }
  const again = await reader.apart(async (other) => {
    const one = await readNumbered(other, number);
    const latest = await readNumbered(other, head);
    return one.ok || latest.ok ? one : unread(latest.reason);
  });
  const isUnread = (one: Decoded<BlockHeader>) => !one.ok && !one.isRefused;
  return again.find(({ ok }) => ok) ?? again.find(isUnread) ?? first;
}

/** A block by its number; another one would pass for a change of the chain. */
async function readNumbered(
  reader: ChainReader,
  number: bigint,
): Promise<Decoded<BlockHeader>> {
  const header = await reader.readHeader(hexQuantity(number));
  return header.ok && header.value.number !== number
    ? {
        ok: false,
        reason: `the node returned block ${header.value.number} in place of block ${number}`,
      }
    : header;
}
