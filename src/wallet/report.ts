import type { Hex } from "../base/hex.ts";
import type { Outcome } from "../base/report.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { FeeToken } from "../networks/types.ts";

/** The report of `alpha wallet`. Its schema is `schemas/wallet.json`. */
export interface WalletReport {
  readonly schemaVersion: 1;
  readonly task: "wallet";
  readonly outcome: Outcome;
  readonly networks: readonly WalletNetwork[];
}

/** The requests that add one network and its tokens to a wallet. */
export interface WalletNetwork {
  readonly network: AlphaNetworkName;
  readonly displayName: string | null;
  /** `null` if another network of the config has the name. */
  readonly hardhatNetwork: string | null;
  readonly chainId: number;
  readonly outcome: Outcome;
  /** Where tokens were read: an origin, `in-process`, or `null` if they were not read. */
  readonly endpoint: string | null;
  /** Added with the network; it need not be imported. */
  readonly feeToken: WalletFeeToken | null;
  /** The node that the wallet will use; `null` if it is not set or is hidden. */
  readonly nodeUri: string | null;
  readonly explorerUri: string | null;
  /** Other chains with the same chain id. */
  readonly chainsWithSameId: readonly string[];
  /** `null` if a value is not set or a wallet would reject it. */
  readonly addEthereumChain: AddEthereumChain | null;
  readonly tokens: readonly WalletToken[];
  readonly findings: readonly WalletFinding[];
  readonly notes: readonly string[];
}

export type WalletFeeToken = Omit<FeeToken, "role">;

export interface WalletToken {
  readonly kind: "euro" | "alpha";
  readonly name: string | null;
  readonly address: Hex | null;
  readonly symbol: string | null;
  readonly decimals: number | null;
  /** Where symbol and decimals come from. */
  readonly source: "node" | "sandbox" | "config" | "unread";
  /** `null` if a value is not set or a wallet would reject it. */
  readonly watchAsset: WatchAsset | null;
}

/** One problem, or one value that could not be determined. */
export interface WalletFinding {
  readonly rule: WalletRule;
  readonly verdict: "broken" | "unknown";
  /** The value's path: `feeToken.symbol`, `tokens.euro.decimals`. */
  readonly path: string;
  readonly message: string;
  /** The next step. */
  readonly remedy?: string | undefined;
}

/** The parameter of `wallet_addEthereumChain` (EIP-3085). */
export interface AddEthereumChain {
  readonly chainId: Hex;
  readonly chainName: string;
  readonly nativeCurrency: WalletFeeToken;
  readonly rpcUrls: readonly [string];
  readonly blockExplorerUrls?: readonly [string];
}

/**
 * The parameter of `wallet_watchAsset` (EIP-747). Without the proposal's `chainId`,
 * which wallets ignore: they add to the chain that they are on.
 */
export interface WatchAsset {
  readonly type: "ERC20";
  readonly options: {
    readonly address: Hex;
    readonly symbol: string;
    readonly decimals: number;
  };
}

/**
 * The rules that wallets apply (docs/export.md lists them): those of MetaMask's
 * handlers of `wallet_addEthereumChain` and `wallet_watchAsset`, which are the
 * strictest, and of EIP-3085 and EIP-747.
 */
export type WalletRule =
  | "chain-id"
  | "chain-name"
  | "fee-token-symbol"
  | "fee-token-other-chain"
  | "fee-token-decimals"
  | "fee-token-name"
  | "node-url"
  | "node-chain"
  | "explorer-url"
  | "token-address"
  | "token-contract"
  | "token-read"
  | "token-symbol"
  | "token-symbol-differs"
  | "token-decimals"
  | "token-decimals-differs";
