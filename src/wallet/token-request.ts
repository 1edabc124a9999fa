import type { Cause } from "../base/problems.ts";
import type { ResolvedToken } from "../config/types.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import { isPrintable, quoted, unsetValue } from "./chain-urls.ts";
import type { WalletFinding, WalletRule, WalletToken } from "./report.ts";

/** In UTF-16 code units, as wallets count. */
const LONGEST_SYMBOL = 11;
const MOST_DECIMALS = 36;
/** A longer one is refused anyway; a node may send millions. */
const MOST_SYMBOL_SHOWN = 200;

/** What a token's contract said of itself. */
export type TokenReading =
  | {
      readonly verdict: "read";
      readonly source: "node" | "sandbox";
      readonly symbol: string;
      readonly decimals: number;
    }
  /** Proven: there is no such contract, or it is no ERC-20 token. */
  | (Cause & { readonly verdict: "wrong" | "unread" });

/** One payment token of a network. */
export interface TokenValues {
  readonly network: AlphaNetworkName;
  readonly kind: WalletToken["kind"];
  readonly token: Pick<
    ResolvedToken,
    "name" | "address" | "symbol" | "decimals"
  >;
  /** `undefined` where no contract was asked. */
  readonly reading: TokenReading | undefined;
  /** Where it was asked: an origin, `in-process`, or `null` if nowhere. */
  readonly endpoint: string | null;
}

/**
 * The EIP-747 request that imports a token, checked against wallets' rules. The
 * contract's own symbol and decimals count, since wallets compare with those; the
 * configured ones are used where it was not asked.
 */
export function tokenRequest({
  network,
  kind,
  token: { name, address, ...configured },
  reading,
  endpoint,
}: TokenValues): {
  readonly token: WalletToken;
  readonly findings: readonly WalletFinding[];
} {
  const at = `tokens.${kind}`;
  const findings: WalletFinding[] = [];
  const read = reading?.verdict === "read" ? reading : undefined;
  const symbol = read?.symbol ?? configured.symbol;
  const decimals = read?.decimals ?? configured.decimals;

  function find(
    verdict: WalletFinding["verdict"],
    rule: WalletRule,
    path: string,
    message: string,
    remedy?: string,
  ): void {
    findings.push({
      rule,
      verdict,
      path,
      message,
      ...(remedy === undefined ? {} : { remedy }),
    });
  }

  if (address === undefined) {
    findings.push(unsetValue(network, "token-address", `${at}.address`));
  } else if (reading?.verdict === "wrong") {
    const message = `${at} of ${network}, ${address}: ${reading.reason}.`;
    find("broken", "token-contract", at, message);
  } else if (reading?.verdict === "unread") {
    const message = `${at} of ${network}, ${address}, could not be asked${endpoint === null ? "" : ` at ${endpoint}`}: ${reading.reason}.`;
    find("unknown", "token-read", at, message, reading.remedy);
  }
  checkSymbol();
  checkDecimals();
  if (read !== undefined) {
    compare(read);
  }

  const isRefused = findings.some(
    ({ rule, verdict }) => verdict === "broken" && !rule.endsWith("-differs"),
  );
  return {
    token: {
      kind,
      name: name ?? null,
      address: address ?? null,
      symbol: symbol?.slice(0, MOST_SYMBOL_SHOWN) ?? null,
      decimals: decimals ?? null,
      source:
        read?.source ??
        (symbol === undefined || decimals === undefined ? "unread" : "config"),
      watchAsset:
        isRefused ||
        address === undefined ||
        symbol === undefined ||
        decimals === undefined
          ? null
          : { type: "ERC20", options: { address, symbol, decimals } },
    },
    findings,
  };

  function checkSymbol(): void {
    const path = `${at}.symbol`;
    if (symbol === undefined) {
      findUnread("token-symbol", path);
    } else if (!isPrintable(symbol) || symbol.length > LONGEST_SYMBOL) {
      const message = `${path} of ${network} is ${quoted(symbol)}: wallets take 1 to ${LONGEST_SYMBOL} printable characters.`;
      find("broken", "token-symbol", path, message);
    }
  }

  function checkDecimals(): void {
    const path = `${at}.decimals`;
    if (decimals === undefined) {
      findUnread("token-decimals", path);
    } else if (
      !Number.isInteger(decimals) ||
      decimals < 0 ||
      decimals > MOST_DECIMALS
    ) {
      const message = `${path} of ${network} is ${decimals}: wallets take a whole number from 0 to ${MOST_DECIMALS}.`;
      find("broken", "token-decimals", path, message);
    }
  }

  function findUnread(rule: WalletRule, path: string): void {
    const setting = `set alpha.networks.${network}.${path} in the Hardhat config`;
    const [message, remedy] =
      reading === undefined
        ? [
            `${path} of ${network} was not read.`,
            `Add --online to read it from the contract, or ${setting}.`,
          ]
        : [
            `${path} of ${network} is known neither from the contract nor from the Hardhat config.`,
            `Check the contract, or ${setting}.`,
          ];
    find("unknown", rule, path, message, remedy);
  }

  function compare(contract: Extract<TokenReading, { verdict: "read" }>): void {
    const remedy = `Correct it in alpha.networks.${network} in the Hardhat config.`;
    if (
      configured.symbol !== undefined &&
      configured.symbol !== contract.symbol
    ) {
      const message = `${at}.symbol of ${network} is configured as ${quoted(configured.symbol)}, but the contract says ${quoted(contract.symbol)}.`;
      find("broken", "token-symbol-differs", `${at}.symbol`, message, remedy);
    }
    if (
      configured.decimals !== undefined &&
      configured.decimals !== contract.decimals
    ) {
      const message = `${at}.decimals of ${network} is configured as ${configured.decimals}, but the contract says ${contract.decimals}.`;
      find(
        "broken",
        "token-decimals-differs",
        `${at}.decimals`,
        message,
        remedy,
      );
    }
  }
}
