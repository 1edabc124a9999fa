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
import type { PageData, PageNetwork, PageToken } from "./page-data.ts";

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
    wasWrongChain: network.findings.some(({ rule }) => rule === "node-chain"),
    tokens: network.tokens.map(pageToken),
    problems: network.findings.map(describeWalletFinding),
  };
}

/** A URL that the page may link to and connect to. */
function pageUrl(url: string | null): string | null {
  return url === null || walletUrlProblem(url) !== undefined ? null : url;
}

function pageToken({
  kind,
  name,
  symbol,
  address,
  decimals,
  watchAsset,
}: WalletToken): PageToken {
  const label = symbol ?? name ?? kind;
  return {
    symbol: oneLine(label),
    name: name === null || name === label ? null : oneLine(name),
    address,
    decimals,
    request: watchAsset,
  };
}
