import { createHash } from "node:crypto";
import { escapeUnprintable, oneLine } from "../../../src/base/text.ts";
import { chainsWithSameId } from "../../../src/config/network-values.ts";
import type {
  AlphaConfig,
  ResolvedAlphaNetwork,
} from "../../../src/config/types.ts";
import type { ExpectedChain } from "../../../src/connect/judge-chain.ts";
import type { FreshnessLimits } from "../../../src/connect/judge-freshness.ts";
import { generatedBy } from "../../../src/files/generated-by.ts";
import {
  type WalletNetwork,
  type WalletReport,
  type WalletToken,
  walletUrlProblem,
} from "../../../src/wallet/report.ts";
import { describeWalletFinding } from "../describe-finding.ts";
import type { PageAssets } from "./page-assets.ts";

/** A network on the page. */
export type PageNetwork = ReturnType<typeof pageNetwork>;

export type PageToken = ReturnType<typeof pageToken>;

/** The part of a report that the page shows, and the limits for judging nodes. */
export function pageNetworks(
  { networks }: WalletReport,
  config: Pick<AlphaConfig, "networks">,
): readonly PageNetwork[] {
  return networks.map((network) =>
    pageNetwork(network, config.networks[network.network]),
  );
}

function pageNetwork(
  network: WalletNetwork,
  resolved: ResolvedAlphaNetwork | undefined,
) {
  const chain: ExpectedChain = {
    chainId: network.chainId,
    genesisHash: resolved?.genesisHash,
    chainsWithSameId: resolved === undefined ? [] : chainsWithSameId(resolved),
  };
  const limits: FreshnessLimits = {
    maxBlockAge: resolved?.maxBlockAge ?? false,
    inProcess: false,
    startBlock: resolved?.values.startBlock ?? 0,
  };
  return {
    name: oneLine(network.displayName ?? network.network),
    feeToken: network.feeToken && oneLine(network.feeToken.symbol),
    explorer: pageUrl(network.explorerUri),
    /** The node whose state is shown. */
    node: pageUrl(network.nodeUri),
    /** The expected chain of the node and of the wallet. */
    chain,
    limits,
    request: network.addEthereumChain,
    /** True if the node was proven to serve another chain when the page was created. */
    wasWrongChain: network.findings.some(({ rule }) => rule === "node-chain"),
    tokens: network.tokens.map(pageToken),
    /** For those who publish the page. */
    problems: network.findings.map(describeWalletFinding),
  };
}

function pageToken(token: WalletToken) {
  const { kind, name, symbol, address, decimals, watchAsset: request } = token;
  const label = symbol ?? name ?? kind;
  const other = name === null || name === label ? null : oneLine(name);
  return { symbol: oneLine(label), name: other, address, decimals, request };
}

/** A URL that the page may link to and connect to. */
function pageUrl(url: string | null): string | null {
  return url === null || walletUrlProblem(url) !== undefined ? null : url;
}

const PAGE_COMMAND = "alpha wallet --format html";

/** Origins that cannot break out of the Content-Security-Policy's attribute. */
const PLAIN_ORIGIN = /^https?:\/\/[a-z0-9_.[\]:-]+$/;

/**
 * The page as one HTML file. Its policy only allows its own script and style, and
 * connections to the networks' nodes. The data is embedded as JSON.
 */
export function renderPage(
  networks: readonly PageNetwork[],
  { markup, script, style }: PageAssets,
): string {
  const parts: Readonly<Record<string, string>> = {
    generated: `<!-- ${generatedBy(PAGE_COMMAND)} -->`,
    scriptHash: hashSource(script),
    styleHash: hashSource(style),
    nodes: nodeOrigins(networks).join(" ") || "'none'",
    style: `<style>${style}</style>`,
    data: `<script type="application/json" id="data">${dataText(networks)}</script>`,
    script: `<script type="module">${script}</script>`,
  };
  return markup.replace(
    /<!-- ([a-z]+) -->/gi,
    (mark, name) => parts[name] ?? mark,
  );
}

function hashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

function nodeOrigins(networks: readonly PageNetwork[]): readonly string[] {
  const origins = networks.map(({ node }) => URL.parse(node ?? "")?.origin);
  const plain = origins.filter((origin) => PLAIN_ORIGIN.test(origin ?? ""));
  return [...new Set(plain)].map(String);
}

/** JSON that cannot end its HTML element, and shows all of its characters. */
function dataText(data: unknown): string {
  return escapeUnprintable(JSON.stringify(data)).replace(
    /[<>&]/g,
    (found) => `\\u00${found.charCodeAt(0).toString(16)}`,
  );
}
