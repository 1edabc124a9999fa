import {
  agreedChain,
  type ChainVerdict,
  type ExpectedChain,
  judgeChain,
  MORE_THAN_ONE_CHAIN,
} from "../connect/judge-chain.ts";
import type { FreshnessLimits } from "../connect/judge-freshness.ts";
import type { NodeView } from "../connect/read-node-view.ts";
import type { BlockHeader } from "../rpc/decode-block.ts";
import type { NetworkCause } from "./report.ts";

type Right = Extract<ChainVerdict, { readonly verdict: "right" }>;
type NotRight = Exclude<ChainVerdict, { readonly verdict: "right" }>;

/** What a pass found, at one block of the right chain. */
export type RightPass<T> = T & {
  readonly verdict: "right";
  readonly block: BlockHeader;
};

/** One pass over a network: what it found, or why it could not be read. */
export type Pass<T> = RightPass<T> | NotRight;

/** Whether a chain is in this process, without backends that could differ. */
export function isLocal({ inProcess, isFork }: FreshnessLimits): boolean {
  return inProcess && isFork !== true;
}

/**
 * The chain and the block of a pass.
 *
 * @param block the block to read at; by default the latest one
 */
export function startOfPass(
  view: NodeView,
  expected: ExpectedChain,
  block: BlockHeader | undefined,
): { readonly chain: Right; readonly block: BlockHeader } | NotRight {
  const chain = judgeChain(view, expected);
  if (chain.verdict !== "right") {
    return chain;
  }
  return view.head.ok
    ? { chain, block: block ?? view.head.value }
    : {
        verdict: "unknown",
        reason: `its latest block could not be read: ${view.head.reason}`,
      };
}

/**
 * What a pass and later ones amount to.
 *
 * @param agree what the findings amount to, if no pass was on another chain
 */
export function agreedPass<T>(
  first: Pass<T>,
  later: readonly Pass<T>[],
  agree: (first: RightPass<T>) => Pass<T>,
): Pass<T> {
  if (first.verdict !== "right") {
    return agreedChain(first, later);
  }
  const wrong = later.find((pass) => pass.verdict === "wrong");
  return wrong === undefined
    ? agree(first)
    : {
        verdict: "unknown",
        reason: `${MORE_THAN_ONE_CHAIN}: asked again, ${wrong.reason}`,
      };
}

/** A pass that proves something, or why it does not. */
export type ProvenPass<T> =
  | { readonly ok: true; readonly pass: RightPass<T> }
  | { readonly ok: false; readonly cause: NetworkCause };

/**
 * What a pass proves.
 *
 * @param contradiction what any answer says against all of them
 */
export function provenPass<T>(
  pass: Pass<T>,
  contradiction: string | undefined,
  remedy: string | undefined,
): ProvenPass<T> {
  if (pass.verdict === "right" && contradiction === undefined) {
    return { ok: true, pass };
  }
  const isWrong = contradiction === undefined && pass.verdict === "wrong";
  return {
    ok: false,
    cause: {
      outcome: isWrong ? "failed" : "unknown",
      reason: contradiction ?? (pass.verdict === "right" ? "" : pass.reason),
      ...(remedy === undefined ? {} : { remedy }),
    },
  };
}
