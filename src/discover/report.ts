import type { Address } from "../base/address.ts";
import type { Outcome, ReportedBlock } from "../base/report.ts";
import type { ContractRole } from "../networks/definition.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import type {
  FactVerification,
  NetworkCause,
  VerifyRow,
} from "../verify/found.ts";
import type {
  ReportedContract,
  ReportedIdentity,
  ReportedProxy,
} from "../verify/report.ts";

/** The report of `alpha discover`; `schemas/discover.json` describes it. */
export interface DiscoverReport {
  readonly schemaVersion: 1;
  readonly task: "discover";
  readonly outcome: Outcome;
  /** The address that was asked. */
  readonly router: Address;
  /** The Alpha network that the Hardhat network connects to; `null` if it is none. */
  readonly network: AlphaNetworkName | null;
  /** `null` if the node was given by its URL. */
  readonly hardhatNetwork: string | null;
  /** `null` if it is not known. */
  readonly chainId: number | null;
  /** An origin or `in-process`; `null` if there is no endpoint. */
  readonly endpoint: string | null;
  /** The block that the reads are pinned to. */
  readonly block?: ReportedBlock | undefined;
  /** The reason if the outcome is not ok. */
  readonly reason?: string | undefined;
  /** The reason if nothing could be read: the node, or its chain. */
  readonly cause?: NetworkCause | undefined;
  /** The reason if the chain's latest state may be another one. */
  readonly doubt?: string | undefined;
  /** All that is proven: only recognised contracts, of a recognised router. */
  readonly registry: DiscoveredRegistry;
  readonly leftOut: readonly LeftOut[];
  /** The releases that all contracts of the registry are from. */
  readonly release: DiscoveredRelease;
  readonly startBlock: DiscoveredStartBlock;
  /** Every contract and token that the router and its factory name. */
  readonly contracts: readonly DiscoveredContract[];
  /** The contracts' statements on each other and on themselves. */
  readonly facts: readonly DiscoveredFact[];
  readonly notes: readonly string[];
}

/** The report of a discovery, and its rows. */
export interface Discovery {
  readonly report: DiscoverReport;
  /** One of each contract, in the order of the report. */
  readonly contractRows: readonly VerifyRow[];
  readonly factRows: readonly VerifyRow[];
}

/**
 * The addresses of a registry by role; a role that is not proven is missing. Templates
 * are in the order of the on-chain index.
 */
export type DiscoveredRegistry = {
  readonly [R in ContractRole]?: R extends "erc20Templates" | "erc721Templates"
    ? readonly Address[]
    : Address;
};

/** A role that is not in the registry. */
export interface LeftOut {
  readonly role: ContractRole;
  readonly reason: string;
}

export type DiscoveredRelease =
  /** In short: `2.2.0–2.6.0`. */
  | { readonly verdict: "recognised"; readonly releases: string }
  | { readonly verdict: "unknown"; readonly reason: string };

export type DiscoveredStartBlock =
  /** The block with the transaction that created the router, in decimal. */
  | { readonly verdict: "found"; readonly block: string }
  | { readonly verdict: "unknown"; readonly reason: string };

/** A contract that the router or its factory names, or the router. */
export interface DiscoveredContract
  extends Pick<
      ReportedContract,
      "key" | "index" | "address" | "verdict" | "codeSize" | "codeHash"
    >,
    ContractValues,
    WithReason {
  /** `approvedToken` for every token of the router's list. */
  readonly role: ContractRole | "approvedToken";
  readonly proxy?: (ReportedProxy & WithReason) | undefined;
  readonly identity?: (ReportedIdentity & WithReason) | undefined;
  /** The reason if it is unknown whether the contract is a proxy. */
  readonly proxyUnknown?: string | undefined;
  /** The reason if that is not readable without its storage. */
  readonly proxyNotReadable?: string | undefined;
}

interface WithReason {
  readonly reason?: string | undefined;
}

/** The values that the chain has of a contract. */
export interface ContractValues {
  /** Set of templates: whether the factory creates clones of it. */
  readonly active?: boolean | undefined;
  /** Set of templates: what `getId()` returns. */
  readonly templateId?: string | undefined;
  /** Set of tokens. */
  readonly symbol?: string | undefined;
  readonly decimals?: number | undefined;
}

/**
 * A statement of a contract. The contracts that it names and values of its own are
 * `listed`; that it names the router `holds` or is `broken`.
 */
export interface DiscoveredFact
  extends Pick<FactVerification, "id" | "value" | "verdict">,
    WithReason {
  /** The expected value and the one that was read, in words. */
  readonly expected?: string | undefined;
  readonly actual?: string | undefined;
}
