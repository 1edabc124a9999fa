import type { Address } from "../base/address.ts";
import type { Hex } from "../base/hex.ts";
import type { WatchedView } from "../contracts/own/watched-views.ts";
import type {
  ContractRole,
  NetworkDefinition,
  NetworkValues,
  NetworkVersions,
  TimeoutUnit,
} from "../networks/definition.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { Hardfork } from "../networks/hardforks.ts";
import type { FeeToken } from "../networks/types.ts";
import type { Expectations } from "./expectations.ts";
import type { LayeredUrl } from "./layered-url.ts";
import type { ValueOrigin } from "./layers.ts";

/** A payment token; values that are not set are `undefined`. */
export interface ResolvedToken {
  readonly name: string | undefined;
  readonly address: Address | undefined;
  readonly role: string;
  readonly symbol: string | undefined;
  readonly decimals: number | undefined;
}

export type PortalLiteral = string | number | boolean;

/** The value of a portal field, and its origin. */
export interface PortalValue {
  /** `undefined` if it is not set. */
  readonly value: PortalLiteral | undefined;
  readonly origin: ValueOrigin;
}

/** The payment tokens that every network has. */
export const TOKEN_KINDS = ["euro", "alpha"] as const;

export type TokenKind = (typeof TOKEN_KINDS)[number];

/** One address in a network's data, or one of a list. */
export type ResolvedContract =
  | RegistryContract
  | TokenContract
  | PortalContract
  | OwnContract;

/** A contract of the registry. */
export interface RegistryContract extends GivenAddress {
  readonly kind: "registry";
  /** The registry key, as the network's reference spells it. */
  readonly key: string;
  /** The position in the key's list, from 0; missing if the key has one address. */
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
  readonly repeats?: string | undefined;
  /** The contract of the v3 set that it is. */
  readonly v3Contract?: string | undefined;
}

/** A contract of the project's own. */
export interface OwnContract extends GivenAddress {
  readonly kind: "own";
  /** Its name in the configuration. */
  readonly key: string;
  /**
   * A contract of the project, or an artifact's file; `false` for none. `undefined`: the
   * contract with the name of the entry, if the project has one.
   */
  readonly artifact: string | false | undefined;
  /** The views to watch; `undefined` for those that tell who controls it. */
  readonly watch: readonly WatchedView[] | undefined;
}

interface GivenAddress {
  /** With its checksum; `undefined` if it is not set. */
  readonly address: Address | undefined;
  readonly origin: ValueOrigin;
}

/** One network with its resolved values. Those that are not set are `undefined`. */
export interface ResolvedAlphaNetwork {
  readonly name: AlphaNetworkName;
  /** The fixed facts about the network. */
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
   * payment tokens', the portal config's, then the project's own. A list of the registry
   * that is not set has the length of the reference, and its addresses are `undefined`.
   */
  readonly contracts: readonly ResolvedContract[];
  /** Portal fields without the URLs of services. */
  readonly portal: Readonly<Record<string, PortalLiteral | undefined>>;
  /**
   * The other version of the portal config: the values that differ from the network's
   * own, and those of the fields that only this version has.
   */
  readonly otherPortal: Readonly<Record<string, PortalValue>>;
  /** The URLs of services, some of which may be in a keystore. */
  readonly services: Readonly<Record<string, LayeredUrl>>;
  /** The backend's URLs: those of the services unless it has another version. */
  readonly backend: Readonly<Record<string, LayeredUrl>>;
  /** The URL of the node. */
  readonly url: LayeredUrl;
  /** Further nodes of the same network. */
  readonly endpoints: readonly LayeredUrl[];
  /** The hash of block 0, if it is pinned. */
  readonly genesisHash: Hex | undefined;
  /** The expected values of the audit, by their ids. */
  readonly expect: Expectations;
  /** Set if the chain is checked before a connection's first transaction. */
  readonly guard: boolean;
  /** The EVM version. */
  readonly hardfork: Hardfork;
  readonly maxBlockAge: number | false;
  readonly transactionPollingTimeoutUnit: TimeoutUnit;
  /** Where each value comes from, by its path (`registry.Router`). */
  readonly origins: ReadonlyMap<string, ValueOrigin>;
}

/** The name of a Hardhat network of this plugin, or why there is none. */
export type NetworkClaim =
  | { readonly name: string }
  | {
      readonly name: null;
      readonly reason: string;
      /** Set if another network of the user has the name. */
      readonly isTaken: boolean;
    };

/** `hre.config.alpha`. */
export interface AlphaConfig {
  readonly networks: {
    readonly [N in AlphaNetworkName]?: ResolvedAlphaNetwork;
  };
  readonly sandbox: AlphaSandboxConfig;
  /** Warnings about networks that were not added, and about `alpha.sources`. */
  readonly warnings: readonly string[];
  /** The absolute paths of the files of `alpha.sources`. */
  readonly sourceFiles: readonly string[];
  /** The node of `alpha discover`, from its variable. */
  readonly discoverUrl: LayeredUrl;
}

/** An account and its initial balance of a token. */
export interface TokenBalance {
  readonly holder: Address;
  /** In whole tokens, as a decimal number. */
  readonly amount: string;
}

/** The settings of all sandboxes. */
export interface AlphaSandboxConfig {
  readonly euroDecimals: number;
  /** The owner of the contracts; `undefined` for the first account. */
  readonly owner: Address | undefined;
  /** The holders of each token; `undefined` for all accounts. */
  readonly balances: Readonly<
    Record<TokenKind, readonly TokenBalance[] | undefined>
  >;
}
