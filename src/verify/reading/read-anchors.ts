import { hexQuantity } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import type { BlockHeader } from "../../rpc/decode-block.ts";
import type { ChainAnchors, NumberedBlock } from "../report.ts";
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
    readNumbered(reader, 0n),
    block === undefined
      ? readSettled(reader, head)
      : readNumbered(reader, block),
    settled && block !== undefined ? readSettled(reader, head) : undefined,
  ]);
  const failed = [genesis, one].find((header) => !header.ok);
  return {
    genesisHash: genesis.ok ? genesis.value.hash : undefined,
    block: numbered(one),
    settled: numbered(other),
    reason: failed?.ok === false ? failed.reason : undefined,
  };
}

function numbered(
  header: Decoded<BlockHeader> | undefined,
): NumberedBlock | undefined {
  return header?.ok === true
    ? { number: header.value.number.toString(), hash: header.value.hash }
    : undefined;
}

/** The finalized block, or one far enough below the latest one. */
async function readSettled(
  reader: NetworkReader,
  head: bigint,
): Promise<Decoded<BlockHeader>> {
  const [finalized, deep] = await Promise.all([
    reader.readHeader("finalized"),
    readNumbered(reader, head > DEPTH ? head - DEPTH : 0n),
  ]);
  return finalized.ok ? finalized : deep;
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
