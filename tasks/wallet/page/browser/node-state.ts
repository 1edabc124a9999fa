import {
  isBelowStart,
  isDevelopmentNode,
} from "../../../../src/connect/judge-freshness.ts";
import { servesSandbox } from "../../../../src/connect/recognise-sandbox.ts";
import type { NodeState } from "../../../../src/status/report.ts";
import { examineNode } from "../../../../src/status/status-of-node.ts";
import type { PageNetwork } from "../page-data.ts";
import type { Tone } from "./dom.ts";
import { createNodeTransport } from "./node-transport.ts";
import { otherNetwork } from "./wallet-chain.ts";

/** The tone, a label, and what it means for the user; empty if that is obvious. */
type Shown = readonly [tone: Tone, label: string, explanation: string];

const SHOWN: Readonly<Record<NodeState, Shown>> = {
  ok: ["good", "Online", ""],
  syncing: [
    "bad",
    "Catching up",
    "The network's server is still catching up. Your wallet may show old balances.",
  ],
  stale: [
    "bad",
    "Not up to date",
    "The network or its server seems to have stopped. Your wallet may show old balances, and transactions may not go through.",
  ],
  // The chain is the right one: its latest block is below the start block.
  "wrong-chain": [
    "bad",
    "Not ready",
    "The network's server does not have the network's data: it has not caught up, or has started anew.",
  ],
  unknown: [
    "unsure",
    "Could not check",
    "The network's server did not answer as expected. It may be down, and adding the network may fail.",
  ],
};

/** The state of a network, by what its node answers. */
export interface NetworkState {
  readonly shown: Shown;
  /** Whether the node is proven to serve another chain. */
  readonly isWrongChain: boolean;
  /** The facts, in the words of `alpha status`. */
  readonly facts: string;
}

/** Queries a network's node, and judges its state by the rules of `alpha status`. */
export async function readNetworkState(
  { name, chain: expected, limits }: PageNetwork,
  node: string,
): Promise<NetworkState> {
  const transport = createNodeTransport(node);
  const examined = await examineNode(transport, expected, limits);
  const { view, chain, status } = examined;
  const { state } = status;
  const why = state === "ok" ? status.note : status.reason;
  const head = view.head.ok
    ? `block ${view.head.value.number}, ${Math.max(0, view.readAt - view.head.value.timestamp)} s old`
    : undefined;
  const facts = `${state}: ${[why, head].filter(Boolean).join("; ")}.`;
  if (state === "wrong-chain" && chain.verdict === "wrong") {
    const explanation = `${name} cannot be added: its server is running ${otherNetwork(chain.found)} instead.`;
    const shown: Shown = ["bad", "Wrong network", explanation];
    return { shown, isWrongChain: true, facts };
  }
  // A development node may serve a sandbox whose blocks are above the start block.
  const mayBeSandbox = isDevelopmentNode(view) || isBelowStart(view, limits);
  const sandbox =
    state === "ok" && mayBeSandbox ? await servesSandbox(transport) : undefined;
  if (sandbox?.ok && sandbox.value) {
    const explanation = `This is a sandbox: a copy of ${name} for testing, not the live network. Nothing in it has any value.`;
    const shown: Shown = ["info", "Sandbox", explanation];
    return { shown, isWrongChain: false, facts };
  }
  return { shown: SHOWN[state], isWrongChain: false, facts };
}
