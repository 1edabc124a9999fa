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

/** The hashes that tell a chain from one that was created again. */
export async function readAnchors(
  reader: NetworkReader,
  { block, settled = false }: AnchorsToRead,
): Promise<ChainAnchors> {
  const [genesis, one, other] = await Promise.all([
    readNumbered(reader, 0n),
    block === undefined ? readSettled(reader) : readNumbered(reader, block),
    settled && block !== undefined ? readSettled(reader) : undefined,
  ]);
  const failed = [genesis, one].find((header) => !header.ok);
  return {
    ...(genesis.ok ? { genesisHash: genesis.value.hash } : {}),
    ...(one.ok ? { block: numbered(one.value) } : {}),
    ...(other?.ok === true ? { settled: numbered(other.value) } : {}),
    ...(failed === undefined || failed.ok ? {} : { reason: failed.reason }),
  };
}

function numbered({ number, hash }: BlockHeader): NumberedBlock {
  return { number: number.toString(), hash };
}

/** The finalized block, or one far enough below the latest one. */
async function readSettled(
  reader: NetworkReader,
): Promise<Decoded<BlockHeader>> {
  const finalized = await reader.readHeader("finalized");
  if (finalized.ok) {
    return finalized;
  }
  const head = await reader.readHeader("latest");
  return head.ok
    ? await readNumbered(
        reader,
        head.value.number > DEPTH ? head.value.number - DEPTH : 0n,
      )
    : head;
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
