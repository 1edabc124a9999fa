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

  /** {@link read} with many parameters, by {@link requestAll}. */
  async readAll<T>(
    method: string,
    all: readonly Params[],
    decode: Decode<T>,
  ): Promise<readonly Decoded<T>[]> {
    const replies = await this.requestAll(method, all);
    return await Promise.all(
      replies.map(async (reply, index) => {
        const first = decodeReply(reply, decode);
        if (first.ok || !reply.ok) {
          return first;
        }
        const again = await this.request(method, all[index] ?? []);
        const second = decodeReply(again, decode);
        return second.ok ? second : first;
      }),
    );
  }

  /**
   * Requests by one method, sent together where the endpoint takes batches. What these
   * do not answer is requested by itself. One backend may answer all of them, so that the
   * replies do not confirm each other.
   */
  async requestAll(
    method: string,
    all: readonly Params[],
  ): Promise<readonly Reply[]> {
    const { takesBlockHash } = this.#evidence;
    const requestEach = async (
      some: readonly Params[],
      results: BatchResults = [],
    ) =>
      await Promise.all(
        some.map(
          async (params, index) =>
            results[index] ?? (await this.request(method, params)),
        ),
      );
    const results = await this.#requestBatch(method, all);
    const [first, ...rest] = all;
    if (
      first === undefined ||
      results === undefined ||
      takesBlockHash.has(method)
    ) {
      return await requestEach(all, results);
    }
    // It tells whether the others must name the block by its number.
    const one = await this.request(method, first);
    return [
      one,
      ...(takesBlockHash.get(method) === false
        ? await this.requestAll(method, rest)
        : await requestEach(rest)),
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

  /** `undefined` where nothing is sent in batches. */
  async #requestBatch(
    method: string,
    all: readonly Params[],
  ): Promise<BatchResults | undefined> {
    if (all.length < 2) {
      return undefined;
    }
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
    return results;
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
