import { hexQuantity } from "../../../base/hex.ts";
import { elsewhere } from "../../../connect/confirm.ts";
import type { Reply } from "../../../http/types.ts";
import { isProgramCall } from "../../../rpc/bulk-program.ts";
import {
  mayRejectBlockHash,
  wasExecuted,
} from "../../../rpc/judge-rpc-error.ts";
import type { BatchResults, RpcTransport } from "../../../rpc/types.ts";
import {
  BlockControl,
  type Params,
  type PinnedBlock,
} from "./block-control.ts";
import type { Evidence } from "./evidence.ts";
import {
  type PinnedWay,
  RequestsTogether,
  requestBatch,
} from "./pinned-batches.ts";
import { LATEST_ONLY, PROGRAM, type Refusal } from "./refusals.ts";

/**
 * Tells whether a result can be decoded; the transport retries one that cannot.
 */
type IsUsable = (result: unknown) => boolean;

/** Sends a request with a block. */
type Ask = (block: unknown, transport?: RpcTransport) => Promise<Reply>;

/**
 * Requests that name a block: by its hash (EIP-1898), and by its number only where the
 * endpoint refuses hashes, or ignores them. What one method takes, another one may refuse.
 */
export class PinnedRequests {
  /** How many requests did not name the block by its hash. */
  unpinned = 0;
  /**
   * True if a program ran on the block, so that single reads are not all that
   * tells.
   */
  hasProgram: boolean;
  readonly block: PinnedBlock;
  /** Requests that name the block by themselves, if at all. */
  readonly together: RequestsTogether;
  readonly #way: PinnedWay;

  constructor(transport: RpcTransport, evidence: Evidence, block: PinnedBlock) {
    this.together = new RequestsTogether(transport);
    this.hasProgram = evidence.hasProgram;
    this.block = block;
    const control = new BlockControl(transport, evidence);
    const byHash = { blockHash: block.hash };
    const named = { byHash, byNumber: hexQuantity(block.number) };
    this.#way = { transport, evidence, control, block: named };
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
    const { takesBlockHash, refusals } = this.#way.evidence;
    const request = async (params: Params) =>
      await this.request(method, params, isUsable);
    const requestEach = (some: readonly Params[], known: BatchResults = []) =>
      Promise.all(
        some.map(async (params, index) => {
          const reply = known[index];
          if (reply !== undefined && (!reply.ok || isUsable(reply.result))) {
            return reply;
          }
          const single = await request(params);
          refusals.overcome += index in known && wasExecuted(single) ? 1 : 0;
          return single;
        }),
      );
    const isTold = this.#isToldByProgram(method);
    const batch = await requestBatch(this.#way, method, all, isTold);
    this.unpinned += batch?.unpinned ?? 0;
    const results = batch?.results;
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
   * Where no program has run, the first request of a kind shows whether the others are
   * sent, and how: a program shows that for all of them.
   */
  async request(
    method: string,
    params: Params,
    isUsable?: IsUsable,
  ): Promise<Reply> {
    const kind = isProgramCall(method, params) ? PROGRAM : method;
    const send = () => this.#request(kind, method, params, isUsable);
    if (this.#way.evidence.hasProgram) {
      return await send();
    }
    return await this.#way.evidence.refusals.afterFirst(kind, send);
  }

  /**
   * A refusal shows something of one backend only, so the hash is sent again over other
   * connections. One that the method has taken before is not given up, since a
   * backend that refuses it may be of another chain.
   */
  async #request(
    kind: string,
    method: string,
    params: Params,
    isUsable: IsUsable | undefined,
  ): Promise<Reply> {
    const { takesBlockHash, ignoresBlock, refusals } = this.#way.evidence;
    const known = this.#way.evidence.refusalOf(kind);
    if (known !== undefined) {
      return known;
    }
    const ask: Ask = async (block, transport = this.#way.transport) =>
      await transport.request(method, [...params, block], isUsable);
    if (takesBlockHash.get(method) === false) {
      return await this.#requestByNumber(method, ask);
    }
    const byHash = async (transport?: RpcTransport) => {
      const reply = await ask(this.#way.block.byHash, transport);
      if (wasExecuted(reply)) {
        takesBlockHash.set(method, !ignoresBlock.has(method));
      }
      return reply;
    };
    const isIgnored = this.#isIgnored(method, params);
    const refused = await byHash();
    if (refused.ok || !mayRejectBlockHash(refused)) {
      if (await isIgnored) {
        return await this.#requestByNumber(method, ask);
      }
      return refused;
    }
    const refusal = refusals.of(kind, refused);
    return await refusals.follow(refusal, async () => {
      const known = this.#way.evidence.refusalOf(kind);
      if (known !== undefined) {
        return known;
      }
      const isTaken = () => takesBlockHash.get(method) === true;
      const send = async () => await this.#elsewhere(byHash);
      const reply =
        takesBlockHash.get(method) === false
          ? refused
          : await refusal.elsewhere(refused, send, isTaken);
      const isRefused = mayRejectBlockHash(reply) && !refusal.isOfMethod;
      const last =
        !(await isIgnored) && (isTaken() || !isRefused)
          ? reply
          : await this.#requestByNumber(method, ask, refusal);
      if (kind === PROGRAM || refusal.isOfMethod) {
        refusals.noteRefused(kind, last);
      }
      return last;
    });
  }

  /** @param refusal what the method said to the block's hash */
  async #requestByNumber(
    method: string,
    ask: Ask,
    refusal?: Refusal,
  ): Promise<Reply> {
    const { takesBlockHash } = this.#way.evidence;
    const number = this.#way.block.byNumber;
    this.unpinned += 1;
    const reply = await ask(number);
    if (takesBlockHash.has(method)) {
      return reply;
    }
    if (wasExecuted(reply)) {
      takesBlockHash.set(method, false);
      refusal?.noteOfHashes();
    }
    if (!mayRejectBlockHash(reply) || refusal === undefined) {
      return reply;
    }
    if (!wasExecuted(await ask("latest"))) {
      refusal.isOfMethod = true;
      return reply;
    }
    // It may have been a failure that passes.
    const again = await this.#elsewhere((other) => ask(number, other));
    if (again !== undefined && !mayRejectBlockHash(again)) {
      return again;
    }
    this.#way.evidence.servesLatestOnly = true;
    return LATEST_ONLY;
  }

  /** Sends over a connection of its own; `undefined` where there is none. */
  async #elsewhere(
    send: (other: RpcTransport) => Promise<Reply>,
  ): Promise<Reply | undefined> {
    if (this.#way.transport.separate === undefined) {
      return undefined;
    }
    return await elsewhere(this.#way.transport, send);
  }

  /** Requests over connections of their own, in a share of the network's time. */
  async within<T>(
    share: number,
    read: (own: PinnedRequests) => Promise<T>,
  ): Promise<T> {
    const readBy = async (own: RpcTransport) =>
      await read(new PinnedRequests(own, this.#way.evidence, this.block));
    return await elsewhere(this.#way.transport, readBy, share);
  }

  async #isIgnored(method: string, params: Params): Promise<boolean> {
    const isTold = this.#isToldByProgram(method);
    return await this.#way.control.isIgnored(method, params, isTold);
  }

  /** No program tells a word of storage. */
  #isToldByProgram(method: string): boolean {
    return this.hasProgram && method !== "eth_getStorageAt";
  }
}
