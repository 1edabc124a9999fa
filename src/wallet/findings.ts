import { hasInvisible, untrustedText } from "../base/untrusted-text.ts";
import { unsetCause } from "../config/network-values.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { WalletFinding, WalletRule } from "./report.ts";

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
