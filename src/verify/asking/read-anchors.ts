import { hexQuantity } from "../../base/hex.ts";
import { type Decoded, given, unread } from "../../base/records.ts";
import type { BlockHeader } from "../../rpc/decode-block.ts";
import type { Gap } from "../found.ts";
import type { ChainAnchors, NumberedBlock } from "../report.ts";
import { because, told } from "../values/reason.ts";
import type { NetworkReader } from "./network-reader.ts";

/** Which block to read, next to the genesis block. */
export interface AnchorsToRead {
  /** By its number; by default one that is settled. */
  readonly block?: bigint | undefined;
  /** Whether to read a settled block besides. */
  readonly settled?: boolean | undefined;
}

/** The block that counts as settled where the node does not tell. */
const DEPTH = 64n;

/**
 * The hashes that tell a chain from one that was created again.
 *
 * @param head the number of the block that everything else is read at
 */
export async function readAnchors(
  reader: NetworkReader,
  head: bigint,
  { block, settled = false }: AnchorsToRead,
): Promise<ChainAnchors> {
  const [genesis, one, other] = await Promise.all([
    readServed(reader, 0n, head),
    block === undefined
      ? readSettled(reader, head)
      : readServed(reader, block, head),
    settled && block !== undefined ? readSettled(reader, head) : undefined,
  ]);
  const failed = [genesis, one].filter((header) => !header.ok);
  const { reason } =
    failed.find(({ isRefused }) => isRefused !== true) ?? failed[0] ?? {};
  const first = numbered(genesis);
  return {
    genesisHash: first === null ? null : first?.hash,
    block: numbered(one),
    settled: numbered(other),
    reason,
  };
}

/** A block that was read; `null` for one that the endpoint does not serve. */
function numbered(
  header: Decoded<BlockHeader> | undefined,
): NumberedBlock | null | undefined {
  if (header?.ok === true) {
    const { number, hash } = header.value;
    return { number: number.toString(), hash };
  }
  return header?.isRefused === true ? null : undefined;
}

/**
 * What tells the chain although the endpoint does not serve all its anchors.
 *
 * @param locked the number of the locked block
 */
export function unservedBlocks(
  { genesisHash, block, reason }: ChainAnchors = {},
  locked: bigint | undefined,
): readonly Gap[] {
  const settled = locked === undefined ? "a settled block" : `block ${locked}`;
  const unserved = given(
    genesisHash === null && "block 0",
    block === null && settled,
  );
  const served = given(genesisHash && "block 0", block && settled);
  const known = ["its id", "the codes of its contracts", ...served].join(", ");
  const facts = { blocks: unserved.join(" and "), known };
  const why = told(reason ?? "");
  return given(
    unserved.length > 0 && { reason: because("block-pruned", why, facts) },
  );
}

/** The finalized block, or one far enough below the latest one. */
async function readSettled(
  reader: NetworkReader,
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
  reader: NetworkReader,
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
  reader: NetworkReader,
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
