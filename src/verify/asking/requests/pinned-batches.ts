import { isHex, isZeroHex } from "../../../base/hex.ts";
import type { Reply } from "../../../http/types.ts";
import { NO_BLOCK } from "../../../rpc/named-block.ts";
import type {
  BatchResults,
  RpcCall,
  RpcTransport,
} from "../../../rpc/types.ts";
import type { BlockControl, Params } from "./block-control.ts";
import type { Evidence } from "./evidence.ts";

/** Controls of more words are sent afterwards, and only of those that are not zero. */
const MAX_CONTROLLED_WORDS = 32;

/** The two ways to name the pinned block. */
export interface NamedBlock {
  readonly byHash: { readonly blockHash: string };
  readonly byNumber: string;
}

/** The results of a batch in the order of its requests. */
interface PinnedResults {
  readonly results: BatchResults;
  /** The number of answers to requests that named the block by its number. */
  readonly unpinned: number;
}

/** Batches of requests that name the pinned block, with controls. */
export class PinnedBatches {
  readonly #transport: RpcTransport;
  readonly #evidence: Evidence;
  readonly #control: BlockControl;
  readonly #block: NamedBlock;

  constructor(
    transport: RpcTransport,
    evidence: Evidence,
    control: BlockControl,
    block: NamedBlock,
  ) {
    this.#transport = transport;
    this.#evidence = evidence;
    this.#control = control;
    this.#block = block;
  }

  /**
   * Sends requests by one method in a batch; `undefined` where nothing is sent in batches.
   *
   * @param isTold whether a program tells the same, so that one control is enough
   */
  async request(
    method: string,
    all: readonly Params[],
    isTold: boolean,
  ): Promise<PinnedResults | undefined> {
    const [first] = all;
    const { requestBatch } = this.#transport;
    if (requestBatch === undefined || first === undefined) {
      return undefined;
    }
    const { takesBlockHash, ignoresBlock, controls: known } = this.#evidence;
    const refusal = this.#evidence.refusalOf(method);
    if (refusal !== undefined) {
      return { results: all.map(() => refusal), unpinned: 0 };
    }
    const isByHash = takesBlockHash.get(method) !== false;
    const isOneAsked = isByHash && isTold;
    const hasControl = known.has(method);
    const isManyWords =
      method === "eth_getStorageAt" && all.length > MAX_CONTROLLED_WORDS;
    const isFirstOnly = isManyWords || (isOneAsked && !hasControl);
    const isControlled: IsControlled = (params, index) => {
      if (!isByHash) {
        return false;
      }
      if (isFirstOnly) {
        return index === 0;
      }
      // A further read that says the same needs no control of its own.
      return !isOneAsked && !this.#control.isKept(method, params);
    };
    const { byHash, byNumber } = this.#block;
    const block = isByHash ? byHash : byNumber;
    const batch = controlledBatch(method, all, block, isControlled);
    if (batch.asked.length < 2) {
      return undefined;
    }
    const answering = requestBatch(callsOf(batch));
    for (const [index, { params, isControl }] of batch.asked.entries()) {
      if (isControl && !isOneAsked) {
        // A single read of the same needs no control of its own.
        const control = answering.then((some) => some[index]);
        this.#control.keep(method, params, control);
      }
    }
    const { results, controls } = repliesOf(batch, await answering);
    for (const control of controls) {
      this.#control.note(method, control);
    }
    if (isByHash && isManyWords) {
      await this.#controlWords(
        all.filter((_, index) => index > 0 && isFilledWord(results[index])),
      );
    }
    const count = results.filter((result) => result !== undefined).length;
    if (isOneAsked && !hasControl && count > 0) {
      this.#control.keepForAll(method, controls[0]);
    }
    if (!isByHash) {
      return { results, unpinned: count };
    }
    if (count > 0) {
      const isIgnored =
        isOneAsked && (await this.#control.isIgnored(method, first, true));
      if (isIgnored || ignoresBlock.has(method)) {
        return await this.request(method, all, isTold);
      }
      takesBlockHash.set(method, true);
    }
    return { results, unpinned: 0 };
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
      await this.#control.isIgnored(method, params, false);
    }
  }
}

/** Requests by one method in a batch, with controls for a block that does not exist. */
interface ControlledBatch {
  readonly method: string;
  readonly asked: readonly Asked[];
}

interface Asked {
  readonly params: Params;
  readonly block: unknown;
  readonly isControl: boolean;
}

/** Tells which requests get a control in the same batch. */
type IsControlled = (params: Params, index: number) => boolean;

/**
 * Puts requests and their controls next to each other, so that one backend answers for
 * both blocks.
 */
function controlledBatch(
  method: string,
  all: readonly Params[],
  block: unknown,
  isControlled: IsControlled,
): ControlledBatch {
  const asked: Asked[] = [];
  for (const [index, params] of all.entries()) {
    asked.push({ params, block, isControl: false });
    if (isControlled(params, index)) {
      asked.push({ params, block: NO_BLOCK, isControl: true });
    }
  }
  return { method, asked };
}

/** The calls of a batch. */
function callsOf({ method, asked }: ControlledBatch): RpcCall[] {
  return asked.map(({ params, block }) => ({
    method,
    params: [...params, block],
  }));
}

/** The replies to the requests of a batch, in their order, and those to its controls. */
function repliesOf({ asked }: ControlledBatch, answered: BatchResults) {
  const isControl = (index: number) => asked[index]?.isControl === true;
  return {
    results: answered.filter((_, index) => !isControl(index)),
    controls: answered.filter((_, index) => isControl(index)),
  };
}

/** True if a reply is a word of storage that is not zero. */
function isFilledWord(reply: Reply | undefined): boolean {
  return reply?.ok === true && isHex(reply.result) && !isZeroHex(reply.result);
}
