import type { Hex } from "../base/hex.ts";
import type { Outcome } from "../base/report.ts";
import { oneLine } from "../base/text.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";

/** The report of `alpha wallet`; `schemas/wallet.json` describes it. */
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
  /** The node that the wallet will use; `null` where it is not set or hidden. */
  readonly nodeUri: string | null;
  readonly explorerUri: string | null;
  /** Other chains with the same chain id. */
  readonly chainsWithSameId: readonly string[];
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
  /** What to do about it. */
  readonly remedy?: string;
}

/** A finding in one printable line, as every format shows it. */
export function describeWalletFinding({
  rule,
  message,
  remedy,
}: WalletFinding): string {
  return oneLine(
    [`${rule}: ${message}`, ...(remedy === undefined ? [] : [remedy])].join(
      " ",
    ),
  );
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
 * What wallets demand, by the id that findings name: MetaMask's handlers of
 * `wallet_addEthereumChain` and `wallet_watchAsset`, which are the strictest, and
 * what the two proposals (EIP-3085, EIP-747) add.
 */
const WALLET_RULES = {
  "chain-id": "a whole number that wallets can hold",
  "chain-name": "a text that is not empty and has printable characters only",
  "fee-token-symbol": "1 to 6 printable characters",
  "fee-token-other-chain":
    "never the symbol of another chain with the same chain id",
  "fee-token-decimals": "exactly 18",
  "fee-token-name": "printable characters only",
  "node-url": "a public https URL, or one of localhost",
  "node-chain": "the node serves the network's chain",
  "explorer-url": "an https URL, or one of localhost",
  "token-address": "the token has an address",
  "token-contract": "an ERC-20 contract stands at the address",
  "token-read": "the contract could be asked",
  "token-symbol": "1 to 11 printable characters",
  "token-symbol-differs": "the configured symbol is the contract's",
  "token-decimals": "a whole number from 0 to 36",
  "token-decimals-differs": "the configured decimals are the contract's",
} as const;

/** The id of one thing that wallets demand. */
export type WalletRule = keyof typeof WALLET_RULES;
