import { asSentence, type Cause } from "../base/problems.ts";
import type { ResolvedToken } from "../config/types.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { WalletFinding, WalletToken } from "./report.ts";
import { Findings, isPrintable, quoted } from "./report.ts";

/** In UTF-16 code units, as wallets count. */
const MAX_SYMBOL_LENGTH = 11;
const MAX_DECIMALS = 36;
/** Maximum length of a rejected symbol, which may have millions of characters. */
const MAX_REPORTED_SYMBOL_LENGTH = 200;

/** The values that were read from a token's contract. */
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
  const path = `tokens.${kind}`;
  const findings = new Findings(network);
  const read = reading?.verdict === "read" ? reading : undefined;
  const symbol = read?.symbol ?? configured.symbol;
  const decimals = read?.decimals ?? configured.decimals;

  if (address === undefined) {
    findings.addUnset("token-address", `${path}.address`);
  } else if (reading?.verdict === "wrong") {
    const text = `, ${address}: ${reading.reason}.`;
    findings.add("broken", "token-contract", path, text);
  } else if (reading?.verdict === "unread") {
    const place = endpoint === null ? "" : ` at ${endpoint}`;
    const text = `, ${address}, could not be read${place}: ${asSentence(reading.reason)}`;
    findings.add("unknown", "token-read", path, text, reading.remedy);
  }
  if (symbol === undefined) {
    addUnread("symbol");
  } else if (!isPrintable(symbol) || symbol.length > MAX_SYMBOL_LENGTH) {
    const text = ` is ${quoted(symbol)}: wallets accept 1 to ${MAX_SYMBOL_LENGTH} printable characters.`;
    findings.add("broken", "token-symbol", `${path}.symbol`, text);
  }
  if (decimals === undefined) {
    addUnread("decimals");
  } else if (
    !(Number.isInteger(decimals) && decimals >= 0 && decimals <= MAX_DECIMALS)
  ) {
    const text = ` is ${decimals}: wallets accept an integer from 0 to ${MAX_DECIMALS}.`;
    findings.add("broken", "token-decimals", `${path}.decimals`, text);
  }
  for (const field of ["symbol", "decimals"] as const) {
    const value = configured[field];
    // A sandbox has one contract for the Alpha token, whatever is configured.
    if (
      read?.source === "node" &&
      value !== undefined &&
      value !== read[field]
    ) {
      const text = ` is configured as ${shown(value)}, but the contract has ${shown(read[field])}.`;
      const remedy = `Correct it in alpha.networks.${network} in the Hardhat config.`;
      const rule = `token-${field}-differs` as const;
      findings.add("broken", rule, `${path}.${field}`, text, remedy);
    }
  }

  const isRejected = findings.list.some(
    ({ rule, verdict }) => verdict === "broken" && !rule.endsWith("-differs"),
  );
  const isKnown = symbol !== undefined && decimals !== undefined;
  return {
    token: {
      kind,
      name: name ?? null,
      address: address ?? null,
      symbol: symbol?.slice(0, MAX_REPORTED_SYMBOL_LENGTH) ?? null,
      decimals: decimals ?? null,
      source: read?.source ?? (isKnown ? "config" : "unread"),
      watchAsset:
        isRejected || address === undefined || !isKnown
          ? null
          : { type: "ERC20", options: { address, symbol, decimals } },
    },
    findings: findings.list,
  };

  /** The reason why the contract was not read has its own finding. */
  function addUnread(field: "symbol" | "decimals"): void {
    if (reading === undefined) {
      const unread = `${path}.${field}`;
      const remedy = `Use --online to read it from the contract, or set alpha.networks.${network}.${unread} in the Hardhat config.`;
      const text = " was not read.";
      findings.add("unknown", `token-${field}`, unread, text, remedy);
    }
  }
}

function shown(value: string | number): string {
  return typeof value === "string" ? quoted(value) : String(value);
}
