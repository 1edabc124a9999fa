import { type Hex, hexQuantity, isHex } from "../../../base/hex.ts";
import { elsewhere } from "../../../connect/confirm.ts";
import type { Reply } from "../../../http/types.ts";
import type { BlockHeader } from "../../../rpc/decode-block.ts";
import {
  mayRejectBlockHash,
  wasExecuted,
} from "../../../rpc/judge-rpc-error.ts";
import { NO_BLOCK } from "../../../rpc/named-block.ts";
import type { BatchResults, RpcTransport } from "../../../rpc/types.ts";
import { BlockControl, type Params } from "./block-control.ts";
import type { Evidence } from "./evidence.ts";
import { kindOf, LATEST_ONLY, PROGRAM, type Refusal } from "./refusals.ts";
import { requestTogether } from "./request-together.ts";

/** The block that all reads of a network are pinned to. */
export type PinnedBlock = Pick<BlockHeader, "number" | "hash">;

/** Whether a result can be decoded; the transport retries one that cannot. */
type IsUsable = (result: unknown) => boolean;

/** Sends a request with a block. */
type Ask = (block: unknown, transport?: RpcTransport) => Promise<Reply>;

/** Controls of more words are sent afterwards, and only of those that are not zero. */
const MAX_CONTROLLED_WORDS = 32;

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
  readonly #control: BlockControl;

  constructor(transport: RpcTransport, evidence: Evidence, block: PinnedBlock) {
    this.#transport = transport;
    this.#evidence = evidence;
    this.#control = new BlockControl(transport, evidence);
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
    const { takesBlockHash, refusals } = this.#evidence;
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
   * Where no program has run, the first request of a kind shows whether the others are
   * sent, and how: a program shows that for all of them.
   */
  async request(
    method: string,
    params: Params,
    isUsable?: IsUsable,
  ): Promise<Reply> {
    const kind = kindOf(method, params);
    const send = () => this.#request(kind, method, params, isUsable);
    return this.#evidence.hasProgram
      ? await send()
      : await this.#evidence.refusals.afterFirst(kind, send);
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
    const { takesBlockHash, ignoresBlock, refusals } = this.#evidence;
    const known = this.#evidence.refusalOf(kind);
    if (known !== undefined) {
      return known;
    }
    const ask: Ask = async (block, transport = this.#transport) =>
      await transport.request(method, [...params, block], isUsable);
    if (takesBlockHash.get(method) === false) {
      return await this.#requestByNumber(method, ask);
    }
    const byHash = async (transport?: RpcTransport) => {
      const reply = await ask(this.#byHash, transport);
      if (wasExecuted(reply)) {
        takesBlockHash.set(method, !ignoresBlock.has(method));
      }
      return reply;
    };
    const isIgnored = this.#isIgnored(method, params);
    const refused = await byHash();
    if (refused.ok || !mayRejectBlockHash(refused)) {
      return (await isIgnored)
        ? await this.#requestByNumber(method, ask)
        : refused;
    }
    const refusal = refusals.of(kind, refused);
    return await refusals.follow(refusal, async () => {
      const known = this.#evidence.refusalOf(kind);
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
    const { takesBlockHash } = this.#evidence;
    const number = this.#byNumber;
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
    this.#evidence.servesLatestOnly = true;
    return LATEST_ONLY;
  }

  /** Sends over a connection of its own; `undefined` where there is none. */
  async #elsewhere(
    send: (other: RpcTransport) => Promise<Reply>,
  ): Promise<Reply | undefined> {
    return this.#transport.separate === undefined
      ? undefined
      : await elsewhere(this.#transport, send);
  }

  /** A word of zero means the same at any block, so only the others need a control. */
  async #controlWords(words: readonly Params[]): Promise<void> {
    const method = "eth_getStorageAt";
    const controls = words.map((params) => ({
      method,
      params: [...params, NO_BLOCK],
    }));
    const answered = await this.#transport.requestBatch?.(controls);
    for (const [index, params] of words.entries()) {
      this.#control.keep(method, params, Promise.resolve(answered?.[index]));
      await this.#isIgnored(method, params);
    }
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
    return await requestTogether(this.#transport, method, all);
  }

  async #isIgnored(method: string, params: Params): Promise<boolean> {
    const isTold = this.#isToldByProgram(method);
    return await this.#control.isIgnored(method, params, isTold);
  }

  /** No program tells a word of storage. */
  #isToldByProgram(method: string): boolean {
    return this.hasProgram && method !== "eth_getStorageAt";
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
    const { takesBlockHash, ignoresBlock } = this.#evidence;
    const known = this.#evidence.refusalOf(method);
    if (known !== undefined) {
      return all.map(() => known);
    }
    const isByHash = takesBlockHash.get(method) !== false;
    const block = isByHash ? this.#byHash : this.#byNumber;
    const isOneAsked = isByHash && this.#isToldByProgram(method);
    const isManyWords =
      method === "eth_getStorageAt" && all.length > MAX_CONTROLLED_WORDS;
    const asked: (readonly [params: Params, block: unknown])[] = [];
    for (const [index, params] of all.entries()) {
      asked.push([params, block]);
      if (isByHash && !isOneAsked && (index === 0 || !isManyWords)) {
        // In the same batch, so that one backend answers for both blocks.
        asked.push([params, NO_BLOCK]);
      }
    }
    const isControlled = !isOneAsked || this.#evidence.controls.has(method);
    if (!isControlled) {
      asked.push([first, NO_BLOCK]);
    }
    if (asked.length < 2) {
      return undefined;
    }
    const answering = requestBatch(
      asked.map(([params, at]) => ({ method, params: [...params, at] })),
    );
    for (const [index, [params, at]] of asked.entries()) {
      if (at === NO_BLOCK && !isOneAsked) {
        // A single read of the same needs no control of its own.
        const control = answering.then((some) => some[index]);
        this.#control.keep(method, params, control);
      }
    }
    const answered = await answering;
    const results = answered.filter((_, index) => asked[index]?.[1] === block);
    const controls = answered.filter(
      (_, index) => asked[index]?.[1] === NO_BLOCK,
    );
    for (const control of controls) {
      this.#control.note(method, control);
    }
    if (isByHash && isManyWords) {
      await this.#controlWords(
        all.filter((_, index) => index > 0 && isNotZero(results[index])),
      );
    }
    const count = results.filter((result) => result !== undefined).length;
    if (!isControlled && count > 0) {
      this.#control.keepForAll(method, controls[0]);
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

function isNotZero(reply: Reply | undefined): boolean {
  return reply?.ok === true && isHex(reply.result) && !isZero(reply.result);
}

function isZero(word: Hex): boolean {
  return /^0x0*$/.test(word);
}
