import { oneLine } from "../../../src/base/text.ts";
import { chainsWithSameId } from "../../../src/config/network-values.ts";
import type { AlphaConfig } from "../../../src/config/types.ts";
import { walletUrlProblem } from "../../../src/wallet/chain-urls.ts";
import type {
  WalletNetwork,
  WalletReport,
  WalletToken,
} from "../../../src/wallet/report.ts";
import { describeWalletFinding } from "../describe-finding.ts";
import type { PageData, PageNetwork } from "./page-data.ts";

/** The page's data: a report, and the limits for judging nodes. */
export function buildPageData(
  { networks }: WalletReport,
  config: Pick<AlphaConfig, "networks">,
): PageData {
  return { networks: networks.map((network) => pageNetwork(network, config)) };
}

function pageNetwork(
  network: WalletNetwork,
  config: Pick<AlphaConfig, "networks">,
): PageNetwork {
  const { displayName, feeToken, nodeUri, explorerUri } = network;
  const resolved = config.networks[network.network];
  return {
    name: oneLine(displayName ?? network.network),
    feeToken: feeToken === null ? null : oneLine(feeToken.symbol),
    explorer: pageUrl(explorerUri),
    node: pageUrl(nodeUri),
    chain: {
      chainId: network.chainId,
      genesisHash: resolved?.genesisHash,
      chainsWithSameId: (resolved === undefined
        ? []
        : chainsWithSameId(resolved)
      ).map(({ name, genesisHash }) => ({ name, genesisHash })),
    },
    limits: {
      maxBlockAge: resolved?.maxBlockAge ?? false,
      inProcess: false,
      startBlock: resolved?.values.startBlock ?? 0,
    },
    request: network.addEthereumChain,
    tokens: network.tokens.map((token) => ({
      label: oneLine(token.symbol ?? token.name ?? token.kind),
      address: token.address,
      facts: factsOf(token),
      request: token.watchAsset,
    })),
    problems: network.findings.map(describeWalletFinding),
  };
}

/** A URL that the page may link to and connect to. */
function pageUrl(url: string | null): string | null {
  return url === null || walletUrlProblem(url) !== undefined ? null : url;
}

function factsOf({ name, symbol, decimals, source }: WalletToken): string {
  return [
    ...(name === null || name === symbol ? [] : [oneLine(name)]),
    decimals === null ? "decimals unknown" : `${decimals} decimals`,
    ...(source === "sandbox" ? ["read from a sandbox"] : []),
    ...(source === "config" ? ["not compared with the contract"] : []),
  ].join(", ");
}
