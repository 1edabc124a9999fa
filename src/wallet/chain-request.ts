import { hexQuantity } from "../base/hex.ts";
import type { ChainWithSameId } from "../networks/definition.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import {
  brokenValue,
  checkChainUrls,
  isPrintable,
  type PortalUrl,
  quoted,
  unsetValue,
} from "./chain-urls.ts";
import type {
  AddEthereumChain,
  WalletFeeToken,
  WalletFinding,
  WalletRule,
} from "./report.ts";

/** MetaMask's maximum, above which its arithmetic is inexact. */
const MAX_CHAIN_ID = 4_503_599_627_370_476;
/** In UTF-16 code units, as wallets count. */
const MAX_NAME_LENGTH = 100;

type OtherChain = Pick<ChainWithSameId, "name" | "currencySymbol">;

export interface ChainValues {
  readonly network: AlphaNetworkName;
  readonly chainId: number;
  readonly displayName: string | undefined;
  readonly feeToken: WalletFeeToken | undefined;
  readonly nodeUri: PortalUrl;
  readonly explorerUri: PortalUrl;
  /** Other chains with the same chain id. */
  readonly chainsWithSameId: readonly OtherChain[];
}

/** A request, or why wallets would reject it. */
export interface ChainRequest {
  readonly request: AddEthereumChain | null;
  readonly findings: readonly WalletFinding[];
  readonly notes: readonly string[];
}

/** The EIP-3085 request that adds a network, checked against wallets' rules. */
export function chainRequest(values: ChainValues): ChainRequest {
  const { chainId, displayName, feeToken } = values;
  const { nodeUri, explorerUri, ...urls } = checkChainUrls(values);
  const findings = [
    ...checkChainId(values),
    ...checkName(values),
    ...checkFeeToken(values),
    ...urls.findings,
  ];
  const isComplete = findings.length === 0;
  return {
    request:
      isComplete &&
      displayName !== undefined &&
      feeToken !== undefined &&
      nodeUri !== undefined
        ? {
            chainId: hexQuantity(BigInt(chainId)),
            chainName: displayName,
            nativeCurrency: feeToken,
            rpcUrls: [nodeUri],
            ...(explorerUri === undefined
              ? {}
              : { blockExplorerUrls: [explorerUri] }),
          }
        : null,
    findings,
    notes: [...nameNotes(values), ...urls.notes],
  };
}

function checkChainId({
  network,
  chainId,
}: ChainValues): readonly WalletFinding[] {
  return Number.isInteger(chainId) && chainId >= 1 && chainId <= MAX_CHAIN_ID
    ? []
    : [
        brokenValue(
          network,
          "chain-id",
          "chainId",
          `is not an integer from 1 to ${MAX_CHAIN_ID}`,
        ),
      ];
}

function checkName({
  network,
  displayName,
}: ChainValues): readonly WalletFinding[] {
  if (displayName === undefined) {
    return [unsetValue(network, "chain-name", "displayName")];
  }
  return isPrintable(displayName)
    ? []
    : [
        brokenValue(
          network,
          "chain-name",
          "displayName",
          "is empty or contains invisible characters",
        ),
      ];
}

function nameNotes({ network, displayName }: ChainValues): readonly string[] {
  return displayName !== undefined &&
    isPrintable(displayName) &&
    displayName.length > MAX_NAME_LENGTH
    ? [
        `displayName of ${network} has more than ${MAX_NAME_LENGTH} characters: wallets only show the first ${MAX_NAME_LENGTH}.`,
      ]
    : [];
}

const DECIMALS = 18;
/** In UTF-16 code units, as wallets count. */
const MAX_SYMBOL_LENGTH = 6;

function checkFeeToken({
  network,
  chainId,
  feeToken,
  chainsWithSameId,
}: ChainValues): readonly WalletFinding[] {
  if (feeToken === undefined) {
    return [unsetValue(network, "fee-token-symbol", "feeToken.symbol")];
  }
  const { name, symbol, decimals } = feeToken;
  const findings: WalletFinding[] = [];
  function addBroken(
    rule: WalletRule,
    field: keyof WalletFeeToken,
    problem: string,
  ) {
    findings.push(brokenValue(network, rule, `feeToken.${field}`, problem));
  }

  const other = chainOfSymbol(symbol, chainsWithSameId);
  if (other !== undefined) {
    addBroken(
      "fee-token-other-chain",
      "symbol",
      `is the symbol of ${other}, which also has chain id ${chainId}: a wallet would use this network's node for ${other}`,
    );
  }
  if (!isPrintable(symbol) || symbol.length > MAX_SYMBOL_LENGTH) {
    addBroken(
      "fee-token-symbol",
      "symbol",
      `is ${quoted(symbol)}: wallets accept 1 to ${MAX_SYMBOL_LENGTH} printable characters`,
    );
  }
  if (!isPrintable(name)) {
    addBroken("fee-token-name", "name", "contains invisible characters");
  }
  if (decimals !== DECIMALS) {
    addBroken(
      "fee-token-decimals",
      "decimals",
      `is ${decimals}: wallets only accept ${DECIMALS}`,
    );
  }
  return findings;
}

/** Ignores case, as wallets do. */
function chainOfSymbol(
  symbol: string,
  chains: readonly OtherChain[],
): string | undefined {
  const normalized = symbol.trim().toUpperCase();
  return chains.find(({ currencySymbol }) => currencySymbol === normalized)
    ?.name;
}
