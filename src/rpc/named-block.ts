import { randomBytes } from "node:crypto";
import { isHexQuantity } from "../base/hex.ts";
import { isRecord, recordOf } from "../base/records.ts";
import type { Reply } from "../http/types.ts";

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
export class ReportedBlocks {
  /** The number of the highest one. */
  #highest = 0n;
  /** The hashes of those that it does not have, or not any more. */
  readonly forgotten = new Set<unknown>([NO_BLOCK.blockHash]);
  /** The numbers and tags of those for which it has returned null to the end. */
  readonly #lacking = new Set<unknown>();

  /** Tells whether null is how the endpoint says that it lacks the block. */
  isLacking(method: string, [block]: readonly unknown[]): boolean {
    return method === "eth_getBlockByNumber" && this.#lacking.has(block);
  }

  /**
   * Tells whether a request names a block by its hash, or by the number of one of
   * the latest blocks: a node that does not know the block is behind. No answer
   * has told an older number, and some nodes never had its block.
   */
  isNamed(method: string, params: readonly unknown[]): boolean {
    const block = blockIn(method, params);
    if (isRecord(block)) {
      const { blockHash } = block;
      return namesHash(method, params) && !this.forgotten.has(blockHash);
    }
    const highest = this.#highest;
    return (
      typeof block === "string" &&
      params.length > 1 &&
      /^0x[0-9a-f]{1,16}$/i.test(block) &&
      BigInt(block) > (highest > MAX_LAG ? highest - MAX_LAG : 0n)
    );
  }

  noteHeight(method: string, reply: Reply | undefined): void {
    const { number } = recordOf(reply?.ok ? reply.result : undefined);
    if (method === "eth_getBlockByNumber" && isHexQuantity(number)) {
      const height = BigInt(number);
      this.#highest = height > this.#highest ? height : this.#highest;
    }
  }

  /** Notes a block that is not there, unless it is one of the latest, which are waited for. */
  noteLacking(method: string, params: readonly unknown[]): void {
    const [block] = params;
    const isOld = block !== "latest" && !this.isNamed(method, params);
    if (method === "eth_getBlockByNumber" && isOld) {
      this.#lacking.add(block);
    }
  }
}
