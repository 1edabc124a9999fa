import type { Random } from "../base/random.ts";
import { type Decoded, unread } from "../base/records.ts";

import type { Expectations } from "../connect/ask-networks.ts";
import { agreedChain, confirm } from "../connect/confirm.ts";

import {
  type ChainVerdict,
  judgeChain,
  MORE_THAN_ONE_CHAIN,
} from "../connect/judge-chain.ts";
import type { AskedNode } from "../connect/judge-freshness.ts";
import type { BlockHeader } from "../rpc/decode-block.ts";
import type { RpcTransport } from "../rpc/types.ts";
import { askAll } from "./asking/ask-all.ts";
import { NetworkReader } from "./asking/network-reader.ts";
import {
  type EarlyReads,
  earlyAnswers,
  readEarly,
} from "./asking/read-early.ts";
import { watchBlock } from "./asking/requests/block-control.ts";
import { Evidence } from "./asking/requests/evidence.ts";
import { MaxRequests } from "./asking/requests/max-requests.ts";
import type { NetworkCause } from "./found.ts";
import { Answers, type LookUp } from "./questions/question.ts";

type NotRight = Exclude<ChainVerdict, { readonly verdict: "right" }>;

/** The findings of a pass at one block of the right chain. */
export interface RightPass<Found> {
  readonly verdict: "right";
  readonly block: BlockHeader;
  readonly found: Found;
}

/** One pass over a network: what it found, or why it could not be read. */
export type Pass<Found> = RightPass<Found> | NotRight;

/** A pass that proves something, or why it proves nothing. */
export type ProvenPass<Found> =
  | { readonly ok: true; readonly pass: RightPass<Found> }
  | { readonly ok: false; readonly cause: NetworkCause };

/** The network that passes read. */
export interface NetworkToRead extends Expectations {
  /** The addresses to look at, where they are known before. */
  readonly targets?: readonly unknown[] | undefined;
  /** Default: `Math.random`. */
  readonly random?: Random | undefined;
}

/** The questions of a pass, and their judgement. */
export interface PassAudit<Found> {
  readonly lookUp: LookUp;
  judge(answers: Answers, at: PassBlock): Promise<Found>;
}

/** The block of a pass, and what the node says of itself. */
export interface PassBlock {
  readonly block: BlockHeader;
  readonly node: AskedNode;
  /** True if the block was named by its number alone. */
  readonly isUnpinned: boolean;
}

/** The passes over one network, which share what any answer shows of the endpoint. */
export class Passes<Found> {
  readonly evidence: Evidence = new Evidence();
  readonly #transport: RpcTransport;
  readonly #network: NetworkToRead;
  readonly #audit: PassAudit<Found>;
  /** The answers of the first pass. */
  #first: Answers | undefined;
  #hasBegunAnew = false;

  constructor(
    transport: RpcTransport,
    network: NetworkToRead,
    audit: PassAudit<Found>,
  ) {
    this.#transport = transport;
    transport.countRequests?.(
      new MaxRequests(this.evidence, network.targets?.length),
    );
    this.#network = network;
    this.#audit = audit;
  }

  /** The first pass, at the latest block; another one once that was replaced. */
  async first(): Promise<Pass<Found>> {
    const pass = await this.#pass(this.#transport, undefined);
    return this.#beginsAnew() ? await this.first() : pass;
  }

  /**
   * The verdict of the first pass after six more of the same block. One that
   * could not be read stays unknown, and a chain in this process has no
   * backends that differ.
   */
  async confirmed(
    first: Pass<Found>,
    agree: (found: Found, later: readonly Decoded<Found>[]) => Found,
  ): Promise<Pass<Found>> {
    const { limits, random } = this.#network;
    const isLocal = limits.inProcess && limits.isFork !== true;
    if (first.verdict === "unknown" || isLocal) {
      return first;
    }
    const block = first.verdict === "right" ? first.block : undefined;
    const passes = async () =>
      await confirm(
        this.#transport,
        async (transport) => await this.#pass(transport, block),
        random,
      );
    const later = await this.#watch(block, passes);
    if (this.#beginsAnew()) {
      return await this.confirmed(await this.first(), agree);
    }
    return agreedPass(first, later, agree);
  }

