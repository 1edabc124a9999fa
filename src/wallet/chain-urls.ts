import { untrustedText } from "../base/untrusted-text.ts";
import { unsetCause } from "../config/network-values.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { WalletFinding, WalletRule } from "./report.ts";

const NODE_PATH = "portal.nodeUri";
const EXPLORER_PATH = "portal.explorerUri";

/** A URL of the portal configuration. `hidden` if it may be secret. */
export type PortalUrl =
  | { readonly kind: "shown"; readonly value: string }
  | { readonly kind: "hidden" | "unset" };

/** The URLs of a request, and the findings about them. */
export interface CheckedUrls {
  readonly nodeUri: string | undefined;
  /** Without a slash at the end. */
  readonly explorerUri: string | undefined;
  readonly findings: readonly WalletFinding[];
  readonly notes: readonly string[];
}

/** Checks the URLs of a network: a wallet requires a node, but no explorer. */
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
    nodeUri: nodeUri.kind === "shown" ? nodeUri.value : undefined,
    explorerUri:
      explorerUri.kind === "shown"
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
  return url.kind === "shown" ? walletUrlProblem(url.value) : undefined;
}

function hiddenNode(network: AlphaNetworkName): WalletFinding {
  return {
    rule: "node-url",
    verdict: "unknown",
    path: NODE_PATH,
    message: `${NODE_PATH} of ${network} is hidden because it may be secret, but a wallet needs it.`,
    remedy: `Set it as a string in alpha.networks.${network}.${NODE_PATH}, or use --reveal.`,
  };
}

function explorerNotes(
  network: AlphaNetworkName,
  { kind }: PortalUrl,
): readonly string[] {
  switch (kind) {
    case "shown":
      return [];
    case "hidden":
      return [
        `${EXPLORER_PATH} of ${network} is left out because it may be secret. Use --reveal to include it.`,
      ];
    case "unset":
      return [
        `${EXPLORER_PATH} of ${network} is not set: the wallet will not have an explorer.`,
      ];
  }
}

/** The hosts for which wallets accept http. */
const LOCAL_HOSTS = new Set(["localhost", "127.0.0.1"]);
/** Other hosts would end a directive of the wallet page's Content-Security-Policy. */
const PLAIN_HOST = /^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])$/;

/** Why wallets would reject a URL; `undefined` if they would accept it. */
export function walletUrlProblem(text: string): string | undefined {
  const url = URL.parse(text);
  // Not all parsers correct spaces and missing slashes.
  if (url === null || !/^https?:\/\/\S+$/i.test(text)) {
    return "is not a URL";
  }
  if (!PLAIN_HOST.test(url.hostname)) {
    return "has an invalid host name";
  }
  const isLocal = url.protocol === "http:" && LOCAL_HOSTS.has(url.hostname);
  return url.protocol === "https:" || isLocal
    ? undefined
    : "must use https, or http with localhost or 127.0.0.1";
}

/** The finding for a value that wallets reject. */
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

/** The finding for a value that a wallet needs and that is not set. */
export function unsetValue(
  network: AlphaNetworkName,
  rule: WalletRule,
  path: string,
): WalletFinding {
  const { reason, remedy } = unsetCause(network, path);
  return { rule, verdict: "unknown", path, message: `${reason}.`, remedy };
}

/** Control and format characters, unassigned code points and line separators. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;
/** In UTF-16 code units. */
const MAX_QUOTED_LENGTH = 80;

/** Whether a text is not blank, and has no invisible characters. */
export function isPrintable(text: string): boolean {
  return text.trim() !== "" && !UNPRINTABLE.test(text);
}

/** Quotes untrusted text in a message. */
export function quoted(text: string): string {
  return `"${untrustedText(text, { maxLength: MAX_QUOTED_LENGTH })}"`;
}
