import { combineOutcomes } from "../base/report.ts";
import { endpointOrigin } from "../base/secrets.ts";
import type { LayeredUrl, ResolvedUrl } from "../config/layered-url.ts";
import { chainsWithSameId, tokenKindsOf } from "../config/network-values.ts";
import { TOKEN_KINDS } from "../config/types.ts";
import { askNetworks } from "../connect/ask-networks.ts";
import { badVariableOf } from "../connect/open-transport.ts";
import { placeholderFor } from "../connect/portal-configs.ts";
import type {
  NetworkSelection,
  Reachable,
  SelectedNetwork,
} from "../connect/select-networks.ts";
import { selectNetworks } from "../connect/select-networks.ts";
import {
  type ChainValues,
  chainRequest,
  type PortalUrl,
} from "./chain-request.ts";
import type { ReadTokens } from "./read-tokens.ts";
import type {
  WalletFinding,
  WalletNetwork,
  WalletReport,
  WalletToken,
} from "./report.ts";
import { tokenRequest } from "./token-request.ts";

export interface WalletOptions {
  /** Reads the tokens' symbols and decimals from their contracts. */
  readonly online: boolean;
  /** Includes URLs that may be secret. */
  readonly reveal: boolean;
}

interface AskedNetwork {
  readonly selected: SelectedNetwork;
  readonly read: ReadTokens;
}

type ChainUrls = Pick<ChainValues, "nodeUri" | "explorerUri">;

const NO_URLS: ChainUrls = {
  nodeUri: { kind: "unset" },
  explorerUri: { kind: "unset" },
};

const NOT_ASKED: ReadTokens = { endpoint: null, readings: new Map() };

/**
 * The requests that add the selected networks and their payment tokens to a wallet,
 * checked against wallets' rules. No node is asked unless `online` is set or the
 * sandboxes are selected.
 *
 * @throws HardhatPluginError if the selection or a URL is invalid.
 */
export async function walletOfNetworks(
  hre: Reachable,
  selection: NetworkSelection,
  { online, reveal }: WalletOptions,
): Promise<WalletReport> {
  // One after the other, since a keystore may prompt.
  const urls = new Map<string, ChainUrls>();
  for (const { network } of selectNetworks(hre.config, selection)) {
    const { nodeUri, explorerUri } = network.services;
    urls.set(network.name, {
      nodeUri: await portalUrl(nodeUri, reveal),
      explorerUri: await portalUrl(explorerUri, reveal),
    });
  }
  const asked =
    online || selection.sandbox
      ? await askTokens(hre, selection)
      : selectNetworks(hre.config, selection).map((selected) => ({
          selected,
          read: NOT_ASKED,
        }));
  const networks = asked.map((one) =>
    walletNetwork(one, urls.get(one.selected.network.name) ?? NO_URLS),
  );
  return {
    schemaVersion: 1,
    task: "wallet",
    outcome: combineOutcomes(networks.map(({ outcome }) => outcome)),
    networks,
  };
}

async function askTokens(
  hre: Reachable,
  selection: NetworkSelection,
): Promise<readonly AskedNetwork[]> {
  const { readTokens } = await import("./read-tokens.ts");
  return await askNetworks<AskedNetwork>(hre, selection, {
    ask: async (transport, selected, expectations) => ({
      selected,
      read: await readTokens(transport, selected, expectations),
    }),
    unreachable: (selected, _expectations, { reason, remedy }) => {
      const unread = { verdict: "unread", reason, remedy } as const;
      const readings = new Map(TOKEN_KINDS.map((kind) => [kind, unread]));
      return { selected, read: { endpoint: null, readings } };
    },
  });
}

function walletNetwork(
  { selected, read }: AskedNetwork,
  { nodeUri, explorerUri }: ChainUrls,
): WalletNetwork {
  const { network, hardhatNetwork } = selected;
  const { endpoint, readings, wrongChain } = read;
  const { name, values, feeToken } = network;
  const otherChains = chainsWithSameId(network);
  const currency = feeToken && {
    name: feeToken.name,
    symbol: feeToken.symbol,
    decimals: feeToken.decimals,
  };
  const chain = chainRequest({
    network: name,
    chainId: values.chainId,
    displayName: values.displayName,
    feeToken: currency,
    nodeUri,
    explorerUri,
    chainsWithSameId: otherChains,
  });
  const tokens = tokenKindsOf(network).map((kind) =>
    tokenRequest({
      network: name,
      kind,
      token: network.tokens[kind],
      reading: readings.get(kind),
      endpoint,
    }),
  );
  const findings: WalletFinding[] = [...chain.findings];
  if (wrongChain !== undefined) {
    const message = `The node of ${name} (${endpoint}) is on another chain: ${wrongChain}.`;
    const verdict = "broken";
    findings.push({ rule: "node-chain", verdict, path: "url", message });
  }
  findings.push(...tokens.flatMap((token) => token.findings));
  return {
    network: name,
    displayName: values.displayName ?? null,
    hardhatNetwork,
    chainId: values.chainId,
    outcome: combineOutcomes([
      "ok",
      ...findings.map(({ verdict }) =>
        verdict === "broken" ? ("failed" as const) : ("unknown" as const),
      ),
    ]),
    endpoint,
    feeToken: currency ?? null,
    nodeUri: nodeUri.kind === "shown" ? nodeUri.value : null,
    explorerUri: explorerUri.kind === "shown" ? explorerUri.value : null,
    chainsWithSameId: otherChains.map((other) => other.name),
    // A wallet rejects a chain id that differs from the node's.
    addEthereumChain:
      wrongChain !== undefined &&
      nodeUri.kind === "shown" &&
      endpointOrigin(nodeUri.value) === endpoint
        ? null
        : chain.request,
    tokens: tokens.map(({ token }) => token),
    findings,
    notes: [
      ...otherChains.map(
        (other) =>
          `${other.name} also has chain id ${values.chainId}, and a wallet can only have one network with each chain id. A wallet with ${other.name} rejects ${name}: remove ${other.name} first, or use a separate wallet or browser profile. A transaction signed for one of the two chains is also valid on the other one, so use separate accounts, too.`,
      ),
      ...chain.notes,
      ...new Set(
        tokens.flatMap(({ token }) => SOURCE_NOTES[token.source] ?? []),
      ),
    ],
  };
}

const SOURCE_NOTES: Partial<Record<WalletToken["source"], string>> = {
  sandbox:
    "Symbols and decimals were read from the sandbox, and those of the network may differ. Use --online to read them.",
  config:
    "Symbols and decimals were not compared with the contracts, as wallets will do. Use --online to compare them.",
};

async function portalUrl(
  url: LayeredUrl | undefined,
  reveal: boolean,
): Promise<PortalUrl> {
  if (url === undefined) {
    return { kind: "unset" };
  }
  let resolved: ResolvedUrl | undefined;
  try {
    resolved = await url.resolve();
  } catch (error) {
    const { reason, remedy } = badVariableOf(url, error);
    return { kind: "unread", reason, remedy };
  }
  if (resolved === undefined) {
    return { kind: "unset" };
  }
  const { value, origin } = resolved;
  if (!reveal && placeholderFor(value, origin) !== undefined) {
    return { kind: "hidden" };
  }
  return { kind: "shown", value };
}
