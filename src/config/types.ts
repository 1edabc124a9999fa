import type { Address } from "../base/address.ts";
import type { Hex } from "../base/hex.ts";
import type {
  ContractRole,
  NetworkDefinition,
  NetworkValues,
  NetworkVersions,
  TimeoutUnit,
} from "../networks/definition.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { FeeToken } from "../networks/types.ts";
import type { LayeredUrl } from "./layered-url.ts";
import type { ValueOrigin } from "./origins.ts";

/** A payment token as far as its values are given. */
export interface ResolvedToken {
  readonly name: string | undefined;
  readonly address: Address | undefined;
  readonly role: string;
  readonly symbol: string | undefined;
  readonly decimals: number | undefined;
}

export type PortalLiteral = string | number | boolean;

/** The payment tokens that every network has. */
export const TOKEN_KINDS = ["euro", "alpha"] as const;

export type TokenKind = (typeof TOKEN_KINDS)[number];

/** One address that a network's data names; a list's addresses are one each. */
export type ResolvedContract =
  | RegistryContract
  | TokenContract
  | PortalContract;

/** A contract of the registry. */
export interface RegistryContract extends GivenAddress {
  readonly kind: "registry";
  /** The registry key, as the network's reference spells it. */
  readonly key: string;
  /** The position in the key's list, from 0; absent where it holds one address. */
  readonly index?: number;
  readonly role: ContractRole;
}

/** A payment token. */
export interface TokenContract extends GivenAddress {
  readonly kind: "token";
  readonly key: TokenKind;
}

/** An address in a field of the portal config. */
export interface PortalContract extends GivenAddress {
  readonly kind: "portal";
  /** The portal field. */
  readonly key: string;
  /** An account has no code. */
  readonly of: "contract" | "account";
  /** The registry key whose address the field repeats unless it is overridden. */
  readonly repeats?: string;
}

interface GivenAddress {
  /** With its checksum; `undefined` where nobody gives it. */
  readonly address: Address | undefined;
  readonly origin: ValueOrigin;
}

/** One network, its values layered. What nobody gives is `undefined`. */
export interface ResolvedAlphaNetwork {
  readonly name: AlphaNetworkName;
  /** What is fixed about it: its registry's keys, its portal config's fields. */
  readonly definition: NetworkDefinition;
  /** The Hardhat network, or why there is none. */
  readonly hardhatNetwork: NetworkClaim;
  readonly sandboxNetwork: NetworkClaim;
  readonly forkNetwork: NetworkClaim;
  readonly values: Omit<NetworkValues, "displayName"> & {
    readonly displayName: string | undefined;
  };
  readonly role: string;
  readonly versions: NetworkVersions;
  readonly feeToken: FeeToken | undefined;
  readonly tokens: Readonly<Record<TokenKind, ResolvedToken>>;
  /**
   * Every address of the network, in the reference's order: the registry's, the
   * payment tokens', the portal config's. A list of the registry has as many as
   * the reference says, without an address where it is shorter.
   */
  readonly contracts: readonly ResolvedContract[];
  /** Portal fields but the services' addresses. */
  readonly portal: Readonly<Record<string, PortalLiteral | undefined>>;
  /** The services' addresses, some of which a keystore may hold. */
  readonly services: Readonly<Record<string, LayeredUrl>>;
  /** The backend's URLs: the services' unless it has a version of its own. */
  readonly backend: Readonly<Record<string, LayeredUrl>>;
  /** Where requests go. */
  readonly url: LayeredUrl;
  /** More nodes of the same network. */
  readonly endpoints: readonly LayeredUrl[];
  /** Block 0's hash, where it is pinned. */
  readonly genesisHash: Hex | undefined;
  /** Whether the chain is proven before a connection's first transaction. */
  readonly guard: boolean;
  readonly maxBlockAge: number | false;
  readonly transactionPollingTimeoutUnit: TimeoutUnit;
  /** Where each value comes from, by its path (`registry.Router`). */
  readonly origins: ReadonlyMap<string, ValueOrigin>;
}

/** The name of a Hardhat network that is ours, or why there is none. */
export type NetworkClaim =
  | { readonly name: string }
  | {
      readonly name: null;
      readonly reason: string;
      /** Whether a network of the user's has the name. */
      readonly isTaken: boolean;
    };

/** `hre.config.alpha`. */
export interface AlphaConfig {
  readonly networks: {
    readonly [N in AlphaNetworkName]?: ResolvedAlphaNetwork;
  };
  readonly sandbox: AlphaSandboxConfig;
  /** What is to be said of the files of `alpha.sources`. */
  readonly sourceWarnings: readonly string[];
}

/** An account and how much of a token it has from the start. */
export interface TokenBalance {
  readonly holder: Address;
  /** In whole tokens, as a decimal number. */
  readonly amount: string;
}

/** What all sandboxes have in common. */
export interface AlphaSandboxConfig {
  readonly euroDecimals: number;
  /** Owns what has an owner; `undefined` for the first account. */
  readonly owner: Address | undefined;
  /** Who holds each token; `undefined` for all accounts. */
  readonly balances: {
    readonly alpha: readonly TokenBalance[] | undefined;
    readonly euro: readonly TokenBalance[] | undefined;
  };
}
