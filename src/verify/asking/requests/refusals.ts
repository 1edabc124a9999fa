import type { Failure, Reply } from "../../../http/types.ts";
import {
  lacksMethod,
  mayRejectBlockHash,
  wasExecuted,
} from "../../../rpc/judge-rpc-error.ts";

/** The kind of the calls that run a program; other requests have their method's name. */
export const PROGRAM = "program";

/** How often a refused hash is sent over another connection. */
const ELSEWHERE = 3;
/** The same of one that the method has taken before. */
const MAX_ELSEWHERE = 20;
/** An endpoint that has another text for each error is not looked into for each. */
const MAX_TEXTS = 16;

/** The reply to every read of a block, once an endpoint has refused one. */
export const LATEST_ONLY: Failure = {
  ok: false,
  kind: "rpc-error",
  reason:
    "the endpoint only serves its latest block, so that nothing shows of what block its answers are: use another endpoint",
};

/** An error that may refuse a block's hash, and what became of requests that met it. */
export class Refusal {
  /** True if a request that met it has been followed to its end. */
  isKnown = false;
  /**
   * True if it comes however the block is named, so that it is not about
   * hashes.
   */
  isOfMethod = false;
  readonly #text: string;
  readonly #all: Refusals;
  /** How often it came in a row from other connections. */
  #inRow = 0;

  constructor(text: string, all: Refusals) {
    this.#text = text;
    this.#all = all;
  }

  /** Notes that the same request was answered with the block's number. */
  noteOfHashes(): void {
    this.#all.hashTexts.add(this.#text);
  }

  /**
   * Sends a refused request again over other connections, until one takes it, or until it
   * has come so often in a row, for whatever requests, that it is the endpoint's.
   *
   * @param send `undefined` where there are no other connections
   * @param isTaken whether the method has taken a hash
   */
  async elsewhere(
    refused: Reply,
    send: () => Promise<Reply | undefined>,
    isTaken: () => boolean,
  ): Promise<Reply> {
    const first = this.#all.hashTexts.has(this.#text) ? 0 : ELSEWHERE;
    const most = () => (isTaken() ? MAX_ELSEWHERE : first);
    let reply = refused;
    for (
      let count = 0;
      mayRejectBlockHash(reply) && Math.max(count, this.#inRow) < most();
      count += 1
    ) {
      const next = await send();
      if (next === undefined) {
        break;
      }
      reply = next;
      this.#inRow += 1;
      if (wasExecuted(reply)) {
        this.#inRow = 0;
        this.#all.overcome += count + 1;
      }
    }
    return reply;
  }
}

/**
 * The errors of an endpoint that may refuse a block's hash. What one of them means is found
 * out once for all requests that meet it, in whatever pass, and not for each again.
 */
export class Refusals {
  /**
   * The failure of each kind of request that it refuses however the block is
   * named.
   */
  readonly refused: Map<string, Failure> = new Map();
  /** How many requests were refused that were then answered elsewhere, or by themselves. */
  overcome = 0;
  /** The texts that came for a hash, and not for the same block's number. */
  readonly hashTexts: Set<string> = new Set();
  readonly #known = new Map<string, Refusal>();
  readonly #firsts = new Map<string, Promise<unknown>>();
  #underway: Promise<unknown> | undefined;

  /** @param kind the kind of request that met it */
  of(kind: string, { reason }: Failure): Refusal {
    const said = reason.replaceAll(/0x[\da-f]+|\d+/gi, "#");
    const isNew = !this.#known.has(`${kind}: ${said}`);
    const text = isNew && this.#known.size >= MAX_TEXTS ? "" : said;
    const key = `${kind}: ${text}`;
    const refusal = this.#known.get(key) ?? new Refusal(text, this);
    this.#known.set(key, refusal);
    return refusal;
  }

  /**
   * Notes that a kind of request is refused. It proves nothing, so that what is not sent
   * any more is unknown; a method that is not offered is asked all the same, since that is
   * a finding.
   */
  noteRefused(kind: string, reply: Reply): void {
    if (!reply.ok && mayRejectBlockHash(reply) && !lacksMethod(reply)) {
      this.refused.set(kind, { ...reply, kind: "not-sent" });
    }
  }

  /**
   * Sends the first request of a kind alone, and the others once it has ended: it shows
   * how they must name the block, or that none of them need be sent.
   */
  async afterFirst<T>(kind: string, work: () => Promise<T>): Promise<T> {
    const first = this.#firsts.get(kind);
    if (first !== undefined) {
      await Promise.allSettled([first]);
      return await work();
    }
    const own = work();
    this.#firsts.set(kind, own);
    return await own;
  }

  /**
   * Follows a request that met a refusal. The first one of each is followed alone: those
   * that meet the same meanwhile, or another one, wait for what it shows.
   */
  async follow<T>(refusal: Refusal, work: () => Promise<T>): Promise<T> {
    while (this.#underway !== undefined) {
      await Promise.allSettled([this.#underway]);
    }
    if (refusal.isKnown) {
      return await work();
    }
    refusal.isKnown = true;
    const own = work().finally(() => {
      this.#underway = undefined;
    });
    this.#underway = own;
    return await own;
  }
}
