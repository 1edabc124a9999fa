import { asSentence, type Cause } from "../base/problems.ts";
import type { ResolvedToken } from "../config/types.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import { isPrintable, quoted, unsetValue } from "./chain-urls.ts";
import type { WalletFinding, WalletRule, WalletToken } from "./report.ts";

/** In UTF-16 code units, as wallets count. */
const MAX_SYMBOL_LENGTH = 11;
const MAX_DECIMALS = 36;
/** Of a rejected symbol, which may have millions of characters. */
const MAX_REPORTED_SYMBOL_LENGTH = 200;

/** What was read from a token's contract. */
export type TokenReading =
  | {
      readonly verdict: "read";
      readonly source: "node" | "sandbox";
      readonly symbol: string;
      readonly decimals: number;
    }
  /** `wrong` is proven: there is no contract, or it is not an ERC-20 token. */
  | (Cause & { readonly verdict: "wrong" | "unread" });

/** One payment token of a network. */
export interface TokenValues {
  readonly network: AlphaNetworkName;
  readonly kind: WalletToken["kind"];
  readonly token: Pick<
    ResolvedToken,
    "name" | "address" | "symbol" | "decimals"
  >;
  /** `undefined` if the contract was not asked. */
  readonly reading: TokenReading | undefined;
  /** Where it was asked: an origin, `in-process`, or `null` if no node was asked. */
  readonly endpoint: string | null;
}

/**
 * The EIP-747 request that imports a token, checked against wallets' rules. Wallets
 * compare it with the contract, so its symbol and decimals come from the contract.
 * The configured ones are used if the contract could not be read.
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
  const tokenPath = `tokens.${kind}`;
  const findings: WalletFinding[] = [];
  const read = reading?.verdict === "read" ? reading : undefined;
  const symbol = read?.symbol ?? configured.symbol;
  const decimals = read?.decimals ?? configured.decimals;

  function addFinding(
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
    findings.push(unsetValue(network, "token-address", `${tokenPath}.address`));
  } else if (reading?.verdict === "wrong") {
    const message = `${tokenPath} of ${network}, ${address}: ${reading.reason}.`;
    addFinding("broken", "token-contract", tokenPath, message);
  } else if (reading?.verdict === "unread") {
    const message = `${tokenPath} of ${network}, ${address}, could not be read${endpoint === null ? "" : ` at ${endpoint}`}: ${asSentence(reading.reason)}`;
    addFinding("unknown", "token-read", tokenPath, message, reading.remedy);
  }
  checkSymbol();
  checkDecimals();
  if (read !== undefined) {
    compare(read);
  }

  const isRejected = findings.some(
    ({ rule, verdict }) => verdict === "broken" && !rule.endsWith("-differs"),
  );
  return {
    token: {
      kind,
      name: name ?? null,
      address: address ?? null,
      symbol: symbol?.slice(0, MAX_REPORTED_SYMBOL_LENGTH) ?? null,
      decimals: decimals ?? null,
      source:
        read?.source ??
        (symbol === undefined || decimals === undefined ? "unread" : "config"),
      watchAsset:
        isRejected ||
        address === undefined ||
        symbol === undefined ||
        decimals === undefined
          ? null
          : { type: "ERC20", options: { address, symbol, decimals } },
    },
    findings,
  };

  function checkSymbol(): void {
    const path = `${tokenPath}.symbol`;
    if (symbol === undefined) {
      addUnread("token-symbol", path);
    } else if (!isPrintable(symbol) || symbol.length > MAX_SYMBOL_LENGTH) {
      const message = `${path} of ${network} is ${quoted(symbol)}: wallets accept 1 to ${MAX_SYMBOL_LENGTH} printable characters.`;
      addFinding("broken", "token-symbol", path, message);
    }
  }

  function checkDecimals(): void {
    const path = `${tokenPath}.decimals`;
    if (decimals === undefined) {
      addUnread("token-decimals", path);
    } else if (
      !Number.isInteger(decimals) ||
      decimals < 0 ||
      decimals > MAX_DECIMALS
    ) {
      const message = `${path} of ${network} is ${decimals}: wallets accept an integer from 0 to ${MAX_DECIMALS}.`;
      addFinding("broken", "token-decimals", path, message);
    }
  }

  function addUnread(rule: WalletRule, path: string): void {
    const setting = `set alpha.networks.${network}.${path} in the Hardhat config`;
    const [message, remedy] =
      reading === undefined
        ? [
            `${path} of ${network} was not read.`,
            `Use --online to read it from the contract, or ${setting}.`,
          ]
        : [
            `${path} of ${network} could not be read from the contract, and is not set in the Hardhat config.`,
            `Check the contract, or ${setting}.`,
          ];
    addFinding("unknown", rule, path, message, remedy);
  }

  function compare(contract: Extract<TokenReading, { verdict: "read" }>): void {
    const remedy = `Correct it in alpha.networks.${network} in the Hardhat config.`;
    if (
      configured.symbol !== undefined &&
      configured.symbol !== contract.symbol
    ) {
      const message = `${tokenPath}.symbol of ${network} is configured as ${quoted(configured.symbol)}, but the contract has ${quoted(contract.symbol)}.`;
      addFinding(
        "broken",
        "token-symbol-differs",
        `${tokenPath}.symbol`,
        message,
        remedy,
      );
    }
    if (
      configured.decimals !== undefined &&
      configured.decimals !== contract.decimals
    ) {
      const message = `${tokenPath}.decimals of ${network} is configured as ${configured.decimals}, but the contract has ${contract.decimals}.`;
      addFinding(
        "broken",
        "token-decimals-differs",
        `${tokenPath}.decimals`,
        message,
        remedy,
      );
    }
  }
}
