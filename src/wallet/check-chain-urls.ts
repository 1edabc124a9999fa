import type { AlphaNetworkName } from "../networks/definitions.ts";
import { brokenValue, unsetValue } from "./value-findings.ts";
import type { WalletFinding } from "./wallet-report.ts";
import { walletUrlProblem } from "./wallet-url-problem.ts";

const NODE_PATH = "portal.nodeUri";
const EXPLORER_PATH = "portal.explorerUri";

/** A URL of the portal config, as far as it may be shown. */
export type PortalUrl =
  | { readonly kind: "given"; readonly value: string }
  | { readonly kind: "hidden" | "unset" };

/** The URLs that a wallet takes with a network, and what is to be said of them. */
export interface CheckedUrls {
  readonly nodeUri: string | undefined;
  /** Without a slash at the end. */
  readonly explorerUri: string | undefined;
  readonly findings: readonly WalletFinding[];
  readonly notes: readonly string[];
}

/** A network's URLs for a wallet, which needs a node and can do without explorer. */
export function checkChainUrls({
  network,
  nodeUri,
  explorerUri,
}: {
  readonly network: AlphaNetworkName;
  readonly nodeUri: PortalUrl;
  readonly explorerUri: PortalUrl;
}): CheckedUrls {
  const nodeProblem = problemOf(nodeUri);
  const explorerProblem = problemOf(explorerUri);
  return {
    nodeUri: nodeUri.kind === "given" ? nodeUri.value : undefined,
    explorerUri:
      explorerUri.kind === "given"
        ? explorerUri.value.replace(/\/+$/, "")
        : undefined,
    findings: [
      ...(nodeUri.kind === "unset"
        ? [unsetValue(network, "node-url", NODE_PATH)]
        : []),
      ...(nodeUri.kind === "hidden" ? [hiddenNode(network)] : []),
      ...(nodeProblem === undefined
        ? []
        : [brokenValue(network, "node-url", NODE_PATH, nodeProblem)]),
      ...(explorerProblem === undefined
        ? []
        : [
            brokenValue(
              network,
              "explorer-url",
              EXPLORER_PATH,
              explorerProblem,
            ),
          ]),
    ],
    notes: explorerNotes(network, explorerUri),
  };
}

function problemOf(url: PortalUrl): string | undefined {
  return url.kind === "given" ? walletUrlProblem(url.value) : undefined;
}

function hiddenNode(network: AlphaNetworkName): WalletFinding {
  return {
    rule: "node-url",
    verdict: "unknown",
    path: NODE_PATH,
    message: `${NODE_PATH} of ${network} is not shown, since it may be secret, and a wallet needs it. Set it as a text in alpha.networks.${network}.${NODE_PATH}, or add --reveal.`,
  };
}

function explorerNotes(
  network: AlphaNetworkName,
  { kind }: PortalUrl,
): readonly string[] {
  switch (kind) {
    case "given":
      return [];
    case "hidden":
      return [
        `${EXPLORER_PATH} of ${network} is left out, since it may be secret: --reveal writes it.`,
      ];
    case "unset":
      return [
        `${EXPLORER_PATH} of ${network} is unset: the wallet will have no explorer.`,
      ];
  }
}