  async #watch<T>(block: BlockHeader | undefined, read: () => Promise<T>) {
    return await watchBlock(block, read, this.#transport, this.evidence);
  }

  /** Tells whether all is read anew, since a block was replaced: only once. */
  #beginsAnew(): boolean {
    const begins = this.evidence.replaced.size > 0 && !this.#hasBegunAnew;
    this.#hasBegunAnew ||= begins;
    return begins;
  }

  /**
   * The proven findings of a pass, unless any answer invalidates all answers.
   */
  proven(pass: Pass<Found>): ProvenPass<Found> {
    const { contradiction } = this.evidence;
    if (pass.verdict === "right" && contradiction === undefined) {
      return { ok: true, pass };
    }
    const isWrong = contradiction === undefined && pass.verdict === "wrong";
    return {
      ok: false,
      cause: {
        outcome: isWrong ? "failed" : "unknown",
        reason: contradiction ?? (pass.verdict === "right" ? "" : pass.reason),
        remedy: this.#network.remedy,
      },
    };
  }

  /** @param block the block to read at; by default the latest one */
  async #pass(
    transport: RpcTransport,
    block: BlockHeader | undefined,
  ): Promise<Pass<Found>> {
    const { chain: expected, limits, random } = this.#network;
    const network = new NetworkReader(
      transport,
      expected,
      random,
      this.evidence,
    );
    const known = block && network.at(block, true);
    const { startBlock } = limits;
    const first = block && this.#first;
    const { lookUp } = this.#audit;
    const [view, early, confirmed] = await Promise.all([
      network.readView(),
      known ? undefined : this.#readEarly(network),
      known && askAll(known, lookUp, { first, startBlock }),
    ]);
    const chain = judgeChain(view, expected);
    if (chain.verdict !== "right") {
      return chain;
    }
    if (!view.head.ok) {
      return {
        verdict: "unknown",
        reason: `its latest block could not be read: ${view.head.reason}`,
      };
    }
    const head = block ?? view.head.value;
    const reader = known ?? network.at(head);
    const read = async (): Promise<Pass<Found>> => {
      const answers =
        confirmed ??
        (await askAll(reader, lookUp, {
          early: early && earlyAnswers(early, head, reader),
          startBlock,
        }));
      const reason = await reader.recheckBlock();
      if (reason !== undefined) {
        return { verdict: "unknown", reason };
      }
      if (known === undefined) {
        this.#first = answers;
      }
      const found = await this.#audit.judge(answers, {
        block: head,
        node: { view, chain, limits },
        isUnpinned: reader.unpinnedReads > 0,
      });
      return { verdict: "right", block: head, found };
    };
    // The block of later passes is watched for all of them.
    return await this.#watch(known ? undefined : head, read);
  }

  /** Reads what needs no answer, beside the node's view. */
  async #readEarly(network: NetworkReader): Promise<EarlyReads> {
    const nothing = new Answers();
    this.#audit.lookUp(nothing);
    return await readEarly(network, nothing.open);
  }
}

function agreedPass<Found>(
  first: RightPass<Found> | Extract<NotRight, { readonly verdict: "wrong" }>,
  later: readonly Pass<Found>[],
  agree: (found: Found, later: readonly Decoded<Found>[]) => Found,
): Pass<Found> {
  if (first.verdict === "wrong") {
    return agreedChain(first, later);
  }
  const wrong = later.find((pass) => pass.verdict === "wrong");
  if (wrong !== undefined) {
    return {
      verdict: "unknown",
      reason: `${MORE_THAN_ONE_CHAIN}: on a second read, ${wrong.reason}`,
    };
  }
  const passes = later.map(
    (pass): Decoded<Found> =>
      pass.verdict === "right"
        ? { ok: true, value: pass.found }
        : unread(pass.reason),
  );
  return { ...first, found: agree(first.found, passes) };
}
