import type { NodeStatus } from "../report.ts";
import { type Judgement, unknown } from "./service.ts";

/** Portals report a subgraph with a larger lag as out of sync. In blocks. */
const MAX_LAG = 30n;
/** The tolerated lead of an indexer over the node. In blocks. */
const MAX_LEAD = 10n;

const CHECK_NODE = "Check the node first.";

/** The part of a node's status that an indexer is compared with. */
export type NodeHead = Pick<NodeStatus, "state" | "head">;

/**
 * Judges whether an indexer keeps up with the chain of the network's node. A node that
 * is behind itself can prove a lag, but not that there is none. A node of another chain
 * or with an unknown state proves nothing.
 *
 * @param last the last indexed block; `undefined` if it is not reported
 */
export function judgeBlock(
  last: bigint | undefined,
  { state, head }: NodeHead,
): Judgement {
  if (last === undefined) {
    return unknown("it does not report its block");
  }
  const block = `${last}`;
  const isBehind = state === "syncing" || state === "stale";
  if (head === undefined || (state !== "ok" && !isBehind)) {
    const reason = `it is at block ${block}; its lag is unknown without the node's head, and the node is ${state}`;
    return { block, ...unknown(reason, CHECK_NODE) };
  }
  const lag = BigInt(head.number) - last;
  if (lag > MAX_LAG) {
    return {
      state: "lagging",
      block,
      lagBlocks: `${lag}`,
      reason: `it is at block ${block}, ${lag} below the node's head: more than ${MAX_LAG}`,
    };
  }
  if (isBehind) {
    const reason = `it is at block ${block}; its lag is unknown, since the node itself is ${state}`;
    return { block, ...unknown(reason, CHECK_NODE) };
  }
  if (lag < -MAX_LEAD) {
    const reason = `it is at block ${block}, ${-lag} above the node's head: the node is behind, or it indexes another chain`;
    return { block, ...unknown(reason) };
  }
  return { state: "ok", block, lagBlocks: `${lag < 0n ? 0n : lag}` };
}

/** A block number in an answer; `undefined` if it is none. */
export function blockOf(value: unknown): bigint | undefined {
  const isScalar = typeof value === "number" || typeof value === "string";
  if (isScalar && /^\d{1,15}$/.test(String(value))) {
    return BigInt(value);
  }
  return undefined;
}
