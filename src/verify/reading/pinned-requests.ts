import { hexQuantity } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import type { Reply } from "../../http/types.ts";
import type { BlockHeader } from "../../rpc/decode-block.ts";
import { mayRejectBlockHash, wasExecuted } from "../../rpc/judge-rpc-error.ts";
import type { BatchResults, RpcTransport } from "../../rpc/types.ts";
import type { Evidence } from "./evidence.ts";

/** The block that all reads of a network are pinned to. */
export type PinnedBlock = Pick<BlockHeader, "number" | "hash">;

/** The parameters of a method, without the block, which is the last one. */
export type Params = readonly unknown[];

type Decode<T> = (value: unknown) => Decoded<T>;

/**
 * Requests that name a block: by its hash (EIP-1898), and by its number only where the
 * endpoint refuses hashes. What one method takes, another one may refuse.
 */
export class PinnedRequests {
  /** How many requests did not name the block by its hash. */
  unpinned = 0;
  readonly #transport: RpcTransport;
  readonly #evidence: Evidence;
  readonly #block: PinnedBlock;

  constructor(transport: RpcTransport, evidence: Evidence, block: PinnedBlock) {
    this.#transport = transport;
    this.#evidence = evidence;
    this.#block = block;
  }

  /** Asks a second time what cannot be decoded, since some nodes send `null` at times. */
  async read<T>(
    method: string,
    params: Params,
    decode: Decode<T>,
  ): Promise<Decoded<T>> {
    const reply = await this.request(method, params);
    const first = decodeReply(reply, decode);
    if (first.ok || !reply.ok) {
      return first;
    }
    const second = decodeReply(await this.request(method, params), decode);
    return second.ok ? second : first;
  }

  /**
   * Reads many times by one method, in few requests where the endpoint takes batches.
   * What these do not tell is read by itself. One backend may answer for all of
   * it, so that the readings do not confirm each other.
   */
  async readAll<T>(
    method: string,
    all: readonly Params[],
    decode: Decode<T>,
  ): Promise<readonly Decoded<T>[]> {
    const readEach = async (some: readonly Params[], results: BatchResults) =>
      await Promise.all(
        some.map(async (params, index) => {
          const result = results[index];
          const decoded = result && decodeReply(result, decode);
          return decoded?.ok
            ? decoded
            : await this.read(method, params, decode);
        }),
      );
    const { takesBlockHash } = this.#evidence;
    const results = await this.#requestBatch(method, all);
    const [first, ...rest] = all;
    if (first === undefined || takesBlockHash.has(method)) {
      return await readEach(all, results);
    }
    // It tells whether the others must name the block by its number.
    const one = await this.read(method, first, decode);
    return [
      one,
      ...(takesBlockHash.get(method) === false
        ? await this.readAll(method, rest, decode)
        : await readEach(rest, [])),
    ];
  }

  /**
   * A hash that a method has taken before is not given up, since a backend that refuses
   * it may be of another chain.
   */
  async request(method: string, params: Params): Promise<Reply> {
    const { takesBlockHash } = this.#evidence;
    if (takesBlockHash.get(method) !== false) {
      const reply = await this.#transport.request(method, [
        ...params,
        this.#byHash,
      ]);
      if (wasExecuted(reply)) {
        takesBlockHash.set(method, true);
      }
      if (takesBlockHash.get(method) === true || !mayRejectBlockHash(reply)) {
        return reply;
      }
    }
    this.unpinned += 1;
    const reply = await this.#transport.request(method, [
      ...params,
      this.#byNumber,
    ]);
    if (wasExecuted(reply) && !takesBlockHash.has(method)) {
      takesBlockHash.set(method, false);
    }
    return reply;
  }

  async #requestBatch(
    method: string,
    all: readonly Params[],
  ): Promise<BatchResults> {
    const { takesBlockHash } = this.#evidence;
    const isByHash = takesBlockHash.get(method) !== false;
    const block = isByHash ? this.#byHash : this.#byNumber;
    const results = await this.#transport.requestBatch?.(
      all.map((params) => ({ method, params: [...params, block] })),
    );
    const count = results?.filter((result) => result !== undefined).length ?? 0;
    if (isByHash && count > 0) {
      takesBlockHash.set(method, true);
    }
    this.unpinned += isByHash ? 0 : count;
    return results ?? [];
  }

  get #byHash() {
    return { blockHash: this.#block.hash };
  }

  get #byNumber() {
    return hexQuantity(this.#block.number);
  }
}

function decodeReply<T>(reply: Reply, decode: Decode<T>): Decoded<T> {
  return reply.ok ? decode(reply.result) : { ok: false, reason: reply.reason };
}
