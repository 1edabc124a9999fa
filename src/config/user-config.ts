import type {
  EdrNetworkUserConfig,
  HttpNetworkUserConfig,
  SensitiveString,
} from "hardhat/types/config";
import type { WatchedView } from "../contracts/own/watched-views.ts";
import type {
  NetworkValues,
  NetworkVersions,
  TimeoutUnit,
} from "../networks/definition.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { Hardfork } from "../networks/hardforks.ts";
import type {
  OwnAlphaContracts,
  OwnAlphaNetworks,
  ViewName,
} from "../networks/own-networks.ts";
import type {
  HasBackend,
  PortalConfig,
  Registry,
  TemplateList,
} from "../networks/types.ts";
import type { Expectations } from "./expectations.ts";
import type {
  DeploymentSource,
  EntriesSource,
  IgnitionSource,
} from "./validate/source-types.ts";

/** `alpha` in the Hardhat config. */
export interface AlphaUserConfig {
  /** `false` disables the built-in preset of public values. */
  preset?: boolean;
  /** Files with values, which override the preset and are overridden by `networks`. */
  sources?: readonly AlphaSourceUserConfig[];
  /** The in-process sandboxes of the networks; `false` adds none. */
  sandbox?: false | AlphaSandboxUserConfig;
  /** Adds a fork of each network, such as `devnetFork`. Default: `false`. */
  forks?: boolean | AlphaForksUserConfig;
  /** Values that override those of the preset; `false` disables a network. */
  networks?: {
    [N in AlphaNetworkName]?: N extends keyof OwnAlphaNetworks
      ? OwnAlphaNetworkUserConfig<N> & ChainOfOwnNetwork
      : false | AlphaNetworkUserConfig<N>;
  };
}

export interface AlphaForksUserConfig {
  /**
   * The block to fork from. Default: one that Hardhat's simulator assumes to be final,
   * 128 before the latest, or 38 on chain id 100.
   */
  blockNumbers?: { [N in AlphaNetworkName]?: number };
  /** Hardhat's own fields of the simulated networks (`accounts`, …). */
  hardhat?: SimulatedNetworkFields;
}

/** The fields that a user may set on the simulated networks that this plugin adds. */
type SimulatedNetworkFields = Partial<
  Omit<
    EdrNetworkUserConfig,
    | "type"
    | "chainId"
    | "networkId"
    | "forking"
    | "alphaNetwork"
    | "alphaSandbox"
  >
>;

/** `alpha.sandbox` in the Hardhat config. */
export interface AlphaSandboxUserConfig {
  /** Decimals of the sandbox's euro tokens (default 6). */
  euroDecimals?: number;
  /** The owner of the contracts (default: the first account). */
  owner?: string;
  /**
   * The only initial holders of each payment token. Default: the first twenty
   * accounts.
   */
  balances?: { alpha?: TokenBalances; euro?: TokenBalances };
  /** Hardhat's own fields of the simulated networks (`mining`, …). */
  hardhat?: SimulatedNetworkFields;
}

/** Whole tokens by address: `{ "0x…": "1000.5" }`. */
export type TokenBalances = Readonly<Record<string, string | number | bigint>>;

/** Values of one network. Those that are not set come from the preset. */
export interface AlphaNetworkUserConfig<N extends AlphaNetworkName>
  extends NetworkSettings {
  registry?: { -readonly [K in keyof Registry<N>]?: Input<Registry<N>[K]> };
  portal?: {
    -readonly [K in keyof PortalConfig<N>]?: K extends `${string}Uri`
      ? SensitiveString
      : Input<PortalConfig<N>[K]>;
  } & {
    /** The Ocean Node of portals that have moved to it. */
    oceanNodeUri?: SensitiveString;
  };
  /** The project's own contracts by name: the address alone, or more. */
  contracts?: OwnContractsUserConfig;
  /** Only for networks whose backend has another version than the portal: third. */
  backend?: HasBackend<N> extends true ? BackendUserConfig : never;
}

/** A network of the project's own, which the project declares in `OwnAlphaNetworks`. */
export interface OwnAlphaNetworkUserConfig<N extends keyof OwnAlphaNetworks>
  extends Omit<AlphaNetworkUserConfig<N>, "registry"> {
  /** The network whose registry keys, portal fields and rules it has, but no values. */
  like: OwnAlphaNetworks[N];
  /** Required without `book`. */
  chainId?: number;
  /**
   * Its entry in the address book of `@oceanprotocol/contracts`, or in a file relative to
   * the project's root: its chain id, addresses and start block, unless they are set here.
   */
  book?: string | { file: string; entry: string };
  /** `null` for the base token of a network that has none. */
  registry?: {
    [K in keyof NonNullable<AlphaNetworkUserConfig<N>["registry"]>]?:
      | NonNullable<AlphaNetworkUserConfig<N>["registry"]>[K]
      | (K extends "Alpha" | "AlphaToken" ? null : never);
  };
}

