import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { Outcome } from "../report/outcome.ts";
import type { Hex } from "../rpc/types.ts";
import type { WalletRule } from "./wallet-rules.ts";

/** The report of `alpha wallet`; `schemas/wallet.schema.json` describes it. */
export interface WalletReport {
  readonly schemaVersion: 1;
  readonly task: "wallet";
  readonly outcome: Outcome;
  readonly networks: readonly WalletNetwork[];
}

/** What a wallet is to be asked for one network, and what speaks against it. */
export interface WalletNetwork {
  readonly network: AlphaNetworkName;
  readonly displayName: string | null;
  /** `null` where another network of the config has the name. */
  readonly hardhatNetwork: string | null;
  readonly chainId: number;
  readonly outcome: Outcome;
  /** Where tokens were read: an origin, `in-process`, or `null` if nowhere. */
  readonly endpoint: string | null;
  /** It comes with the network: nobody imports it. */
  readonly feeToken: WalletFeeToken | null;
  /** The node that the wallet will use; `null` where it is unset or hidden. */
  readonly nodeUri: string | null;
  readonly explorerUri: string | null;
  /** Other chains with the same chain id. */
  readonly namesakes: readonly string[];
  /** `null` where something is missing, or a wallet would refuse it. */
  readonly addEthereumChain: AddEthereumChain | null;
  readonly tokens: readonly WalletToken[];
  readonly findings: readonly WalletFinding[];
  readonly notes: readonly string[];
}

export interface WalletFeeToken {
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
}

export interface WalletToken {
  readonly kind: "euro" | "alpha";
  readonly name: string | null;
  readonly address: Hex | null;
  readonly symbol: string | null;
  readonly decimals: number | null;
  /** Whose word symbol and decimals are. */
  readonly source: "node" | "sandbox" | "config" | "unread";
  /** `null` where something is missing, or a wallet would refuse it. */
  readonly watchAsset: WatchAsset | null;
}

/** One thing that is wrong, or that could not be determined. */
export interface WalletFinding {
  readonly rule: WalletRule;
  readonly verdict: "broken" | "unknown";
  /** The value's path: `feeToken.symbol`, `tokens.euro.decimals`. */
  readonly path: string;
  readonly message: string;
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
