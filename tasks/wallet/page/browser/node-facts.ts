import type { FoundChain } from "../../../../src/connect/judge-chain.ts";
import type { ExaminedNode } from "../../../../src/status/status-of-node.ts";
import type { PageNetwork } from "../page-data.ts";

/** What is known of a node, in the words of `alpha status`. */
export function describeNode(
  { view, chain, freshness, status }: ExaminedNode,
  { chain: { chainId }, limits: { maxBlockAge, startBlock } }: PageNetwork,
): string {
  const { readAt } = view;
  const block = view.head.ok ? `block ${view.head.value.number}` : "no block";
  const head = view.head.ok
    ? `${block}, ${duration(readAt - view.head.value.timestamp)} old`
    : "its latest block could not be read";
  switch (status.state) {
    case "ok": {
      const mayIdle =
        freshness.verdict === "idle" &&
        maxBlockAge !== false &&
        freshness.ageSeconds > maxBlockAge;
      const idle = mayIdle ? " (a development node, which may idle)" : "";
      const note = status.note === undefined ? "" : `; ${status.note}`;
      return `In sync: ${head}${idle}${note}.`;
    }
    case "syncing":
      return `Syncing, according to the node: ${head}.`;
    case "stale":
      return `Stale: ${head}. The node or the chain has stopped, or the node has not started to sync.`;
    case "wrong-chain":
      return chain.verdict === "wrong"
        ? `Wrong chain: ${describeFound(chain.found, chainId)}.`
        : `Wrong chain, or not synced: ${block} is below the network's startBlock ${startBlock}.`;
    case "unknown":
      return `Unknown: ${status.reason}.`;
  }
}

function describeFound(found: FoundChain, chainId: number): string {
  switch (found.by) {
    case "chain-id":
      return `the node serves chain id ${found.chainId}, not ${chainId}`;
    case "genesis":
      return `the node serves ${found.name}`;
    case "pinned-genesis":
      return "its block 0 is not the configured one";
  }
}

const UNITS = [
  [86_400, "days"],
  [3_600, "h"],
  [60, "min"],
] as const;

/** In the largest unit of which it has at least two. */
function duration(seconds: number): string {
  for (const [size, unit] of UNITS) {
    if (seconds >= 2 * size) {
      return `${Math.floor(seconds / size)} ${unit}`;
    }
  }
  return `${Math.max(0, seconds)} s`;
}
