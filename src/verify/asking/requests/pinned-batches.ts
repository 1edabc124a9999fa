import { setImmediate } from "node:timers/promises";
import { isHex, isZeroHex } from "../../../base/hex.ts";
import type { Reply } from "../../../http/types.ts";
import { lacksMethod } from "../../../rpc/judge-rpc-error.ts";
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

/** The results of a batch in the order of its requests. */
interface PinnedResults {
  readonly results: BatchResults;
  /** The number of answers to requests that named the block by its number. */
  readonly unpinned: number;
}

/** What requests of a pinned block are sent by. */
export interface PinnedWay {
  readonly transport: RpcTransport;
  readonly evidence: Evidence;
  readonly control: BlockControl;
  /** The two ways to name the pinned block. */
  readonly block: Readonly<Record<"byHash" | "byNumber", unknown>>;
}

/**
 * Sends requests by one method in a batch; `undefined` where nothing is sent in batches.
 *
 * @param isTold whether a program tells the same, so that one control is enough
 */
export async function requestBatch(
  way: PinnedWay,
  method: string,
  all: readonly Params[],
  isTold: boolean,
): Promise<PinnedResults | undefined> {
  const [first] = all;
  const { transport, evidence, control } = way;
  if (transport.requestBatch === undefined || first === undefined) {
    return undefined;
  }
  const { takesBlockHash, ignoresBlock, controls: known } = evidence;
  const refusal = evidence.refusalOf(method);
  if (refusal !== undefined) {
    return { results: all.map(() => refusal), unpinned: 0 };
  }
  const isByHash = takesBlockHash.get(method) !== false;
  const isOneAsked = isByHash && isTold;
  const hasControl = known.has(method);
  const isManyWords =
    method === "eth_getStorageAt" && all.length > MAX_CONTROLLED_WORDS;
  const isFirstOnly = isManyWords || (isOneAsked && !hasControl);
  const isControlled = (params: Params, index: number) => {
    if (!isByHash) {
      return false;
    }
    if (isFirstOnly) {
      return index === 0;
    }
    // A further read that says the same needs no control of its own.
    return !isOneAsked && !control.isKept(method, params);
  };
  const { byHash, byNumber } = way.block;
  const asked: (readonly [params: Params, block: unknown])[] = [];
  for (const [index, params] of all.entries()) {
    asked.push([params, isByHash ? byHash : byNumber]);
    // Next to each other, one backend answers for both blocks.
    if (isControlled(params, index)) {
      asked.push([params, NO_BLOCK]);
    }
  }
  if (asked.length < 2) {
    return undefined;
  }
  const answering = transport.requestBatch(
    asked.map(([params, block]) => ({ method, params: [...params, block] })),
  );
  const isControl = (index: number) => asked[index]?.[1] === NO_BLOCK;
  for (const [index, [params]] of asked.entries()) {
    if (isControl(index) && !isOneAsked) {
      // A single read of the same needs no control of its own.
      const said = answering.then((some) => some[index]);
      control.keep(method, params, said);
    }
  }
  const answered = await answering;
  const results = answered.filter((_, index) => !isControl(index));
  const controls = answered.filter((_, index) => isControl(index));
  for (const said of controls) {
    control.note(method, said);
  }
  if (isByHash && isManyWords) {
    await controlWords(
      way,
      all.filter((_, index) => index > 0 && isFilledWord(results[index])),
    );
  }
  const count = results.filter((result) => result !== undefined).length;
  if (isOneAsked && !hasControl && count > 0) {
    control.keepForAll(method, controls[0]);
  }
  if (!isByHash) {
    return { results, unpinned: count };
  }
  if (count > 0) {
    const isIgnored =
      isOneAsked && (await control.isIgnored(method, first, true));
    if (isIgnored || ignoresBlock.has(method)) {
      return await requestBatch(way, method, all, isTold);
    }
    takesBlockHash.set(method, true);
  }
  return { results, unpinned: 0 };
}

/** A word of zero means the same at any block, so only the others need a control. */
async function controlWords(
  { transport, control }: PinnedWay,
  words: readonly Params[],
): Promise<void> {
  const method = "eth_getStorageAt";
  const controls = words.map((params) => ({
    method,
    params: [...params, NO_BLOCK],
  }));
  const answered = await transport.requestBatch?.(controls);
  for (const [index, params] of words.entries()) {
    control.keep(method, params, Promise.resolve(answered?.[index]));
    await control.isIgnored(method, params, false);
  }
}

/** True if a reply is a word of storage that is not zero. */
function isFilledWord(reply: Reply | undefined): boolean {
  return reply?.ok === true && isHex(reply.result) && !isZeroHex(reply.result);
}

/** Calls that wait to be sent, and the promise of all that are sent with them. */
interface Together {
  readonly calls: RpcCall[];
  readonly replies: Promise<readonly Reply[]>;
}

/**
 * Requests that are sent together, by any methods: those that are made in one turn of the
 * event loop in one batch where the endpoint takes that, and by itself what that does not
 * answer. A method that is missing is asked for once.
 */
export class RequestsTogether {
  readonly #transport: RpcTransport;
  #waiting: Together | undefined;

  constructor(transport: RpcTransport) {
    this.#transport = transport;
  }

  /** Requests by one method, in their order. */
  async request(
    method: string,
    all: readonly (readonly unknown[])[],
  ): Promise<readonly Reply[]> {
    this.#waiting ??= this.#start();
    const { calls, replies } = this.#waiting;
    const start = calls.length;
    calls.push(...all.map((params) => ({ method, params })));
    return (await replies).slice(start, start + all.length);
  }

  #start(): Together {
    const calls: RpcCall[] = [];
    const send = async () => {
      await setImmediate();
      this.#waiting = undefined;
      return await this.#send(calls);
    };
    return { calls, replies: send() };
  }

  async #send(calls: readonly RpcCall[]): Promise<readonly Reply[]> {
    const { requestBatch } = this.#transport;
    const isMany = calls.length > 1;
    const known = isMany ? await requestBatch?.(calls) : undefined;
    const replies: Reply[] = [];
    const byMethod = Map.groupBy(calls.entries(), ([, { method }]) => method);
    const lanes = [...byMethod].map(async ([method, some]) => {
      let missing: Reply | undefined;
      for (const [index, { params }] of some) {
        const reply =
          known?.[index] ??
          missing ??
          (await this.#transport.request(method, params));
        missing ??= lacksMethod(reply) ? reply : undefined;
        replies[index] = reply;
      }
    });
    await Promise.all(lanes);
    return replies;
  }
}
