import type { ChainVerdict } from "../../connect/judge-chain.ts";
import {
  type FreshnessVerdict,
  isDevelopmentNode,
} from "../../connect/judge-freshness.ts";
import type { NodeView } from "../../connect/read-node-view.ts";
import type { CodeReading } from "./code-reading.ts";

/** A judged read of an address's code. */
export type PresenceJudgement =
  | {
      readonly verdict: "present";
      readonly codeSize: number;
      readonly codeHash?: `0x${string}`;
    }
  | {
      readonly verdict: "absent" | "delegated" | "unknown";
      readonly reason: string;
    };

/**
 * Whether a contract is there. A valid read of code proves it; that there is
 * none is proven only where nothing stands against it.
 *
 * @param doubt why an absence proves nothing on this network now
 */
export function judgePresence(
  reading: CodeReading | undefined,
  doubt: string | undefined,
  block: bigint,
): PresenceJudgement {
  if (reading === undefined) {
    return { verdict: "unknown", reason: "it was not read" };
  }
  switch (reading.kind) {
    case "code":
      return {
        verdict: "present",
        codeSize: reading.size,
        ...(reading.hash === undefined ? {} : { codeHash: reading.hash }),
      };
    case "delegated":
      return {
        verdict: "delegated",
        reason: `it is an account, not a contract: it borrows the code of ${reading.target} (EIP-7702)`,
      };
    case "none":
      return doubt === undefined
        ? {
            verdict: "absent",
            reason: `there is no code at block ${block}: check the address, and that the contract is deployed on this network`,
          }
        : {
            verdict: "unknown",
            reason: `no code was reported, which proves nothing: ${doubt}`,
          };
    case "unknown":
      return { verdict: "unknown", reason: reading.reason };
  }
}

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
