import type { AlphaNetworkName } from "../networks/definitions.ts";
import { hexQuantity } from "../rpc/hex-quantity.ts";
import { checkChainUrls, type PortalUrl } from "./check-chain-urls.ts";
import { checkFeeToken } from "./check-fee-token.ts";
import { isPrintable } from "./printable.ts";
import { brokenValue, unsetValue } from "./value-findings.ts";
import type {
  AddEthereumChain,
  WalletFeeToken,
  WalletFinding,
} from "./wallet-report.ts";

/** Above it, MetaMask's arithmetic with chain ids is inexact. */
const MOST_CHAIN_ID = 4_503_599_627_370_476;
/** In UTF-16 code units, as wallets count. */
const LONGEST_NAME = 100;

/** What a request to add a network is made of. */
export interface ChainValues {
  readonly network: AlphaNetworkName;
  readonly chainId: number;
  readonly displayName: string | undefined;
  readonly feeToken: WalletFeeToken | undefined;
  readonly nodeUri: PortalUrl;
  readonly explorerUri: PortalUrl;
  /** Other chains with the same chain id. */
  readonly namesakes: readonly string[];
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
