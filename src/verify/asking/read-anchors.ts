import { hexQuantity } from "../../base/hex.ts";
import { type Decoded, unread } from "../../base/records.ts";
import type { BlockHeader } from "../../rpc/decode-block.ts";
import type { Question } from "../questions/question.ts";
import type { BlockReader } from "./block-reader.ts";
import type { ChainReader } from "./requests/block-control.ts";

/** The block that counts as settled where the node does not tell. */
const DEPTH = 64n;

/** The blocks that tell a chain from one that was created again. */
export async function readHeaders(
  { network, block: { number: head } }: BlockReader,
  questions: readonly Question<"header">[],
): Promise<readonly Decoded<BlockHeader>[]> {
  const deep = head > DEPTH ? head - DEPTH : 0n;
  const named = questions.flatMap(({ block }) =>
    block === "settled" ? [FINALIZED, hexQuantity(deep)] : [hexQuantity(block)],
  );
  const blocks = [...new Set(named)];
  const headers = await network.readHeadersTogether(blocks);
  const known = new Map(blocks.map((block, index) => [block, headers[index]]));
  const read = questions.map(async ({ block }) => {
    if (block !== "settled") {
      return await readServed(network, block, head, known);
    }
    const isTold = known.get(hexQuantity(deep)) !== undefined;
    const [finalized, other] = await Promise.all([
      // What a batch with the other does not have, the node does not tell.
      isTold && known.get(FINALIZED) === undefined
        ? undefined
        : (known.get(FINALIZED) ?? network.readHeader(FINALIZED)),
      readServed(network, deep, head, known),
    ]);
    return finalized?.ok === true ? finalized : other;
  });
  return await Promise.all(read);
}

const FINALIZED = "finalized";

type KnownHeaders = ReadonlyMap<string, Decoded<BlockHeader> | undefined>;

/**
 * A block by its number, which is refused only if each of several connections refuses it
 * and serves the latest block by the same method: the chain does not have it any more.
 */
async function readServed(
  reader: ChainReader,
  number: bigint,
  head: bigint,
  known: KnownHeaders,
): Promise<Decoded<BlockHeader>> {
  const first = await readNumbered(reader, number, known);
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
  known: KnownHeaders = new Map(),
): Promise<Decoded<BlockHeader>> {
  const block = hexQuantity(number);
  const header = known.get(block) ?? (await reader.readHeader(block));
  if (header.ok && header.value.number !== number) {
    return unread(
      `the node returned block ${header.value.number} in place of block ${number}`,
    );
  }
  return header;
}
