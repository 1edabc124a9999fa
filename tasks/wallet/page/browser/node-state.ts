import type { FoundChain } from "../../../../src/connect/judge-chain.ts";
import {
  isBelowStart,
  isDevelopmentNode,
} from "../../../../src/connect/judge-freshness.ts";
import { recogniseSandbox } from "../../../../src/connect/recognise-sandbox.ts";
import { ask } from "../../../../src/rpc/ask.ts";
import { decodeQuantity } from "../../../../src/rpc/decode-values.ts";
import type { RpcTransport } from "../../../../src/rpc/types.ts";
import {
  type ExaminedNode,
  examineNode,
} from "../../../../src/status/status-of-node.ts";
import type { PageNetwork } from "../page-data.ts";
import { describeNode } from "./node-facts.ts";
import { createNodeTransport } from "./node-transport.ts";
import type { Tone } from "./view/icons.ts";

/** The state of a network, by what its node answers. */
export interface NetworkState {
  readonly tone: Tone;
  /** One or two words. */
  readonly label: string;
  /** What it means for the user, if that is not obvious. */
  readonly explanation?: string;
  /** Whether the node is proven to serve another chain. */
  readonly isWrongChain: boolean;
  /** The facts, in the words of `alpha status`. */
  readonly facts: string;
}

/** Queries a network's node, and judges its state by the rules of `alpha status`. */
export async function readNetworkState(
  network: PageNetwork,
): Promise<NetworkState> {
  const { node, chain, limits } = network;
  if (node === null) {
    return {
      tone: "faint",
      label: "Not checked",
      isWrongChain: false,
      facts: "No node is configured that this page can query.",
    };
  }
  const transport = createNodeTransport(node);
  const examined = await examineNode(transport, chain, limits);
  const facts = describeNode(examined, network);
  return {
    isWrongChain: false,
    facts,
    ...((await isSandbox(transport, examined))
      ? sandboxState(network)
      : stateOf(examined, network)),
  };
}

/** Whether the node serves a sandbox of the network: development nodes may. */
async function isSandbox(
  transport: RpcTransport,
  { view, limits, status }: ExaminedNode,
): Promise<boolean> {
  if (
    status.state !== "ok" ||
    !(isDevelopmentNode(view) || isBelowStart(view, limits))
  ) {
    return false;
  }
  const sandbox = await recogniseSandbox((account) =>
    ask(
      transport,
      "eth_getTransactionCount",
      [account, "latest"],
      decodeQuantity,
    ),
  );
  return sandbox.ok && sandbox.value;
}

type Shown = Omit<NetworkState, "facts" | "isWrongChain"> &
  Partial<Pick<NetworkState, "isWrongChain">>;

function sandboxState({ name }: PageNetwork): Shown {
  return {
    tone: "info",
    label: "Sandbox",
    explanation: `This is a sandbox: a copy of ${name} for testing, not the live network. Nothing in it has any value.`,
  };
}

function stateOf(
  { chain, status }: ExaminedNode,
  { name }: PageNetwork,
): Shown {
  switch (status.state) {
    case "ok":
      return { tone: "good", label: "Online" };
    case "syncing":
      return {
        tone: "bad",
        label: "Catching up",
        explanation:
          "The network's server is still catching up. Your wallet may show old balances.",
      };
    case "stale":
      return {
        tone: "bad",
        label: "Not up to date",
        explanation:
          "The network or its server seems to have stopped. Your wallet may show old balances, and transactions may not go through.",
      };
    case "wrong-chain":
      return chain.verdict === "wrong"
        ? {
            tone: "bad",
            label: "Wrong network",
            explanation: `${name} cannot be added: its server is running ${otherNetwork(chain.found)} instead.`,
            isWrongChain: true,
          }
        : {
            tone: "bad",
            label: "Not ready",
            explanation:
              "The network's server does not have the network's data: it has not caught up, or has started anew.",
          };
    case "unknown":
      return {
        tone: "unsure",
        label: "Could not check",
        explanation:
          "The network's server did not answer as expected. It may be down, and adding the network may fail.",
      };
  }
}

function otherNetwork(found: FoundChain): string {
  switch (found.by) {
    case "chain-id":
      return `another network (chain ID ${found.chainId})`;
    case "genesis":
      return found.name;
    case "pinned-genesis":
      return "another network with the same chain ID";
  }
}
