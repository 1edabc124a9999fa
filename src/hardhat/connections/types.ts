import type {
  ChainType,
  DefaultChainType,
  NetworkConnection,
  NetworkConnectionParams,
} from "hardhat/types/network";
import type { Chain, TransactionReceipt } from "viem";
import type { Address } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";
import type { TokenKind } from "../../config/types.ts";
import type { AlphaNetworkName } from "../../networks/definitions.ts";
import type { StatusReport } from "../../status/report.ts";
import type { VerifyReport } from "../../verify/report.ts";
import type { OpenContract, TokenOnChain } from "../contracts/types.ts";
import type { WaitParameters } from "../transactions/wait-limits.ts";
import type {
  AlphaNetwork,
  StatusParameters,
  VerifyParameters,
} from "../types.ts";

/** A number of whole tokens, such as `1000` or `"0.5"`. */
export type TokenAmount = string | number | bigint;

/** The amounts to add to the balances of an account. */
export interface FundAmounts {
  /** The euro payment token. */
  readonly euro?: TokenAmount;
  /** The Alpha token. */
  readonly alpha?: TokenAmount;
  /** The native token, which pays transaction fees. It has 18 decimals. */
  readonly fee?: TokenAmount;
  /** Another ERC-20 contract, by its address. */
  readonly [token: Address]: TokenAmount;
}

/**
 * `connection.alpha`: the Alpha network of the connection. A union of all networks,
 * discriminated by `name`, unless `N` says which.
 */
export type AlphaConnection<N extends AlphaNetworkName = AlphaNetworkName> = {
  [M in N]: AlphaNetwork<M> & {
    /**
     * Returns a viem contract instance, by role or by registry key:
     * `contract("router")`, `contract("erc20Templates", 0, { address })`; or of a
     * payment token: `contract("euro")`.
     */
    readonly contract: OpenContract<M>;
  };
}[N] & {
  /** The network as a viem chain, which `connection.viem` uses. */
  readonly chain: Chain;
  /** `true` if the connection is to a sandbox. */
  readonly sandbox: boolean;
  /**
   * Reads the symbol and the decimals of a payment token from its contract:
   * `readToken("euro")`.
   *
   * @throws HardhatPluginError if its address is not set, or no ERC-20 contract could be
   * read there.
   */
  readToken(token: TokenKind): Promise<TokenOnChain>;
  /** Verifies the network's contracts on the chain of this connection. */
  verify(parameters?: VerifyParameters): Promise<VerifyReport>;
  /**
   * Queries the sync status of the node of this connection.
   *
   * @throws HardhatPluginError if `maxBlockAge` is invalid.
   */
  status(parameters?: StatusParameters): Promise<StatusReport>;
  /**
   * Adds tokens to the balances of an account on a sandbox or a fork, in whole tokens:
   * `fund(account, { euro: "1000", alpha: 5, fee: "0.5" })`. The total supply of a token
   * does not change.
   *
   * @throws HardhatPluginError if the connection is to a live network, the account or an
   * amount is invalid, or it is unknown where a token stores its balances.
   */
  fund(account: Address, amounts: FundAmounts): Promise<void>;
  /**
   * Waits for a transaction with the network's `transactionConfirmationBlocks`,
   * `transactionBlockTimeout` and `transactionPollingTimeout`. If a reorganisation
   * has removed the transaction from its block, the confirmations are counted again.
   *
   * @returns The receipt; its `status` is "reverted" if the transaction reverted.
   * @throws HardhatPluginError if `hash` or a parameter is invalid, a limit is
   * reached, or the transaction was replaced.
   */
  waitForTransaction(
    hash: Hex,
    parameters?: WaitParameters,
  ): Promise<TransactionReceipt>;
};

/** A Hardhat connection to an Alpha network. */
export interface AlphaNetworkConnection<
  N extends AlphaNetworkName = AlphaNetworkName,
  ChainTypeT extends ChainType | string = DefaultChainType,
> extends Omit<NetworkConnection<ChainTypeT>, "alpha"> {
  /** The Alpha network of this connection. */
  alpha: AlphaConnection<N>;
}

/** The parameters of Hardhat's `network.create`, and which network it has to be. */
export interface ConnectParameters<
  N extends AlphaNetworkName,
  ChainTypeT extends ChainType | string,
> extends NetworkConnectionParams<ChainTypeT> {
  /**
   * The Alpha network that the connection has to be to. It is checked, and types
   * `alpha` if the Hardhat network has a name of your own.
   */
  readonly alphaNetwork?: N;
}

/**
 * `hre.alpha.connect`. Without a name, it connects to the network of `--network`.
 *
 * @throws HardhatPluginError if the name is not that of an Alpha network, of its
 * sandbox or fork, or of a Hardhat network with `alphaNetwork`; or if the network is
 * another one than the name or `alphaNetwork` says.
 */
export interface ConnectToAlpha {
  <Name extends AlphaHardhatNetwork | (string & {})>(
    network: Name,
  ): Promise<AlphaNetworkConnection<NetworkNamed<Name>>>;
  <
    const Name extends AlphaHardhatNetwork | (string & {}),
    ChainTypeT extends ChainType | string = DefaultChainType,
    N extends AlphaNetworkName = NetworkNamed<Name>,
  >(
    parameters?: ConnectParameters<N, ChainTypeT> & { readonly network?: Name },
  ): Promise<AlphaNetworkConnection<N, ChainTypeT>>;
}

/** The names that the plugin gives to Hardhat networks. */
type AlphaHardhatNetwork = {
  [N in AlphaNetworkName]: N | `${N}Sandbox` | `${N}Fork`;
}[AlphaNetworkName];

/** The Alpha network that a Hardhat network's name stands for; any for other names. */
type NetworkNamed<Name extends string> = Name extends AlphaHardhatNetwork
  ? {
      [N in AlphaNetworkName]: Name extends N | `${N}Sandbox` | `${N}Fork`
        ? N
        : never;
    }[AlphaNetworkName]
  : AlphaNetworkName;

/** Which networks to use. By default, these are all that are enabled. */
export interface NetworkParameters {
  /** Names of Alpha networks, or of Hardhat networks that connect to one. */
  readonly networks?: readonly string[];
  /** Uses the sandboxes instead of live nodes. */
  readonly sandbox?: boolean;
}

/** `hre.alpha`. */
export interface AlphaRuntime {
  /** The enabled networks. */
  readonly networks: {
    readonly [N in AlphaNetworkName]?: AlphaNetwork<N>;
  };
  /** Their names, in the order of the reference. */
  readonly names: readonly AlphaNetworkName[];
  /**
   * Returns a network.
   *
   * @throws HardhatPluginError if it is disabled or does not exist.
   */
  network<N extends AlphaNetworkName>(name: N): AlphaNetwork<N>;
  /**
   * Creates a connection to an Alpha network, like `hre.network.create`:
   * `connect("devnetSandbox")`. Its `alpha` is never `undefined`.
   */
  readonly connect: ConnectToAlpha;
  /**
   * Verifies the networks' contracts, like `alpha verify`.
   *
   * @throws HardhatPluginError if a name is not that of an Alpha network.
   */
  verify(
    parameters?: NetworkParameters & VerifyParameters,
  ): Promise<VerifyReport>;
  /**
   * Queries the sync status of the networks' nodes, like `alpha status`.
   *
   * @throws HardhatPluginError if a name is not that of an Alpha network, or `maxBlockAge`
   * is invalid.
   */
  status(
    parameters?: NetworkParameters & StatusParameters,
  ): Promise<StatusReport>;
}
