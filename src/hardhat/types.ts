import type { Chain, TransactionReceipt } from "viem";
import type { Address } from "../base/address.ts";
import type { Hex } from "../base/hex.ts";
import type {
  ContractRole,
  NetworkVersions,
  TimeoutUnit,
} from "../networks/definition.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
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
import type { StatusReport } from "../status/report.ts";
import type { VerifyLevel, VerifyReport } from "../verify/report.ts";
import type { OpenContract } from "./contracts/types.ts";
import type { WaitParameters } from "./transactions/wait-limits.ts";

/** One place where a network's data names an address. */
export interface AddressUse {
  readonly kind: "registry" | "token" | "portal";
  /** The registry key, token kind or portal field. */
  readonly key: string;
  /** The position in the key's list, where it holds one. */
  readonly index?: number;
  readonly role?: ContractRole;
}

/**
 * One Alpha network: frozen data. A value that nobody gives is listed in
 * `unset`, and reading it throws a HardhatPluginError that says how to set it;
 * only a payment token's `symbol` and `decimals` are `undefined` then.
 */
export interface AlphaNetwork<N extends AlphaNetworkName> {
  /** The network's name; tells the members of a union apart. */
  readonly name: N;
  /** The Hardhat network's name; `null` where another network has it. */
  readonly hardhatNetwork: string | null;
  /** The Hardhat network's name of the in-process stand-in, likewise. */
  readonly sandboxNetwork: string | null;
  /** That of the fork; `null` unless `alpha.forks` asks for one. */
  readonly forkNetwork: string | null;
  readonly displayName: string;
  readonly chainId: number;
  readonly networkId: number;
  readonly role: string;
  readonly isDefault: boolean;
  readonly versions: NetworkVersions;
  /** The first block to read from. */
  readonly startBlock: number;
  /** In blocks: how many may come without a transaction that is waited for. */
  readonly transactionBlockTimeout: number;
  /** In blocks, the transaction's own included: 1 is as soon as it is mined. */
  readonly transactionConfirmationBlocks: number;
  /** How long to wait for a transaction, in the unit below. */
  readonly transactionPollingTimeout: number;
  /** The reference leaves it open; `alpha.networks` can set it. */
  readonly transactionPollingTimeoutUnit: TimeoutUnit;
  /**
   * What the fees of a transaction that states none are multiplied by, as
   * Hardhat sends it. No factor of the gas limit: that is `gasMultiplier`.
   */
  readonly gasFeeMultiplier: number;
  readonly feeToken: FeeToken;
  readonly tokens: PaymentTokens;
  /** The registry with this network's own keys. */
  readonly registry: Registry<N>;
  /** The same addresses by role, alike on all networks. */
  readonly contracts: ContractsByRole;
  /**
   * The portal config with this network's own fields. A URL that a
   * configuration variable may give cannot be read here: see `portalConfig`.
   */
  readonly portal: PortalConfig<N>;
  /** The paths of the values that nobody gives, such as `registry.Router`. */
  readonly unset: readonly string[];

  /**
   * The address at a registry key, and index where the key holds a list.
   *
   * @throws HardhatPluginError on an unknown key, a missing or wrong index, and
   * on an address that nobody gives. Never yields `undefined`.
   */
  address(key: SharedRegistryKey): Address;
  address(key: SharedRegistryListKey, index: number): Address;
  address(...key: AddressLookup<N>): Address;

  /** Everything on this network that an address is; empty if unknown. */
  identify(address: string): readonly AddressUse[];

  /**
   * The whole portal config, variables read: a keystore may prompt.
   *
   * @throws HardhatPluginError if a field is unset.
   */
  portalConfig(): Promise<PortalConfig<N>>;
}

/** A key that holds one address, or a list's key with an index. */
export type AddressLookup<N extends AlphaNetworkName> =
  | [key: RegistrySingleKey<N>]
  | [key: RegistryListKey<N>, index: number];

/** Any Alpha network: a union discriminated by `name`. */
export type AnyAlphaNetwork = {
  [N in AlphaNetworkName]: AlphaNetwork<N>;
}[AlphaNetworkName];

/** How much to verify. */
export interface VerifyParameters {
  /** Default: `presence`. */
  readonly level?: VerifyLevel;
  /** Whether what is unrecognised, or differs in policy, fails. */
  readonly strict?: boolean;
}

/** When a node is in sync, and what else is asked. */
export interface StatusParameters {
  /** In seconds, in place of the configured one. */
  readonly maxBlockAge?: number;
  /** Whether provider, metadata cache and subgraph are asked too. */
  readonly services?: boolean;
}

/** Which networks to ask; all that are switched on by default. */
export interface NetworkParameters {
  /** Names of Alpha networks, or of Hardhat networks that are one. */
  readonly networks?: readonly string[];
  /** Whether to ask the in-process stand-ins instead of live nodes. */
  readonly sandbox?: boolean;
}

/** `connection.alpha`: the network that the connection reaches. */
export type AlphaConnection = {
  [N in AlphaNetworkName]: AlphaNetwork<N> & {
    /**
     * A contract as a viem contract instance, by role or by registry key:
     * `contract("router")`, `contract("erc20Templates", 0, { address })`.
     */
    readonly contract: OpenContract<N>;
  };
}[AlphaNetworkName] & {
  /** The network as a viem chain: the one that `connection.viem` uses. */
  readonly chain: Chain;
  /** Whether it is an in-process stand-in that holds the contract set. */
  readonly sandbox: boolean;
  /** Verifies the network's contracts on the chain of this connection. */
  verify(parameters?: VerifyParameters): Promise<VerifyReport>;
  /** Queries the sync status of the node of this connection. */
  status(parameters?: StatusParameters): Promise<StatusReport>;
  /**
   * Waits for a transaction with the network's `transactionConfirmationBlocks`,
   * `transactionBlockTimeout` and `transactionPollingTimeout`. A reorganisation
   * that takes the transaction out of its block starts the count again.
   *
   * @returns The receipt; its `status` is "reverted" if the transaction was.
   * @throws HardhatPluginError if `hash` or a parameter is malformed, if a limit
   * is reached, and if another transaction took this one's place.
   */
  waitForTransaction(
    hash: Hex,
    parameters?: WaitParameters,
  ): Promise<TransactionReceipt>;
};

/** `hre.alpha`. */
export interface AlphaRuntime {
  /** The networks that are switched on. */
  readonly networks: {
    readonly [N in AlphaNetworkName]?: AlphaNetwork<N>;
  };
  /** Their names, in the reference's order. */
  readonly names: readonly AlphaNetworkName[];
  /**
   * A network that the caller needs.
   *
   * @throws HardhatPluginError if it is switched off, or there is none such.
   */
  network<N extends AlphaNetworkName>(name: N): AlphaNetwork<N>;
  /**
   * Verifies the networks' contracts, as `alpha verify` does.
   *
   * @throws HardhatPluginError on a name that is no Alpha network.
   */
  verify(
    parameters?: NetworkParameters & VerifyParameters,
  ): Promise<VerifyReport>;
  /**
   * Queries the sync status of the networks' nodes, as `alpha status` does.
   *
   * @throws HardhatPluginError on a name that is no Alpha network.
   */
  status(
    parameters?: NetworkParameters & StatusParameters,
  ): Promise<StatusReport>;
}
