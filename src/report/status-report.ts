import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { Outcome } from "./outcome.ts";
import type { ReportedBlock } from "./verify-report.ts";

/** The report of `alpha status`; `schemas/status.json` describes it. */
export interface StatusReport {
  readonly schemaVersion: 1;
  readonly task: "status";
  readonly outcome: Outcome;
  readonly networks: readonly NetworkStatus[];
}

export type NodeState = "ok" | "syncing" | "stale" | "wrong-chain" | "unknown";

export interface NetworkStatus extends NodeStatus {
  readonly network: AlphaNetworkName;
  /** The Hardhat network that was asked; `null` where there is none. */
  readonly hardhatNetwork: string | null;
  /** An origin or `in-process`; `null` where the network has no endpoint. */
  readonly endpoint: string | null;
  /** The other endpoints of the network, where some are configured. */
  readonly endpoints?: readonly EndpointStatus[];
}

/** One more endpoint of a network. */
export interface EndpointStatus extends NodeStatus {
  /** An origin. */
  readonly endpoint: string;
  /** How many blocks its head is below the highest, in decimal. */
  readonly behind?: string;
}

/** What a node says of itself, and its state by that. */
export interface NodeStatus {
  readonly state: NodeState;
  /** As the node answers it; not there where it could not be read. */
  readonly chainId?: number;
  readonly head?: ReportedBlock & {
    /** By this machine's clock. */
    readonly ageSeconds: number;
  };
  readonly syncing?: false | SyncProgress;
  readonly clientVersion?: string;
  /** From the request for the head to its answer. */
  readonly latencyMs?: number;
  readonly reason?: string;
}

/** Block numbers in decimal; not there where the node does not tell them. */
export interface SyncProgress {
  readonly startingBlock?: string;
  readonly currentBlock?: string;
  readonly highestBlock?: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

const OUTCOMES: Readonly<Record<NodeState, Outcome>> = {
  ok: "ok",
  syncing: "failed",
  stale: "failed",
  "wrong-chain": "failed",
  unknown: "unknown",
};

/** What a node's state means for the outcome of a task. */
export function outcomeOfState(state: NodeState): Outcome {
  return OUTCOMES[state];
}
