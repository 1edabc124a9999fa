import type { ChainVerdict } from "../../node/judge-chain.ts";
import type { FreshnessVerdict } from "../../node/judge-freshness.ts";
import { isDevelopmentNode } from "../../node/judge-freshness.ts";
import type { NodeView } from "../../node/read-node-view.ts";

export interface AbsenceDoubtParameters {
  readonly view: NodeView;
  readonly chain: ChainVerdict;
  /** Why the right chain is not certain, if nothing else on it tells. */
  readonly chainDoubt: string | undefined;
  readonly freshness: FreshnessVerdict;
  readonly inProcess: boolean;
  readonly isFork?: boolean | undefined;
  readonly startBlock: number;
}

/**
 * Why an address without code proves nothing here and now; `undefined` where it
 * does: on the right chain, with a head of now, on a node that is not syncing.
 */
export function absenceDoubt({
  view,
  chain,
  chainDoubt,
  freshness,
  inProcess,
  isFork = false,
  startBlock,
}: AbsenceDoubtParameters): string | undefined {
  if (chain.verdict !== "right") {
    return chain.reason;
  }
  if (chainDoubt !== undefined) {
    return chainDoubt;
  }
  if (isFork) {
    return "a fork keeps what its node has said once, so that no second read can confirm it: verify the network itself";
  }
  if (inProcess) {
    return undefined;
  }
  if (!view.syncing.ok) {
    return `whether the node is syncing could not be read: ${view.syncing.reason}`;
  }
  if (view.syncing.value.syncing) {
    return "the node is syncing";
  }
  if (freshness.verdict === "stale" || freshness.verdict === "unknown") {
    return freshness.reason;
  }
  const isBeforeStart =
    view.head.ok && view.head.value.number < BigInt(startBlock);
  return isBeforeStart &&
    freshness.verdict === "idle" &&
    !isDevelopmentNode(view)
    ? `the node's head is below the network's startBlock ${startBlock}, so it may still be syncing`
    : undefined;
}
