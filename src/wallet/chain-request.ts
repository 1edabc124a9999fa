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

/** Above it, MetaMask's arithmetic with chain ids is inexact. */
const MOST_CHAIN_ID = 4_503_599_627_370_476;
/** In UTF-16 code units, as wallets count. */
const LONGEST_NAME = 100;

type OtherChain = Pick<ChainWithSameId, "name" | "currencySymbol">;

/** What a request to add a network is made of. */
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

/** A request, or what is missing or would be refused in it. */
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
  const isWhole = findings.length === 0;
  return {
    request:
      isWhole &&
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
  return Number.isInteger(chainId) && chainId >= 1 && chainId <= MOST_CHAIN_ID
    ? []
    : [
        brokenValue(
          network,
          "chain-id",
          "chainId",
          `is no number from 1 to ${MOST_CHAIN_ID}`,
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
          "is empty or has invisible characters",
        ),
      ];
}

function nameNotes({ network, displayName }: ChainValues): readonly string[] {
  return displayName !== undefined &&
    isPrintable(displayName) &&
    displayName.length > LONGEST_NAME
    ? [
        `displayName of ${network} has more than ${LONGEST_NAME} characters: wallets show the first ${LONGEST_NAME}.`,
      ]
    : [];
}

const DECIMALS = 18;
/** In UTF-16 code units, as wallets count. */
const LONGEST_SYMBOL = 6;

/** What wallets would refuse of a network's fee token. */
function checkFeeToken({
  network,
  chainId,
  feeToken,
  chainsWithSameId,
}: {
  readonly network: AlphaNetworkName;
  readonly chainId: number;
  readonly feeToken: WalletFeeToken | undefined;
  /** Other chains with the same chain id. */
  readonly chainsWithSameId: readonly OtherChain[];
}): readonly WalletFinding[] {
  if (feeToken === undefined) {
    return [unsetValue(network, "fee-token-symbol", "feeToken.symbol")];
  }
  const { name, symbol, decimals } = feeToken;
  const findings: WalletFinding[] = [];
  function broken(
    rule: WalletRule,
    field: keyof WalletFeeToken,
    problem: string,
  ) {
    findings.push(brokenValue(network, rule, `feeToken.${field}`, problem));
  }

  const other = chainOfSymbol(symbol, chainsWithSameId);
  if (other !== undefined) {
    broken(
      "fee-token-other-chain",
      "symbol",
      `is that of ${other}, whose chain id is ${chainId} too: a wallet would give its ${other} this network's node`,
    );
  }
  if (!isPrintable(symbol) || symbol.length > LONGEST_SYMBOL) {
    broken(
      "fee-token-symbol",
      "symbol",
      `is ${quoted(symbol)}: wallets take 1 to ${LONGEST_SYMBOL} printable characters`,
    );
  }
  if (!isPrintable(name)) {
    broken("fee-token-name", "name", "has invisible characters");
  }
  if (decimals !== DECIMALS) {
    broken(
      "fee-token-decimals",
      "decimals",
      `is ${decimals}: wallets take ${DECIMALS} and nothing else, whatever a portal shows`,
    );
  }
  return findings;
}

/** The chain whose native currency a symbol is, whatever its case. */
function chainOfSymbol(
  symbol: string,
  chains: readonly OtherChain[],
): string | undefined {
  const wanted = symbol.trim().toUpperCase();
  return chains.find(({ currencySymbol }) => currencySymbol === wanted)?.name;
}
