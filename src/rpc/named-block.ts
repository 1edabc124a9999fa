import { randomBytes } from "node:crypto";
import { isHexQuantity } from "../base/hex.ts";
import { isRecord } from "../base/records.ts";

/** A block that does not exist. Whoever answers for it ignores which block is named. */
export const NO_BLOCK = { blockHash: `0x${randomBytes(32).toString("hex")}` };

/** The block that a request names, if it names one. */
export function blockIn(method: string, params: readonly unknown[]): unknown {
  return method === "eth_getBlockByNumber" ? params[0] : params.at(-1);
}

/** Tells whether a request names a block by its hash (EIP-1898). */
export function namesHash(method: string, params: readonly unknown[]): boolean {
  const block = blockIn(method, params);
  return isRecord(block) && Object.hasOwn(block, "blockHash");
}

/** How far a backend of an endpoint may be behind another one, in blocks. */
const MAX_LAG = 32n;

/** The blocks that an endpoint has reported. */
export interface ReportedBlocks {
  /** The number of the highest one. */
  readonly highest: bigint;
  /** The hashes of those that it does not have, or not any more. */
  readonly forgotten: ReadonlySet<unknown>;
}

/**
 * Tells whether a request names a block by its hash, or by the number of one of
 * the latest blocks: a node that does not know the block is behind. No answer
 * has told an older number, and some nodes never had its block.
 */
export function namesBlock(
  method: string,
  params: readonly unknown[],
  { highest, forgotten }: ReportedBlocks,
): boolean {
  const block = blockIn(method, params);
  if (isRecord(block)) {
    return namesHash(method, params) && !forgotten.has(block["blockHash"]);
  }
  return (
    typeof block === "string" &&
    params.length > 1 &&
    /^0x[0-9a-f]{1,16}$/i.test(block) &&
    BigInt(block) > (highest > MAX_LAG ? highest - MAX_LAG : 0n)
  );
}

/** The number of a block that a method returned; 0 of any other result. */
export function reportedHeight(method: string, result: unknown): bigint {
  const { number } = isRecord(result) ? result : {};
  if (method === "eth_getBlockByNumber" && isHexQuantity(number)) {
    return BigInt(number);
  }
  return 0n;
}