/** The fields that tell the chain of a network of the project's own. */
type ChainOfOwnNetwork =
  | { chainId: number }
  | { book: NonNullable<OwnAlphaNetworkUserConfig<never>["book"]> };

/** The settings that every network has. */
export interface NetworkSettings extends Partial<NetworkValues> {
  /** The name of the Hardhat network, if the default is taken. */
  name?: string;
  /** The URL of the node, which may contain a key. Default: the portal's `nodeUri`. */
  url?: SensitiveString;
  /** Further nodes of the same network, which `alpha status` compares. */
  endpoints?: readonly SensitiveString[];
  /** The hash of block 0, to distinguish chains with the same id. */
  genesisHash?: string;
  /**
   * The expected values of the audit, by their ids, with or without a lock file. They
   * make `wiring` the default level of `alpha verify`.
   */
  expect?: Expectations;
  /**
   * Checks the chain before the first transaction of a connection. Default: `true` if
   * another chain has the same id.
   */
  guard?: boolean;
  /** Hardhat's own fields of the network (`accounts`, `timeout`, …). */
  hardhat?: Partial<
    Omit<HttpNetworkUserConfig, "type" | "chainId" | "url" | "alphaNetwork">
  >;
  /**
   * The EVM version of the network, which its sandbox and its fork run. None was published
   * for the networks of the reference. Default: the oldest one that the contracts need,
   * which is `istanbul`; sandboxes then run `london`, which has base fees, and forks
   * `prague`, since they also run other contracts.
   */
  hardfork?: Hardfork;
  /** Maximum age of the latest block in seconds; `false` for chains that idle. */
  maxBlockAge?: number | false;
  /** The unit of `transactionPollingTimeout`. */
  transactionPollingTimeoutUnit?: TimeoutUnit;
  role?: string;
  /**
   * The labels of the network's parts. For the third network, `portal: "v4"` also
   * chooses the fields of its portal configuration.
   */
  versions?: NetworkVersions;
  feeToken?: { name?: string; symbol?: string; decimals?: number };
  tokens?: { euro?: TokenUserConfig; alpha?: TokenUserConfig };
}

/** A value of a portal config: a URL may also come from a variable. */
export type PortalInput = SensitiveString | number | boolean;

/**
 * The values of any network in the user's config or in a file: a validated
 * {@link AlphaNetworkUserConfig}.
 */
export interface NetworkInput extends NetworkSettings {
  book?: unknown;
  registry?: Readonly<
    Record<string, string | readonly string[] | null | undefined>
  >;
  portal?: Readonly<Record<string, PortalInput | undefined>>;
  contracts?: Readonly<
    Record<string, string | OwnContractUserConfig | undefined>
  >;
  backend?: Readonly<Record<string, SensitiveString | undefined>>;
}

/** Own contracts: by the names that the project declares, else by any. */
export type OwnContractsUserConfig = keyof OwnAlphaContracts extends never
  ? { [name: string]: string | OwnContractUserConfig }
  : {
      [K in keyof OwnAlphaContracts]?:
        | string
        | OwnContractUserConfig<OwnAlphaContracts[K]>;
    };

/** A contract of the project's own. */
export interface OwnContractUserConfig<Artifact = unknown> {
  /** Not needed if a deployment of `alpha.sources` has it. */
  address?: string | undefined;
  /**
   * Its name or fully qualified name in the project, or the path of a JSON file with the
   * artifact; `false` for none. Default: the name of the entry, if the project has such a
   * contract.
   */
  artifact?: string | false | undefined;
  /**
   * The views without arguments whose values are verified and locked. Default: `owner`,
   * `pendingOwner`, `admin`, `paused`, and all that return an address.
   */
  watch?:
    | readonly (ViewName<Artifact> | WatchedView<ViewName<Artifact>>)[]
    | undefined;
}

/** The backend components, if they have another version than the portal. */
export type BackendUserConfig = {
  metadataCacheUri?: SensitiveString;
  providerUri?: SensitiveString;
  subgraphUri?: SensitiveString;
  /** The account of the backend's provider, for `versions: { portal: "v4" }`. */
  providerAddress?: string;
};

/** Values of a payment token in the Hardhat config. */
export interface TokenUserConfig {
  name?: string;
  address?: string;
  role?: string;
  symbol?: string;
  decimals?: number;
}

/** The type of a value in the config: addresses need not be `0x` literals. */
type Input<T> = T extends TemplateList
  ? readonly [string, ...string[]]
  : T extends `0x${string}`
    ? string
    : T;

/** One of `alpha.sources`: an existing file of the user. */
export type AlphaSourceUserConfig =
  | EntriesSource
  | IgnitionSource
  | DeploymentSource;
