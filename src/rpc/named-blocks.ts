import type { Hex } from "../base/hex.ts";
import { isHash, isHexQuantity } from "../base/hex.ts";
import { isRecord } from "../base/records.ts";
import type { Failure, Reply } from "../http/types.ts";

/** Several, since one of the backends may be on a fork of its own. */
const READS = 3;

/** In place of the answer to a request for a block that was replaced. */
export const REPLACED: Failure = {
  ok: false,
  kind: "rpc-error",
  reason: "the block was not found any more, since another one has replaced it",
};

/** The blocks that an endpoint has named, and which of them were replaced. */
export class NamedBlocks {
  /** The highest number. */
  highest = 0n;
  readonly #numbers = new Map<string, Hex>();
  readonly #replaced = new Set<string>();
  readonly #checked = new Set<string>();

  note(method: string, reply: Reply | undefined): void {
    const block = reply?.ok === true ? reply.result : undefined;
    if (method !== "eth_getBlockByNumber" || !isRecord(block)) {
      return;
    }
    const { number, hash } = block;
    if (isHexQuantity(number)) {
      this.highest =
        BigInt(number) > this.highest ? BigInt(number) : this.highest;
      if (isHash(hash)) {
        this.#numbers.set(hash.toLowerCase(), number);
      }
    }
  }

  isReplaced(hash: string | undefined): boolean {
    return hash !== undefined && this.#replaced.has(hash.toLowerCase());
  }

  /**
   * Finds out whether a block that is not found is replaced: by the same other one
   * wherever its number is asked for.
   *
   * @param read reads a block by its number, each time over another connection
   */
  async check(
    hash: string,
    read: (number: Hex) => Promise<Reply>,
  ): Promise<void> {
    const key = hash.toLowerCase();
    const number = this.#numbers.get(key);
    if (number === undefined || this.#checked.has(key)) {
      return;
    }
    this.#checked.add(key);
    const replies = await Promise.all(
      Array.from({ length: READS }, async () => await read(number)),
    );
    // One that could not be read counts as the block itself.
    const [one, ...others] = new Set(replies.map((it) => hashIn(it) ?? key));
    if (one !== key && others.length === 0) {
      this.#replaced.add(key);
    }
    this.#checked.delete(key);
  }
}

function hashIn(reply: Reply): string | undefined {
  const { hash } = reply.ok && isRecord(reply.result) ? reply.result : {};
  return isHash(hash) ? hash.toLowerCase() : undefined;
}
