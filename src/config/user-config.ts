import type {
  EdrNetworkUserConfig,
  HttpNetworkUserConfig,
  SensitiveString,
} from "hardhat/types/config";
import type {
  NetworkValues,
  NetworkVersions,
  TimeoutUnit,
} from "../networks/definition.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import type {
  HasBackend,
  PortalConfig,
  Registry,
  RegistryKey,
  RegistryListKey,
} from "../networks/types.ts";

/** `alpha` in the Hardhat config. */
export interface AlphaUserConfig {
  /** `false` turns the built-in preset of public values off. */
  preset?: boolean;
  /** Files that give values, below `networks` and above the preset. */
  sources?: readonly AlphaSourceUserConfig[];
  /** The in-process stand-ins of the networks; `false` adds none. */
  sandbox?: false | AlphaSandboxUserConfig;
  /** Whether each network has a fork, as `devnetFork`. Default: none has. */
  forks?: boolean | AlphaForksUserConfig;
  /** Values that override the preset's; `false` switches a network off. */
  networks?: { [N in AlphaNetworkName]?: false | AlphaNetworkUserConfig<N> };
}

export interface AlphaForksUserConfig {
  /**
   * The block that a network's fork goes on from. Default: one that Hardhat's
   * simulator counts as final, 128 before the latest, or 38 on chain id 100.
   */
  blockNumbers?: { [N in AlphaNetworkName]?: number };
  /** Hardhat's own fields of the simulated networks (`accounts`, …). */
  hardhat?: SimulatedNetworkFields;
}

/** What a user may set on the simulated networks that this plugin adds. */
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

export interface AlphaSandboxUserConfig {
  /** Decimals of the sandbox's euro tokens (default 6). */
  euroDecimals?: number;
  /** Owns what has an owner (default: the first account). */
  owner?: string;
  /**
   * Who holds each payment token from the start, and nobody else. Default: the
   * first twenty accounts.
   */
  balances?: { alpha?: TokenBalances; euro?: TokenBalances };
  /** Hardhat's own fields of the simulated networks (`mining`, …). */
  hardhat?: SimulatedNetworkFields;
}

/** Whole tokens by address: `{ "0x…": "1000.5" }`. */
export type TokenBalances = Readonly<Record<string, string | number | bigint>>;

/** Values of one network. What is not given comes from the preset. */
export interface AlphaNetworkUserConfig<N extends AlphaNetworkName>
  extends NetworkSettings {
  registry?: { -readonly [K in keyof Registry<N>]?: Input<Registry<N>[K]> };
  portal?: {
    -readonly [K in keyof PortalConfig<N>]?: K extends `${string}Uri`
      ? SensitiveString
      : Input<PortalConfig<N>[K]>;
  };
  /** Only where the backend's version is not the portal's: the third network's. */
  backend?: HasBackend<N> extends true ? BackendUserConfig : never;
}

/** What can be set of every network, under the same names. */
export interface NetworkSettings extends Partial<NetworkValues> {
  /** The Hardhat network's name, where ours is taken. */
  name?: string;
  /** Where requests go: may carry a key. Default: the portal's `nodeUri`. */
  url?: SensitiveString;
  /** More nodes of the same network, which `alpha status` compares. */
  endpoints?: readonly SensitiveString[];
  /** Block 0's hash, to tell the chain from others with its chain id. */
  genesisHash?: string;
  /**
   * Whether a connection's chain is proven before its first transaction. Default:
   * where another chain has the same chain id.
   */
  guard?: boolean;
  /** Hardhat's own fields of the network (`accounts`, `timeout`, …). */
  hardhat?: Partial<
    Omit<HttpNetworkUserConfig, "type" | "chainId" | "url" | "alphaNetwork">
  >;
  /** Seconds after which the head is stale; `false` for chains that idle. */
  maxBlockAge?: number | false;
  /** In what `transactionPollingTimeout` counts. */
  transactionPollingTimeoutUnit?: TimeoutUnit;
  role?: string;
  versions?: NetworkVersions;
  feeToken?: { name?: string; symbol?: string; decimals?: number };
  tokens?: { euro?: TokenUserConfig; alpha?: TokenUserConfig };
}

/** A value of a portal config: a URL may also come from a variable. */
export type PortalInput = SensitiveString | number | boolean;

/**
 * What a user or a file gives of a network, whichever network it is: an
 * {@link AlphaNetworkUserConfig} once it is validated.
 */
export interface NetworkInput extends NetworkSettings {
  registry?: Readonly<Record<string, string | readonly string[] | undefined>>;
  portal?: Readonly<Record<string, PortalInput | undefined>>;
  backend?: Readonly<Record<string, SensitiveString | undefined>>;
}

/** URLs of the backend components, where their version is not the portal's. */
export type BackendUserConfig = {
  metadataCacheUri?: SensitiveString;
  providerUri?: SensitiveString;
  subgraphUri?: SensitiveString;
};

export interface TokenUserConfig {
  name?: string;
  address?: string;
  role?: string;
  symbol?: string;
  decimals?: number;
}

/** What a user may write for a value: addresses need not be `0x` literals. */
type Input<T> = T extends readonly [unknown, unknown]
  ? readonly [string, string]
  : T extends readonly [unknown]
    ? readonly [string]
    : T extends `0x${string}`
      ? string
      : T;

/** One of `alpha.sources`: a file that the user already has. */
export type AlphaSourceUserConfig =
  | AddressJsonSource
  | IgnitionSource
  | PortalSource;

/** A portal's configuration: `chains.config.js`, `.cjs`, `.mjs` or `.json`. */
export interface PortalSource {
  type: "portal";
  /** Relative to the project's root. */
  file: string;
  /** The network it is read for; by default all whose entries it has. */
  network?: AlphaNetworkName | undefined;
  /** The `network` or `name` of the entry, where that is not clear. */
  entry?: string | undefined;
  /** Whether the file may be missing. */
  optional?: boolean | undefined;
}

/** An address book in the shape of `@oceanprotocol/contracts`. */
export interface AddressJsonSource {
  type: "address-json";
  /** Relative to the project's root. */
  file: string;
  /** The network it is read for; by default all whose entries it has. */
  network?: AlphaNetworkName | undefined;
  /** The key of the entry, such as `pontus-x-devnet`. */
  entry?: string | undefined;
  /** Whether the file may be missing. */
  optional?: boolean | undefined;
}

/** What Ignition has deployed: `deployed_addresses.json`. */
export type IgnitionSource = {
  [N in AlphaNetworkName]: {
    type: "ignition";
    /** Relative to the project's root. */
    file: string;
    network: N;
    /**
     * The registry key that each future is: `"Market#Router": "Router"`; in
     * lists with the place, from 0: `"Market#Template": "ERC20Template[0]"`.
     */
    keys: Record<string, RegistryTarget<N>>;
    /** Whether the file, or a future in it, may be missing: not deployed yet. */
    optional?: boolean | undefined;
  };
}[AlphaNetworkName];

/** A registry key, with its place in the list where the key holds one. */
type RegistryTarget<N extends AlphaNetworkName> =
  | Exclude<RegistryKey<N>, RegistryListKey<N>>
  | `${RegistryListKey<N>}[${number}]`;
