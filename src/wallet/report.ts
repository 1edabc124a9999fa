import type { Hex } from "../base/hex.ts";
import type { Outcome } from "../base/report.ts";
import { hasInvisible, untrustedText } from "../base/untrusted-text.ts";
import { unsetCause } from "../config/network-values.ts";
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
type WalletRule =
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

/** The findings about the values of a network. */
export class Findings {
  readonly network: AlphaNetworkName;
  readonly list: WalletFinding[] = [];

  constructor(network: AlphaNetworkName) {
    this.network = network;
  }

  /** Adds one whose message begins with the path and the network. */
  add(
    verdict: WalletFinding["verdict"],
    rule: WalletRule,
    path: string,
    text: string,
    remedy?: string,
  ): void {
    const message = `${path} of ${this.network}${text}`;
    this.list.push({ rule, verdict, path, message, remedy });
  }

  /** Adds one for a value of the config that wallets reject. */
  addBroken(rule: WalletRule, path: string, problem: string): void {
    const remedy = `Change it in alpha.networks.${this.network} in the Hardhat config.`;
    this.add("broken", rule, path, ` ${problem}.`, remedy);
  }

  /** Adds one for a value that a wallet needs and that is not set. */
  addUnset(rule: WalletRule, path: string): void {
    const { reason, remedy } = unsetCause(this.network, path);
    const message = `${reason}.`;
    this.list.push({ rule, verdict: "unknown", path, message, remedy });
  }
}

/** The hosts for which wallets accept http. */
const LOCAL_HOSTS = new Set(["localhost", "127.0.0.1"]);
/** Other hosts would end a directive of the wallet page's Content-Security-Policy. */
const PLAIN_HOST = /^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])$/;

/** The reason why wallets would reject a URL; `undefined` if they would accept it. */
export function walletUrlProblem(text: string): string | undefined {
  const url = URL.parse(text);
  // Not all parsers correct spaces and missing slashes.
  if (url === null || !/^https?:\/\/\S+$/i.test(text)) {
    return "is not a URL";
  }
  if (!PLAIN_HOST.test(url.hostname)) {
    return "has an invalid host name";
  }
  const isLocal = url.protocol === "http:" && LOCAL_HOSTS.has(url.hostname);
  if (url.protocol === "https:" || isLocal) {
    return undefined;
  }
  return "must use https, or http with localhost or 127.0.0.1";
}

/** In UTF-16 code units. */
const MAX_QUOTED_LENGTH = 80;

/** True if a text is not blank, and has no invisible characters. */
export function isPrintable(text: string): boolean {
  return text.trim() !== "" && !hasInvisible(text);
}

/** Quotes untrusted text in a message. */
export function quoted(text: string): string {
  return `"${untrustedText(text, { maxLength: MAX_QUOTED_LENGTH })}"`;
}
