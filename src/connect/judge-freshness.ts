import type { Cause } from "../base/problems.ts";
import type { ChainVerdict } from "./judge-chain.ts";
import type { NodeView } from "./read-node-view.ts";

/** The tolerated difference between the clocks of this machine and the chain, in seconds. */
const CLOCK_TOLERANCE = 60;
/** `web3_clientVersion` of development nodes, which mine on demand. */
const DEVELOPMENT_CLIENT =
  /^(anvil\/|hardhatnetwork\/|ethereumjs testrpc\/|ganache\/)/i;

export interface FreshnessLimits {
  /** In seconds; `false` for chains that idle. */
  readonly maxBlockAge: number | false;
  /** True if it is a chain in this process, which idles. */
  readonly inProcess: boolean;
  /** True if it is a fork. */
  readonly isFork?: boolean;
  /** The first block of the network's data. */
  readonly startBlock: number;
}

/** A node's report, and what is expected of it. */
export interface AskedNode {
  readonly view: NodeView;
  readonly chain: ChainVerdict;
  readonly limits: FreshnessLimits;
}

/** Tells whether a node's head is recent. */
export type FreshnessVerdict =
  | {
      readonly verdict: "fresh" | "idle";
      readonly ageSeconds: number;
      /** Additional information for the user. */
      readonly note?: string;
    }
  | (Cause & { readonly verdict: "stale"; readonly ageSeconds: number })
  | (Cause & { readonly verdict: "unknown"; readonly ageSeconds?: number });

/**
 * Tells whether a node's head is recent, which is the only sign of a synced
 * node that every node gives: many answer `eth_syncing` with a constant
 * `false`.
 */
export function judgeFreshness(
  view: NodeView,
  { maxBlockAge, inProcess, startBlock }: FreshnessLimits,
): FreshnessVerdict {
  if (!view.head.ok) {
    return {
      verdict: "unknown",
      reason: `its latest block could not be read: ${view.head.reason}`,
    };
  }
  const { number, timestamp, timestampUnit } = view.head.value;
  const age = view.readAt - timestamp;
  const scaled =
    timestampUnit === "s"
      ? {}
      : { note: `block timestamps are in ${timestampUnit}` };
  const ageSeconds = Math.max(0, age);
  // The clock of a development node may have been moved ahead, as tests do.
  if (inProcess || isDevelopmentNode(view)) {
    return { verdict: "idle", ageSeconds, ...scaled };
  }
  if (age < -CLOCK_TOLERANCE) {
    return {
      verdict: "unknown",
      reason: `its latest block is ${-age} s ahead of this machine's clock`,
      remedy: "Check this machine's clock, and the node's.",
    };
  }
  if (number === 0n && startBlock > 0) {
    return {
      verdict: "stale",
      ageSeconds,
      reason:
        "it reports block 0 as its latest: it has not started to sync, or lacks the state of its head",
    };
  }
  if (maxBlockAge === false) {
    return { verdict: "idle", ageSeconds, ...scaled };
  }
  if (ageSeconds > maxBlockAge) {
    return {
      verdict: "stale",
      ageSeconds,
      reason: `its latest block is ${ageSeconds} s old, more than the ${maxBlockAge} s allowed`,
      remedy:
        "Check whether the node or the chain has stopped; maxBlockAge sets the limit.",
    };
  }
  return { verdict: "fresh", ageSeconds, ...scaled };
}

/** The reason if values may be other ones by now than at a node's head. */
export function whyOutdated({
  view,
  limits,
}: Pick<AskedNode, "view" | "limits">): Cause | undefined {
  const freshness = judgeFreshness(view, limits);
  // A chain that begins with the contracts is no node that has yet to sync.
  const isNew = view.head.ok && view.head.value.number === 0n;
  return "reason" in freshness && !isNew ? freshness : undefined;
}

/** Replaces the answer to `eth_syncing` where an endpoint does not offer it. */
export const WITHOUT_SYNCING =
  "the endpoint does not offer eth_syncing: its recent latest block shows that it is in sync";

/**
 * The reason why it is not known whether a node is syncing. An endpoint without
 * `eth_syncing` is in sync if its latest block is recent.
 */
export function whySyncUnknown(
  { syncing }: NodeView,
  { verdict }: FreshnessVerdict,
): string | undefined {
  if (syncing.ok || (syncing.isMissing === true && verdict === "fresh")) {
    return undefined;
  }
  return syncing.reason;
}

/** Tells whether the node reports itself as a development node. */
export function isDevelopmentNode({ clientVersion }: NodeView): boolean {
  return clientVersion.ok && DEVELOPMENT_CLIENT.test(clientVersion.value);
}

/**
 * Tells whether a node's head is below the first block of the network's data.
 */
export function isBelowStart(
  { head }: NodeView,
  { startBlock }: FreshnessLimits,
): boolean {
  return head.ok && head.value.number < BigInt(startBlock);
}
