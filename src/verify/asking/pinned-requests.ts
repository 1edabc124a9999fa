import { hexQuantity, isHex } from "../../base/hex.ts";
import { elsewhere, READS } from "../../connect/confirm.ts";
import type { Reply } from "../../http/types.ts";
import { isProgramCall, ZERO_ADDRESS } from "../../rpc/bulk-program.ts";
import type { BlockHeader } from "../../rpc/decode-block.ts";
import {
  lacksMethod,
  mayRejectBlockHash,
  wasExecuted,
} from "../../rpc/judge-rpc-error.ts";
import { NO_BLOCK } from "../../rpc/named-block.ts";
import type { BatchResults, RpcTransport } from "../../rpc/types.ts";
import type { Evidence } from "./evidence.ts";
import { controlCall } from "./state-reader.ts";

/** The block that all reads of a network are pinned to. */
export type PinnedBlock = Pick<BlockHeader, "number" | "hash">;

/** The parameters of a method, without the block, which is the last one. */
export type Params = readonly unknown[];

/** Whether a result can be decoded; the transport retries one that cannot. */
type IsUsable = (result: unknown) => boolean;

/** How often a refused hash is sent over another connection. */
const ELSEWHERE = 3;
/** The same of one that the method has taken before. */
const MAX_ELSEWHERE = 20;

/**
 * Requests that name a block: by its hash (EIP-1898), and by its number only where the
 * endpoint refuses hashes, or ignores them. What one method takes, another one may refuse.
 */
export class PinnedRequests {
  /** How many requests did not name the block by its hash. */
  unpinned = 0;
  /** Whether a program ran on the block, so that single reads are not all that tells. */
  hasProgram: boolean;
  readonly block: PinnedBlock;
  readonly #transport: RpcTransport;
  readonly #evidence: Evidence;
  readonly #byHash: { readonly blockHash: string };
  readonly #byNumber: string;
  #asked = 0;

  constructor(transport: RpcTransport, evidence: Evidence, block: PinnedBlock) {
    this.#transport = transport;
    this.#evidence = evidence;
    this.hasProgram = evidence.hasProgram;
    this.block = block;
    this.#byHash = { blockHash: block.hash };
    this.#byNumber = hexQuantity(block.number);
  }

