import type { Address } from "../base/address.ts";
import type {
  ContractRole,
  NetworkValues,
  NetworkVersions,
  TimeoutUnit,
} from "../networks/definition.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { Hardfork } from "../networks/hardforks.ts";
import type { OwnAlphaContracts } from "../networks/own-networks.ts";
import type {
  ContractsByRole,
  FeeToken,
  PaymentTokens,
  PortalConfig,
  Registry,
  RegistryListKey,
  RegistrySingleKey,
  SharedRegistryKey,
  SharedRegistryListKey,
} from "../networks/types.ts";
import type { VerifyLevel } from "../verify/report.ts";

/** A value in a network's data that is a given address. */
export interface AddressUse {
  readonly kind: "registry" | "token" | "portal" | "own";
  /** The registry key, token kind, portal field or name of an own contract. */
  readonly key: string;
  /** The position, if the key holds a list. */
  readonly index?: number;
  readonly role?: ContractRole;
}

/**
 * An Alpha network, as frozen data. The paths of values that are not set are in
 * `unset`, and reading one throws a HardhatPluginError that says how to set it. The
 * `symbol` and the `decimals` of a payment token are not in `unset`, since they can be
 * read from its contract; connections to sandboxes and forks have them.
 */
export interface AlphaNetwork<N extends AlphaNetworkName>
  extends NetworkValues {
  /** The network's name, which narrows unions of networks. */
  readonly name: N;
  /** The name of its Hardhat network; `null` if another network has the name. */
  readonly hardhatNetwork: string | null;
  /** The name of its sandbox; `null` if another network has the name. */
  readonly sandboxNetwork: string | null;
  /** The name of its fork; `null` unless `alpha.forks` is set. */
  readonly forkNetwork: string | null;
  readonly role: string;
  readonly versions: NetworkVersions;
  /** Hardhat's name of its EVM version. */
  readonly hardfork: Hardfork;
  /** The reference does not specify it; `alpha.networks` can set it. */
  readonly transactionPollingTimeoutUnit: TimeoutUnit;
  readonly feeToken: FeeToken;
  readonly tokens: PaymentTokens;
  /** The registry, with this network's keys. */
  readonly registry: Registry<N>;
  /**
   * The same addresses by role, which is the same on all networks, and those of the
   * project's own contracts by name.
   */
  readonly contracts: ContractsByRole;
  /**
   * The portal configuration, with this network's fields. Reading a URL that a
   * configuration variable can set throws: use `portalConfig`.
   */
  readonly portal: PortalConfig<N>;
  /** The paths of the values that are not set, such as `registry.Router`. */
  readonly unset: readonly string[];

  /**
   * Returns the address at a registry key, or at a position of the key's list, from 0.
   * The factory's template indexes begin with 1. Or that of an own contract, by name.
   *
   * @throws HardhatPluginError if the key is unknown, the index is missing or out
   * of range, or the address is not set.
   */
  address(key: SharedRegistryKey | keyof OwnAlphaContracts): Address;
  address(key: SharedRegistryListKey, index: number): Address;
  address(...key: AddressLookup<N>): Address;

  /** Finds an address in the network's data; empty if it is not in it. */
  identify(address: string): readonly AddressUse[];

  /**
   * Returns the portal configuration with its configuration variables resolved.
   * A keystore may prompt for its password.
   *
   * @throws HardhatPluginError if a field is not set.
   */
  portalConfig(): Promise<PortalConfig<N> & { readonly oceanNodeUri?: string }>;
}

/** The key of an address, or the key and the index of an address in a list. */
export type AddressLookup<N extends AlphaNetworkName> =
  | [key: RegistrySingleKey<N>]
  | [key: RegistryListKey<N>, index: number];

/** Any Alpha network: a union discriminated by `name`. */
export type AnyAlphaNetwork = {
  [N in AlphaNetworkName]: AlphaNetwork<N>;
}[AlphaNetworkName];

/** The parameters of `verify`. */
export interface VerifyParameters {
  /** @default "wiring" if a network has expectations, else "presence" */
  readonly level?: VerifyLevel;
  /** Fails on code of no known release; otherwise the result is unknown. */
  readonly strict?: boolean;
}

/** The parameters of `status`, and when a node counts as in sync. */
export interface StatusParameters {
  /** In seconds, above 0; overrides the configured value. */
  readonly maxBlockAge?: number;
  /** Queries the provider, the metadata cache and the subgraph, too. */
  readonly services?: boolean;
}
