import type { Address } from "../base/address.ts";
import type { CheckStatus, Problem } from "../base/problems.ts";
import type { Outcome, ReportedBlock } from "../base/report.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";

/** The report of `alpha status`; `schemas/status.json` describes it. */
export interface StatusReport {
  readonly schemaVersion: 1;
  readonly task: "status";
  readonly outcome: Outcome;
  readonly networks: readonly NetworkStatus[];
}

/** The state of a node. */
export type NodeState = "ok" | "syncing" | "stale" | "wrong-chain" | "unknown";

/** The status of a node of a network, in a report of `alpha status`. */
export interface NetworkStatus extends NodeStatus {
  readonly network: AlphaNetworkName;
  /** The Hardhat network that was asked; `null` where there is none. */
  readonly hardhatNetwork: string | null;
  /** An origin or `in-process`; `null` where the network has no endpoint. */
  readonly endpoint: string | null;
  /** The other endpoints of the network, where some are configured. */
  readonly endpoints?: readonly EndpointStatus[];
  /** The backend's services, where they were asked. */
  readonly services?: readonly ServiceStatus[];
  /** The problems of all of these, each cause once, the worst first. */
  readonly problems?: readonly Problem[];
}

/** A service of a network that `alpha status --services` checks. */
export type ServiceName =
  | "provider"
  | "metadataCache"
  | "subgraph"
  | "oceanNode";

/** The state of a service. */
export type ServiceState =
  | "ok"
  /** It is further behind the node's head than portals accept. */
  | "lagging"
  /** It says of itself that it does not work. */
  | "failing"
  /** It is the service of another network, or has another address. */
  | "wrong"
  | "unknown"
  /** Not queried: a simulated network, or one of another chain id, has none. */
  | "skipped";

/** The answer of one service of a network's backend, and its state by that. */
export interface ServiceStatus {
  readonly service: ServiceName;
  readonly state: ServiceState;
  /** An origin; `null` if it was not queried. */
  readonly endpoint: string | null;
  /** As it names itself. */
  readonly software?: string;
  readonly version?: string;
  /** The last block that the service has indexed, in decimal. */
  readonly block?: string;
  /** How many blocks that is below the node's head, in decimal. */
  readonly lagBlocks?: string;
  /** `expected` is `null` on a network that has no such value. */
  readonly providerAddress?: {
    readonly expected: Address | null;
    readonly actual: Address;
  };
  /** From the request to the answer. */
  readonly latencyMs?: number;
  /** Given whenever the state is not `ok`. */
  readonly reason?: string;
  /** The advice on what to do about it. */
  readonly remedy?: string;
  /** Anything that was not looked at, if that should be known. */
  readonly note?: string;
}

/** One more endpoint of a network. */
export interface EndpointStatus extends NodeStatus {
  /** An origin. */
  readonly endpoint: string;
  /** How many blocks its head is below the highest, in decimal. */
  readonly behind?: string;
}

/** The answers of a node about itself, and its state by those. */
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
  /** Given whenever the state is not `ok`. */
  readonly reason?: string;
  /** The advice on what to do about it. */
  readonly remedy?: string | undefined;
  /** Anything that should be known although the state is `ok`. */
  readonly note?: string;
}

/** Block numbers in decimal; not there where the node does not tell them. */
export interface SyncProgress {
  readonly startingBlock?: string;
  readonly currentBlock?: string;
  readonly highestBlock?: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** The outcome of a task by the state of a node. */
export const NODE_OUTCOMES: Readonly<Record<NodeState, Outcome>> = {
  ok: "ok",
  syncing: "failed",
  stale: "failed",
  "wrong-chain": "failed",
  unknown: "unknown",
};

/** The outcome by the state of a service; skipped ones do not count. */
export const SERVICE_OUTCOMES: Readonly<Record<ServiceState, CheckStatus>> = {
  ok: "ok",
  lagging: "failed",
  failing: "failed",
  wrong: "failed",
  unknown: "unknown",
  skipped: "skipped",
};
