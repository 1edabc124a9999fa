import type { Cause } from "../base/problems.ts";
import type { Decoded } from "../base/records.ts";
import {
  type AskedNode,
  type FreshnessVerdict,
  isBelowStart,
  WITHOUT_SYNCING,
  whySyncUnknown,
} from "../connect/judge-freshness.ts";
import type { SyncingState } from "../rpc/decode-syncing.ts";
import type { NodeState } from "./report.ts";

/** A node's state, and why whenever it is not `ok`. */
export type StatusJudgement =
  | {
      readonly state: "ok";
      /** Information about the chain that a user should have. */
      readonly note?: string;
    }
  | (Cause & { readonly state: Exclude<NodeState, "ok"> });

/**
 * The state of a node. It is ok only if all that it takes was read: the right
 * chain, a recent head at or above the start block, and no sync under way. A
 * node of an unread or doubtful chain proves nothing, so nothing else is said of
 * it. A served sandbox has fewer blocks than the network, so the start block does not
 * apply to it.
 *
 * @param sandbox Whether a chain below the start block is a sandbox; `undefined` if it
 * was not read.
 */
export function judgeStatus(
  { view, chain, limits }: AskedNode,
  freshness: FreshnessVerdict,
  sandbox?: Decoded<boolean>,
): StatusJudgement {
  if (chain.verdict !== "right") {
    return {
      state: chain.verdict === "wrong" ? "wrong-chain" : "unknown",
      reason: chain.reason,
    };
  }
  if (chain.doubt !== undefined) {
    return { state: "unknown", reason: chain.doubt };
  }
  if (view.syncing.ok && view.syncing.value.syncing) {
    return {
      state: "syncing",
      reason: syncingReason(view.syncing.value),
      remedy: "Wait for it: alpha status --wait does.",
    };
  }
  if (freshness.verdict === "stale" || freshness.verdict === "unknown") {
    const { verdict: state, ageSeconds: _, ...cause } = freshness;
    return { state, ...cause };
  }
  const unread = whySyncUnknown(view, freshness);
  if (unread !== undefined) {
    return {
      state: "unknown",
      reason: `whether it is syncing could not be read: ${unread}`,
    };
  }
  if (view.head.ok && isBelowStart(view, limits) && !limits.inProcess) {
    const below = `its head, block ${view.head.value.number}, is below the network's startBlock ${limits.startBlock}`;
    if (sandbox !== undefined && !sandbox.ok) {
      return {
        state: "unknown",
        reason: `${below}, and whether it is a sandbox could not be read: ${sandbox.reason}`,
      };
    }
    if (sandbox?.value) {
      return { state: "ok", note: "it is a sandbox, not the live network" };
    }
    return {
      state: "wrong-chain",
      reason: `${below}: the chain was reset, or it is another one with the same chain id`,
      remedy:
        "Check the node; for a chain of your own that starts anew, set startBlock: 0.",
    };
  }
  if (view.syncing.ok) {
    return { state: "ok" };
  }
  return { state: "ok", note: WITHOUT_SYNCING };
}

function syncingReason({
  currentBlock,
  highestBlock,
}: Extract<SyncingState, { syncing: true }>): string {
  if (currentBlock === undefined) {
    return "it is syncing, and does not report how far it is";
  }
  if (highestBlock === undefined) {
    return `it is syncing, at block ${currentBlock}, and does not report the highest one`;
  }
  if (currentBlock >= highestBlock) {
    return `it is catching up or indexing, at block ${currentBlock}`;
  }
  return `it is syncing, at block ${currentBlock} of ${highestBlock}`;
}
