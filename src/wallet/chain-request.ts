import { hexQuantity } from "../base/hex.ts";
import { asSentence, type Cause } from "../base/problems.ts";
import type { ChainWithSameId } from "../networks/definition.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import type {
  AddEthereumChain,
  WalletFeeToken,
  WalletFinding,
} from "./report.ts";
import { Findings, isPrintable, quoted, walletUrlProblem } from "./report.ts";

/** MetaMask's maximum, above which its arithmetic is inexact. */
const MAX_CHAIN_ID = 4_503_599_627_370_476;
/** In UTF-16 code units, as wallets count. */
const MAX_NAME_LENGTH = 100;

/** A URL of the portal configuration. `hidden` if it may be secret. */
export type PortalUrl =
  | { readonly kind: "shown"; readonly value: string }
  | (Cause & { readonly kind: "unread" })
  | { readonly kind: "hidden" | "unset" };

export interface ChainValues {
  readonly network: AlphaNetworkName;
  readonly chainId: number;
  readonly displayName: string | undefined;
  readonly feeToken: WalletFeeToken | undefined;
  readonly nodeUri: PortalUrl;
  readonly explorerUri: PortalUrl;
  /** Other chains with the same chain id. */
  readonly chainsWithSameId: readonly Pick<
    ChainWithSameId,
    "name" | "currencySymbol"
  >[];
}

/** A request, or why wallets would reject it. */
export interface ChainRequest {
  readonly request: AddEthereumChain | null;
  readonly findings: readonly WalletFinding[];
  readonly notes: readonly string[];
}

/** The EIP-3085 request that adds a network, checked against wallets' rules. */
export function chainRequest(values: ChainValues): ChainRequest {
  const { network, chainId, displayName, feeToken } = values;
  const { nodeUri } = values;
  const findings = new Findings(network);
  if (!Number.isInteger(chainId) || chainId < 1 || chainId > MAX_CHAIN_ID) {
    const problem = `is not an integer from 1 to ${MAX_CHAIN_ID}`;
    findings.addBroken("chain-id", "chainId", problem);
  }
  if (displayName === undefined) {
    findings.addUnset("chain-name", "displayName");
  } else if (!isPrintable(displayName)) {
    const problem = "is empty or contains invisible characters";
    findings.addBroken("chain-name", "displayName", problem);
  }
  checkFeeToken(values, findings);
  checkUrls(values, findings);
  const checked = { findings: findings.list, notes: notesOf(values) };
  if (
    findings.list.length > 0 ||
    displayName === undefined ||
    feeToken === undefined ||
    nodeUri.kind !== "shown"
  ) {
    return { request: null, ...checked };
  }
  const request: AddEthereumChain = {
    chainId: hexQuantity(BigInt(chainId)),
    chainName: displayName,
    nativeCurrency: feeToken,
    rpcUrls: [nodeUri.value],
    ...explorerOf(values),
  };
  return { request, ...checked };
}

function explorerOf({
  explorerUri,
}: ChainValues): Pick<AddEthereumChain, "blockExplorerUrls"> {
  if (explorerUri.kind !== "shown") {
    return {};
  }
  return { blockExplorerUrls: [explorerUri.value.replace(/\/+$/, "")] };
}

const DECIMALS = 18;
/** In UTF-16 code units, as wallets count. */
const MAX_SYMBOL_LENGTH = 6;

function checkFeeToken(
  { chainId, feeToken, chainsWithSameId }: ChainValues,
  findings: Findings,
): void {
  if (feeToken === undefined) {
    findings.addUnset("fee-token-symbol", "feeToken.symbol");
    return;
  }
  const { name, symbol, decimals } = feeToken;
  // Wallets ignore case.
  const normalized = symbol.trim().toUpperCase();
  const other = chainsWithSameId.find(
    ({ currencySymbol }) => currencySymbol === normalized,
  );
  if (other !== undefined) {
    const problem = `is the symbol of ${other.name}, which also has chain id ${chainId}: a wallet would use this network's node for ${other.name}`;
    findings.addBroken("fee-token-other-chain", "feeToken.symbol", problem);
  }
  if (!isPrintable(symbol) || symbol.length > MAX_SYMBOL_LENGTH) {
    const problem = `is ${quoted(symbol)}: wallets accept 1 to ${MAX_SYMBOL_LENGTH} printable characters`;
    findings.addBroken("fee-token-symbol", "feeToken.symbol", problem);
  }
  if (!isPrintable(name)) {
    const problem = "contains invisible characters";
    findings.addBroken("fee-token-name", "feeToken.name", problem);
  }
  if (decimals !== DECIMALS) {
    const problem = `is ${decimals}: wallets only accept ${DECIMALS}`;
    findings.addBroken("fee-token-decimals", "feeToken.decimals", problem);
  }
}

const NODE_PATH = "portal.nodeUri";
const EXPLORER_PATH = "portal.explorerUri";

/** A wallet requires a node, but no explorer. */
function checkUrls(
  { network, nodeUri, explorerUri }: ChainValues,
  findings: Findings,
): void {
  if (nodeUri.kind === "unset") {
    findings.addUnset("node-url", NODE_PATH);
  } else if (nodeUri.kind === "unread") {
    const text = ` is unknown: ${asSentence(nodeUri.reason)}`;
    findings.add("unknown", "node-url", NODE_PATH, text, nodeUri.remedy);
  } else if (nodeUri.kind === "hidden") {
    const text = " is hidden because it may be secret, but a wallet needs it.";
    const remedy = `Set it as a string in alpha.networks.${network}.${NODE_PATH}, or use --reveal.`;
    findings.add("unknown", "node-url", NODE_PATH, text, remedy);
  }
  for (const [rule, path, url] of [
    ["node-url", NODE_PATH, nodeUri],
    ["explorer-url", EXPLORER_PATH, explorerUri],
  ] as const) {
    const problem =
      url.kind === "shown" ? walletUrlProblem(url.value) : undefined;
    if (problem !== undefined) {
      findings.addBroken(rule, path, problem);
    }
  }
}

/** Values that wallets accept, but that should be known. */
function notesOf(values: ChainValues): readonly string[] {
  const { network, displayName = "", explorerUri } = values;
  const notes: string[] = [];
  if (displayName.length > MAX_NAME_LENGTH && isPrintable(displayName)) {
    notes.push(
      `displayName of ${network} has more than ${MAX_NAME_LENGTH} characters: wallets only show the first ${MAX_NAME_LENGTH}.`,
    );
  }
  if (explorerUri.kind === "hidden") {
    notes.push(
      `${EXPLORER_PATH} of ${network} is left out because it may be secret. Use --reveal to include it.`,
    );
  } else if (explorerUri.kind === "unread") {
    notes.push(
      `${EXPLORER_PATH} of ${network} is left out: ${asSentence(explorerUri.reason)}`,
    );
  } else if (explorerUri.kind === "unset") {
    notes.push(
      `${EXPLORER_PATH} of ${network} is not set: the wallet will not have an explorer.`,
    );
  }
  return notes;
}
