import { unsetMessage } from "../config/unset-message.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import { hexQuantity } from "../rpc/hex-quantity.ts";
import { namesakeOfSymbol } from "./namesake-currencies.ts";
import { isPrintable, quoted } from "./printable.ts";
import type {
  AddEthereumChain,
  WalletFeeToken,
  WalletFinding,
} from "./wallet-report.ts";
import type { WalletRule } from "./wallet-rules.ts";
import { walletUrlProblem } from "./wallet-url-problem.ts";

/** Above it, MetaMask's arithmetic with chain ids is inexact. */
const MOST_CHAIN_ID = 4_503_599_627_370_476;
const DECIMALS = 18;
/** In UTF-16 code units, as wallets count. */
const LONGEST_SYMBOL = 6;
const LONGEST_NAME = 100;

/** A URL of the portal config, as far as it may be shown. */
export type PortalUrl =
  | { readonly kind: "given"; readonly value: string }
  | { readonly kind: "hidden" | "unset" };

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
  const { network, chainId, displayName, feeToken } = values;
  const findings: WalletFinding[] = [];
  const notes: string[] = [];

  function broken(rule: WalletRule, path: string, problem: string): void {
    findings.push({
      rule,
      verdict: "broken",
      path,
      message: `${path} of ${network} ${problem}. Change it in alpha.networks.${network} in the Hardhat config.`,
    });
  }

  function unset(rule: WalletRule, path: string): void {
    const message = unsetMessage(network, path);
    findings.push({ rule, verdict: "unknown", path, message });
  }

  if (!Number.isInteger(chainId) || chainId < 1 || chainId > MOST_CHAIN_ID) {
    broken("chain-id", "chainId", `is no number from 1 to ${MOST_CHAIN_ID}`);
  }
  if (displayName === undefined) {
    unset("chain-name", "displayName");
  } else if (!isPrintable(displayName)) {
    broken("chain-name", "displayName", "is empty or has invisible characters");
  } else if (displayName.length > LONGEST_NAME) {
    notes.push(
      `displayName of ${network} has more than ${LONGEST_NAME} characters: wallets show the first ${LONGEST_NAME}.`,
    );
  }
  if (feeToken === undefined) {
    unset("fee-token-symbol", "feeToken.symbol");
  } else {
    checkFeeToken(feeToken);
  }
  const nodeUri = checkedUrl("node-url", "portal.nodeUri", values.nodeUri);
  const explorerUri = checkedUrl(
    "explorer-url",
    "portal.explorerUri",
    values.explorerUri,
  )?.replace(/\/+$/, "");

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
    notes,
  };

  function checkFeeToken({ name, symbol, decimals }: WalletFeeToken): void {
    const namesake = namesakeOfSymbol(symbol, values.namesakes);
    if (namesake !== undefined) {
      broken(
        "fee-token-namesake",
        "feeToken.symbol",
        `is that of ${namesake}, whose chain id is ${chainId} too: a wallet would give its ${namesake} this network's node`,
      );
    }
    if (!isPrintable(symbol) || symbol.length > LONGEST_SYMBOL) {
      broken(
        "fee-token-symbol",
        "feeToken.symbol",
        `is ${quoted(symbol)}: wallets take 1 to ${LONGEST_SYMBOL} printable characters`,
      );
    }
    if (!isPrintable(name)) {
      broken("fee-token-name", "feeToken.name", "has invisible characters");
    }
    if (decimals !== DECIMALS) {
      broken(
        "fee-token-decimals",
        "feeToken.decimals",
        `is ${decimals}: wallets take ${DECIMALS} and nothing else, whatever a portal shows`,
      );
    }
  }

  function checkedUrl(
    rule: "node-url" | "explorer-url",
    path: string,
    url: PortalUrl,
  ): string | undefined {
    if (url.kind === "given") {
      const problem = walletUrlProblem(url.value);
      if (problem === undefined) {
        return url.value;
      }
      broken(rule, path, problem);
      return undefined;
    }
    if (rule === "explorer-url") {
      notes.push(
        url.kind === "hidden"
          ? `${path} of ${network} is left out, since it may be secret: --reveal writes it.`
          : `${path} of ${network} is unset: the wallet will have no explorer.`,
      );
      return undefined;
    }
    if (url.kind === "unset") {
      unset(rule, path);
      return undefined;
    }
    findings.push({
      rule,
      verdict: "unknown",
      path,
      message: `${path} of ${network} is not shown, since it may be secret, and a wallet needs it. Set it as a text in alpha.networks.${network}.${path}, or add --reveal.`,
    });
    return undefined;
  }
}