  /**
   * Requests by one method, sent together where the endpoint takes batches. What these
   * do not answer is requested by itself. One backend may answer all of them, so that the
   * replies do not confirm each other.
   */
  async requestAll(
    method: string,
    all: readonly Params[],
    isUsable: IsUsable = (result) => result !== null,
  ): Promise<readonly Reply[]> {
    const { takesBlockHash } = this.#evidence;
    const request = async (params: Params) =>
      await this.request(method, params, isUsable);
    const requestEach = (some: readonly Params[], known: BatchResults = []) =>
      Promise.all(
        some.map(async (params, index) => {
          const reply = known[index];
          return reply === undefined || (reply.ok && !isUsable(reply.result))
            ? await request(params)
            : reply;
        }),
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
    const one = await request(first);
    const isRefused = takesBlockHash.get(method) === false;
    const others = isRefused
      ? this.requestAll(method, rest, isUsable)
      : requestEach(rest);
    return [one, ...(await others)];
  }

  /**
   * A refusal shows something of one backend only, so the hash is sent again over other
   * connections. One that the method has taken before is not given up, since a
   * backend that refuses it may be of another chain.
   */
  async request(
    method: string,
    params: Params,
    isUsable?: IsUsable,
  ): Promise<Reply> {
    const { takesBlockHash, ignoresBlock } = this.#evidence;
    if (this.#evidence.servesLatestOnly) {
      return LATEST_ONLY;
    }
    const ask = async (transport: RpcTransport, block: unknown) =>
      await transport.request(method, [...params, block], isUsable);
    const byHash = async (transport: RpcTransport) => {
      const reply = await ask(transport, this.#byHash);
      if (wasExecuted(reply)) {
        takesBlockHash.set(method, !ignoresBlock.has(method));
      }
      return reply;
    };
    if (takesBlockHash.get(method) !== false) {
      const isIgnored = this.#isIgnored(method, params);
      let reply = await byHash(this.#transport);
      const isTaken = () => takesBlockHash.get(method) === true;
      const most = () => (isTaken() ? MAX_ELSEWHERE : ELSEWHERE);
      for (let n = 0; mayRejectBlockHash(reply) && n < most(); n += 1) {
        const other = this.#transport.separate?.();
        reply = other === undefined ? reply : await byHash(other);
        await other?.close();
      }
      if (!(await isIgnored) && (isTaken() || !mayRejectBlockHash(reply))) {
        return reply;
      }
    }
    this.unpinned += 1;
    const reply = await ask(this.#transport, this.#byNumber);
    if (wasExecuted(reply) && !takesBlockHash.has(method)) {
      takesBlockHash.set(method, false);
    }
    if (mayRejectBlockHash(reply) && !takesBlockHash.has(method)) {
      const latest = await ask(this.#transport, "latest");
      this.#evidence.servesLatestOnly ||= wasExecuted(latest);
    }
    return this.#evidence.servesLatestOnly ? LATEST_ONLY : reply;
  }

  /** Requests over connections of their own, in a share of the network's time. */
  async within<T>(
    share: number,
    read: (own: PinnedRequests) => Promise<T>,
  ): Promise<T> {
    const readBy = async (own: RpcTransport) =>
      await read(new PinnedRequests(own, this.#evidence, this.block));
    return await elsewhere(this.#transport, readBy, share);
  }

  /** Requests that name the block by themselves, if at all. */
  async requestPlain(
    method: string,
    all: readonly Params[],
  ): Promise<readonly Reply[]> {
    const isMany = all.length > 1;
    const batch = isMany && this.#transport.requestBatch;
    const calls = all.map((params) => ({ method, params }));
    const known = batch ? await batch(calls) : [];
    let missing: Reply | undefined;
    const replies: Reply[] = [];
    for (const [index, params] of all.entries()) {
      const reply =
        known[index] ??
        missing ??
        (await this.#transport.request(method, params));
      missing ??= lacksMethod(reply) ? reply : undefined;
      replies.push(reply);
    }
    return replies;
  }

  /**
   * Whether a method is answered for a block that does not exist, so that its hash says
   * nothing. Asked beside each request, or the first one where a program tells the rest:
   * a cache that ignores the block may have the answers to some requests only.
   */
  async #isIgnored(method: string, params: Params): Promise<boolean> {
    const asked = isProgramCall(method, params) ? CONTROL : params;
    const { controls } = this.#evidence;
    const key = this.#isToldByProgram(method)
      ? method
      : JSON.stringify([method, asked]);
    this.#asked += 1;
    if (hasEvenOnes(this.#asked)) {
      await undefined;
    }
    const control = controls.get(key) ?? this.#readControl(method, asked);
    controls.set(key, control);
    if (isAnswer(await control)) {
      this.#noteIgnored(method);
    }
    return this.#evidence.ignoresBlock.has(method);
  }

  /** No program tells a word of storage. */
  #isToldByProgram(method: string): boolean {
    return this.hasProgram && method !== "eth_getStorageAt";
  }

  #noteIgnored(method: string): void {
    this.#evidence.ignoresBlock.add(method);
    this.#evidence.takesBlockHash.set(method, false);
  }

  /** Repeated where nothing was refused, since a gateway's error is no node's answer. */
  async #readControl(method: string, params: Params): Promise<Reply> {
    const read = async () =>
      await this.#transport.request(method, [...params, NO_BLOCK]);
    let reply = await read();
    for (let n = 1; n < READS && isOfGateway(reply); n += 1) {
      reply = await read();
    }
    return reply;
  }

  /** `undefined` where nothing is sent in batches. */
  async #requestBatch(
    method: string,
    all: readonly Params[],
  ): Promise<BatchResults | undefined> {
    const [first] = all;
    const { requestBatch } = this.#transport;
    if (requestBatch === undefined || first === undefined) {
      return undefined;
    }
    const { takesBlockHash, ignoresBlock, servesLatestOnly } = this.#evidence;
    if (servesLatestOnly) {
      return all.map(() => LATEST_ONLY);
    }
    const isByHash = takesBlockHash.get(method) !== false;
    const blocks: unknown[] = [isByHash ? this.#byHash : this.#byNumber];
    const isOneAsked = isByHash && this.#isToldByProgram(method);
    if (isByHash && !isOneAsked) {
      // In the same batch, so that one backend answers for both blocks.
      blocks.push(NO_BLOCK);
    }
    const calls = all.flatMap((params) =>
      blocks.map((block) => ({ method, params: [...params, block] })),
    );
    const { controls: known } = this.#evidence;
    const isControlled = !isOneAsked || known.has(method);
    if (!isControlled) {
      calls.push({ method, params: [...first, NO_BLOCK] });
    }
    if (calls.length < 2) {
      return undefined;
    }
    const answering = requestBatch(calls);
    for (const [index, params] of blocks.length < 2 ? [] : all.entries()) {
      // A single read of the same needs no control of its own.
      const key = JSON.stringify([method, params]);
      const control = answering.then((some) => some[2 * index + 1]);
      known.set(key, known.get(key) ?? control.then(answerOrNone));
    }
    const answered = await answering;
    const results = all.map((_, index) => answered[index * blocks.length]);
    const controls = answered.filter(
      (_, index) =>
        index % blocks.length > 0 || index >= all.length * blocks.length,
    );
    if (controls.some(isAnswer)) {
      this.#noteIgnored(method);
    }
    const count = results.filter((result) => result !== undefined).length;
    if (!isControlled && count > 0) {
      known.set(method, Promise.resolve(answerOrNone(controls[0])));
    }
    if (isByHash && count > 0) {
      const isIgnored = isOneAsked && (await this.#isIgnored(method, first));
      if (isIgnored || ignoresBlock.has(method)) {
        return await this.#requestBatch(method, all);
      }
      takesBlockHash.set(method, true);
    }
    this.unpinned += isByHash ? 0 : count;
    return results;
  }
}

/**
 * Whether a number has an even number of ones in binary. The order of a read and its
 * control follows this sequence, which has no period: else backends that take turns
 * could answer the one or the other only.
 */
function hasEvenOnes(count: number): boolean {
  let isEven = true;
  for (let rest = count; rest > 0; rest >>= 1) {
    isEven = isEven !== (rest % 2 === 1);
  }
  return isEven;
}

function answerOrNone(reply: Reply | undefined): Reply {
  return reply ?? NOT_ANSWERED;
}

/** A call of a batch that had no result. */
const NOT_ANSWERED: Reply = {
  ok: false,
  kind: "rpc-error",
  reason: "it was not answered in a batch",
};

/** What every read of a block is told, once one has shown it. */
const LATEST_ONLY: Reply = {
  ok: false,
  kind: "rpc-error",
  reason:
    "the endpoint only serves its latest block, so that nothing shows of what block its answers are: use another endpoint",
};

/** In place of a program, of which the answer is not in any cache. */
const CONTROL: Params = [{ from: ZERO_ADDRESS, ...controlCall() }];

function isAnswer(reply: Reply | undefined): boolean {
  return reply?.ok === true
    ? isHex(reply.result)
    : reply !== undefined && wasExecuted(reply);
}

function isOfGateway(reply: Reply): boolean {
  return !reply.ok && !["rpc-error", "timeout"].includes(reply.kind);
}
