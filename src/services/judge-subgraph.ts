import type { NodeStatus } from "../report/status-report.ts";
import type { SubgraphMeta } from "./decode-subgraph.ts";
import type { ServiceVerdict } from "./service-verdict.ts";

/** Portals call a subgraph out of sync from here on. In blocks. */
const MOST_LAG = 30n;
/** How far two honest views of a chain may differ for a moment. In blocks. */
const MOST_LEAD = 10n;

/** A subgraph's verdict, with its lag behind the node's head where it is known. */
export interface SubgraphVerdict extends ServiceVerdict {
  readonly lagBlocks?: bigint;
}

/**
 * Whether a subgraph keeps up with the chain, by the network's node. A node
 * that is itself behind proves a lag but not that there is none; one of another
 * chain, or of an unknown state, proves nothing.
 */
export function judgeSubgraph(
  { block, hasIndexingErrors }: SubgraphMeta,
  { state, head }: Pick<NodeStatus, "state" | "head">,
): SubgraphVerdict {
  if (hasIndexingErrors) {
    return {
      state: "failing",
      reason:
        "it says that its indexing met errors: what it holds is not whole",
    };
  }
  if (block === undefined) {
    return { state: "unknown", reason: "it does not tell its block" };
  }
  const isBehind = state === "syncing" || state === "stale";
  if (head === undefined || (state !== "ok" && !isBehind)) {
    return {
      state: "unknown",
      reason: `it is at block ${block}; its lag cannot be told without the node's head, and the node is ${state}`,
    };
  }
  const headBlock = BigInt(head.number);
  const lag = headBlock - block;
  if (lag > MOST_LAG) {
    return {
      state: "lagging",
      lagBlocks: lag,
      reason: `it is at block ${block}, ${lag} below the node's head: more than ${MOST_LAG}`,
    };
  }
  if (isBehind) {
    return {
      state: "unknown",
      reason: `it is at block ${block}; its lag cannot be told, since the node itself is ${state}`,
    };
  }
  if (lag < -MOST_LEAD) {
    return {
      state: "unknown",
      reason: `it is at block ${block}, ${-lag} above the node's head: the node is behind, or the subgraph is one of another chain`,
    };
  }
  return { state: "ok", lagBlocks: lag < 0n ? 0n : lag };
}
