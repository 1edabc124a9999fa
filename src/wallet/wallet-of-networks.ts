import { combineOutcomes } from "../base/report.ts";
import { chainsWithSameId } from "../config/network-values.ts";
import { askNetworks } from "../connect/ask-networks.ts";
import type { Reachable } from "../connect/reachable.ts";
import type {
  NetworkSelection,
  SelectedNetwork,
} from "../connect/select-networks.ts";
import { selectNetworks } from "../connect/select-networks.ts";
import {
  portalConfigs,
  type ShownPortalConfig,
} from "../sources/portal/portal-configs.ts";
import { chainRequest } from "./chain-request.ts";
import type { PortalUrl } from "./chain-urls.ts";
import type { ReadTokens } from "./read-tokens.ts";
import type {
  WalletFinding,
  WalletNetwork,
  WalletReport,
  WalletToken,
} from "./report.ts";
import { tokenRequest } from "./token-request.ts";

/** Whom to ask for the tokens, and what to show. */
export interface WalletOptions {
  /** Whether the tokens' contracts are asked for symbol and decimals. */
  readonly online: boolean;
  /** Whether URLs that may be secret are written. */
  readonly reveal: boolean;
}

/** A selected network, where its tokens were asked, and what they said. */
interface Asked {
  readonly selected: SelectedNetwork;
  readonly endpoint: string | null;
  readonly read: ReadTokens | undefined;
}

/**
 * The requests that put the selected networks and their payment tokens into a
 * wallet, checked against what wallets demand. Without `online` and without a
 * sandbox no node is asked.
 *
 * @throws HardhatPluginError on a selection or a URL that is no such thing.
 */
export async function walletOfNetworks(
  hre: Reachable,
  selection: NetworkSelection,
  { online, reveal }: WalletOptions,
): Promise<WalletReport> {
  const portals = await portalConfigs(hre.config, selection, reveal);
  const asked =
    online || selection.sandbox
      ? await askTokens(hre, selection)
      : selectNetworks(hre.config, selection).map(
          (selected): Asked => ({ selected, endpoint: null, read: undefined }),
        );
  const networks: WalletNetwork[] = [];
  for (const answer of asked) {
    const { name } = answer.selected.network;
    const portal = portals.find(({ network }) => network === name);
    networks.push(walletNetwork(answer, portal, await wrongNode(answer)));
  }
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
): Promise<readonly Asked[]> {
  const { readTokens } = await import("./read-tokens.ts");
  return await askNetworks<Asked>(hre, selection, {
    ask: async (transport, selected, expectations) => ({
      selected,
      endpoint: transport.endpoint,
      read: await readTokens(transport, selected, expectations),
    }),
    unreachable: (selected, _expectations, cause) => {
      const { reason, remedy } = cause;
      const unread = {
        verdict: "unread",
        reason,
        ...(remedy === undefined ? {} : { remedy }),
      } as const;
      const readings = new Map([
        ["euro", unread] as const,
        ["alpha", unread] as const,
      ]);
      return { selected, endpoint: null, read: { readings } };
    },
  });
}

/** The URL of the node that is proven to serve another chain, if it is. */
async function wrongNode({
  selected,
  read,
}: Asked): Promise<string | undefined> {
  return read?.wrongChain !== undefined &&
    selected.hardhatNetwork !== null &&
    selected.networkConfig.type === "http"
    ? await selected.networkConfig.url.getUrl()
    : undefined;
}

function walletNetwork(
  { selected, endpoint, read }: Asked,
  portal: ShownPortalConfig | undefined,
  wrongUrl: string | undefined,
): WalletNetwork {
  const { network, hardhatNetwork } = selected;
  const { name, values, feeToken } = network;
  const otherChains = chainsWithSameId(network);
  const currency = feeToken && {
    name: feeToken.name,
    symbol: feeToken.symbol,
    decimals: feeToken.decimals,
  };
  const nodeUri = portalUrl(portal, "nodeUri");
  const explorerUri = portalUrl(portal, "explorerUri");
  const chain = chainRequest({
    network: name,
    chainId: values.chainId,
    displayName: values.displayName,
    feeToken: currency,
    nodeUri,
    explorerUri,
    chainsWithSameId: otherChains,
  });
  const tokens = (["euro", "alpha"] as const).map((kind) =>
    tokenRequest({
      network: name,
      kind,
      token: network.tokens[kind],
      reading: read?.readings.get(kind),
      endpoint,
    }),
  );
  const findings: readonly WalletFinding[] = [
    ...chain.findings,
    ...nodeFindings(name, endpoint, read?.wrongChain),
    ...tokens.flatMap((token) => token.findings),
  ];
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
    nodeUri: nodeUri.kind === "given" ? nodeUri.value : null,
    explorerUri: explorerUri.kind === "given" ? explorerUri.value : null,
    chainsWithSameId: otherChains.map((other) => other.name),
    // A wallet asks the node for its chain id, and refuses another.
    addEthereumChain:
      nodeUri.kind === "given" && isSameUrl(nodeUri.value, wrongUrl)
        ? null
        : chain.request,
    tokens: tokens.map(({ token }) => token),
    findings,
    notes: [
      ...otherChains.map(
        (other) =>
          `Chain id ${values.chainId} is also that of ${other.name}, and a wallet holds one network for each chain id. One that has ${other.name} refuses ${name}: remove ${other.name} there first, or use a wallet or a browser profile of its own. A transaction that is signed for one of the two is valid on the other, so use accounts of their own, too.`,
      ),
      ...chain.notes,
      ...sourceNotes(tokens.map(({ token }) => token)),
    ],
  };
}

function nodeFindings(
  name: string,
  endpoint: string | null,
  wrongChain: string | undefined,
): readonly WalletFinding[] {
  return wrongChain === undefined
    ? []
    : [
        {
          rule: "node-chain",
          verdict: "broken",
          path: "url",
          message: `The node that was asked for ${name}, ${endpoint}: ${wrongChain}.`,
        },
      ];
}

/** What to know of where symbols and decimals are from. */
function sourceNotes(tokens: readonly WalletToken[]): readonly string[] {
  const sources = new Set(tokens.map(({ source }) => source));
  return [
    ...(sources.has("sandbox")
      ? [
          "Symbols and decimals were read from the sandbox, whose token contracts are created from the Hardhat config: --online reads the network's own.",
        ]
      : []),
    ...(sources.has("config")
      ? [
          "Symbols and decimals of the config are not compared with the contract, as wallets will: --online does.",
        ]
      : []),
  ];
}

/** Whether two URLs are one, with or without a slash at the end of the host. */
function isSameUrl(one: string, other: string | undefined): boolean {
  return other !== undefined && URL.parse(one)?.href === URL.parse(other)?.href;
}

function portalUrl(
  portal: ShownPortalConfig | undefined,
  name: "nodeUri" | "explorerUri",
): PortalUrl {
  const field = portal?.fields.find((candidate) => candidate.field === name);
  if (field?.isHidden === true) {
    return { kind: "hidden" };
  }
  return typeof field?.value === "string"
    ? { kind: "given", value: field.value }
    : { kind: "unset" };
}
