import { untrustedText } from "../base/untrusted-text.ts";
import { unsetCause } from "../config/network-values.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { WalletFinding, WalletRule } from "./report.ts";

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
    message: `${NODE_PATH} of ${network} is not shown, since it may be secret, and a wallet needs it.`,
    remedy: `Set it as a text in alpha.networks.${network}.${NODE_PATH}, or add --reveal.`,
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
        `${EXPLORER_PATH} of ${network} is not set: the wallet will have no explorer.`,
      ];
  }
}

/** Hosts without a certificate that wallets take all the same. */
const LOCAL_HOSTS = new Set(["localhost", "127.0.0.1"]);
/** A host that a Content-Security-Policy can name: others end its directive. */
const PLAIN_HOST = /^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])$/;

/** Why wallets would refuse a URL; `undefined` if they would not. */
export function walletUrlProblem(text: string): string | undefined {
  const url = URL.parse(text);
  // What is left out or spaced out is put right by some parsers only.
  if (url === null || !/^https?:\/\/\S+$/i.test(text)) {
    return "is no URL";
  }
  if (!PLAIN_HOST.test(url.hostname)) {
    return "has a host that no certificate can name";
  }
  const isLocal = url.protocol === "http:" && LOCAL_HOSTS.has(url.hostname);
  return url.protocol === "https:" || isLocal
    ? undefined
    : "is neither https nor http to localhost or 127.0.0.1";
}

/** A network's value that wallets refuse. */
export function brokenValue(
  network: AlphaNetworkName,
  rule: WalletRule,
  path: string,
  problem: string,
): WalletFinding {
  return {
    rule,
    verdict: "broken",
    path,
    message: `${path} of ${network} ${problem}.`,
    remedy: `Change it in alpha.networks.${network} in the Hardhat config.`,
  };
}

/** A network's value that a wallet needs and nobody gives. */
export function unsetValue(
  network: AlphaNetworkName,
  rule: WalletRule,
  path: string,
): WalletFinding {
  const { reason, remedy } = unsetCause(network, path);
  return { rule, verdict: "unknown", path, message: `${reason}.`, remedy };
}

/** What a person does not see, or sees in another order or on another line. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;
const MOST_SHOWN = 80;

/** Whether a text shows all that is in it. */
export function isPrintable(text: string): boolean {
  return text.trim() !== "" && !UNPRINTABLE.test(text);
}

/** A text of somebody else's, as a message quotes it. */
export function quoted(text: string): string {
  return `"${untrustedText(text, { maxLength: MOST_SHOWN })}"`;
}
