import type { Address } from "../base/address.ts";
import type { Outcome, ReportedBlock } from "../base/report.ts";
import type { ContractRole } from "../networks/definition.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import type {
  ContractVerification,
  FactVerification,
  NetworkCause,
  VerifyRow,
} from "../verify/found.ts";

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
  readonly block?: ReportedBlock;
  /** Why the outcome is not ok. */
  readonly reason?: string | undefined;
  /** Why nothing could be read: the node, or its chain. */
  readonly cause?: NetworkCause;
  /** Why the chain's latest state may be another one. */
  readonly doubt?: string | undefined;
  /** What is proven: only recognised contracts, of a recognised router. */
  readonly registry: DiscoveredRegistry;
  /** What is not in the registry, and why. */
  readonly leftOut: readonly LeftOut[];
  /** The releases that all contracts of the registry are from. */
  readonly release: DiscoveredRelease;
  readonly startBlock: DiscoveredStartBlock;
  /** Every contract and token that the router and its factory name. */
  readonly contracts: readonly DiscoveredContract[];
  /** What the contracts say of each other. */
  readonly facts: readonly DiscoveredFact[];
  readonly notes: readonly string[];
}

/** What was discovered. */
export interface Discovery {
  readonly report: DiscoverReport;
  /** One of each contract, in the order of the report. */
  readonly contractRows: readonly VerifyRow[];
  readonly factRows: readonly VerifyRow[];
}

/** The addresses of a registry by role; a role that is not proven is missing. */
export type DiscoveredRegistry = {
  readonly [R in ContractRole]?: R extends ListRole
    ? readonly Address[]
    : Address;
};

/** The roles with a list of addresses, in the order of the on-chain index. */
export type ListRole = "erc20Templates" | "erc721Templates";

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
  extends Omit<WordedContract, "index">,
    ContractValues {
  /** `approvedToken` for every token of the router's list. */
  readonly role: ContractRole | "approvedToken";
  /** Of templates, the on-chain index, from 1. */
  readonly index?: number | undefined;
}

/** What the chain says of a contract. */
export interface ContractValues {
  /** Of templates: whether the factory creates clones of it. */
  readonly active?: boolean;
  /** Of templates: what `getId()` returns. */
  readonly templateId?: string;
  /** Of tokens. */
  readonly symbol?: string;
  readonly decimals?: number;
}

/**
 * What a contract says: the contracts that it names and values of its own are `listed`,
 * that it names the router `holds` or is `broken`.
 */
export interface DiscoveredFact
  extends Pick<FactVerification, "id" | "value" | "verdict"> {
  /** What is expected, and what was read, in words. */
  readonly expected?: string | undefined;
  readonly actual?: string | undefined;
  readonly reason?: string | undefined;
}

/** A contract with its reasons in words. */
export interface WordedContract
  extends Omit<
    ContractVerification,
    "kind" | "role" | "reason" | "proxy" | "proxyUnread" | "identity"
  > {
  readonly reason?: string | undefined;
  readonly proxy?: Worded<ContractVerification["proxy"]>;
  readonly identity?: Worded<ContractVerification["identity"]>;
  /** Why it is unknown whether it is a proxy, or not readable without its storage. */
  readonly proxyUnknown?: string | undefined;
  readonly proxyNotReadable?: string | undefined;
}

type Worded<T> = T extends object
  ? Omit<T, "reason"> & { readonly reason?: string | undefined }
  : T;
