import { NO_SECRETS } from "../../../../src/base/scrubber.ts";
import { endpointOrigin } from "../../../../src/base/secrets.ts";
import {
  isBelowStart,
  isDevelopmentNode,
} from "../../../../src/connect/judge-freshness.ts";
import { servesSandbox } from "../../../../src/connect/recognise-sandbox.ts";
import { describeStatus } from "../../../../src/http/judge-response.ts";
import type { Failure, Reply } from "../../../../src/http/types.ts";
import { NODE, parseRpcAnswer } from "../../../../src/rpc/parse-rpc-answer.ts";
import type { RpcTransport } from "../../../../src/rpc/types.ts";
import type { NodeState } from "../../../../src/status/report.ts";
import { examineNode } from "../../../../src/status/status-of-node.ts";
import type { PageNetwork } from "../page-data.ts";
import { copyOf, find, showMessage } from "./dom.ts";
import { otherNetwork } from "./wallet-actions.ts";

/** The state of a network, by what its node answers. The page has a text for each. */
interface NetworkState {
  /** `wrong-chain` is the right chain below its start block. */
  readonly state: NodeState | "other-network" | "sandbox";
  /** The chain of the node, if that is proven to be another one. */
  readonly other?: string;
  /** The facts, in the words of `alpha status`. */
  readonly facts: string;
}

/** Queries a network's node, and judges its state by the rules of `alpha status`. */
export async function readNetworkState(
  { chain: expected, limits }: PageNetwork,
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
    return { state: "other-network", other: otherNetwork(chain.found), facts };
  }
  // A development node may serve a sandbox whose blocks are above the start block.
  const mayBeSandbox = isDevelopmentNode(view) || isBelowStart(view, limits);
  const sandbox =
    state === "ok" && mayBeSandbox ? await servesSandbox(transport) : undefined;
  return { state: sandbox?.ok && sandbox.value ? "sandbox" : state, facts };
}

const REFRESH_MS = 30_000;

/**
 * Shows the state of a network on its card, and refreshes it while the page is visible.
 *
 * @param onState Called with each state.
 */
export function watchNetwork(
  card: HTMLElement,
  network: PageNetwork,
  onState: (state: NetworkState) => void,
): void {
  const { name, node } = network;
  const facts = find(card, ".facts");
  if (node === null) {
    return;
  }
  let lastRequest = 0;
  const read = async () => {
    const request = ++lastRequest;
    const state = await readNetworkState(network, node);
    if (request === lastRequest) {
      const shown = copyOf(`state-${state.state}`, { ...state, name });
      const { textContent: text, dataset } = shown;
      const { tone, label = "" } = dataset;
      facts.textContent = state.facts;
      find(card, ".state").dataset["tone"] = tone;
      showMessage(find(card, ".label"), { tone, text: label });
      showMessage(find(card, ".notice[role]"), { tone, text });
      onState(state);
    }
  };
  const start = () => {
    find(card, ".label").textContent = "Checking…";
    facts.textContent = "Querying the node…";
    void read();
  };
  const readIfVisible = () => document.hidden || void read();
  find(card, ".support button").addEventListener("click", start);
  document.addEventListener("visibilitychange", readIfVisible);
  setInterval(readIfVisible, REFRESH_MS);
  start();
}

const TIMEOUT_MS = 10_000;
/** Ids are random, so that a cached answer does not match by chance. */
const MAX_ID = 2 ** 30;
const REQUEST = {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  credentials: "omit",
  redirect: "error",
} as const;
const UNREACHABLE =
  "it is unreachable, or does not allow requests from web pages (CORS)";

/** Sends requests to a node with `fetch`. */
function createNodeTransport(url: string): RpcTransport {
  return { endpoint: endpointOrigin(url), request, close: async () => {} };

  async function request(method: string, params: unknown): Promise<Reply> {
    const id = Math.floor(Math.random() * MAX_ID);
    const body = JSON.stringify({ jsonrpc: "2.0", id, method, params });
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const response = await fetch(url, { ...REQUEST, body, signal });
      const text = await response.text();
      if (response.status !== 200) {
        return failure("http-error", describeStatus(response.status, NODE));
      }
      // The page shows the whole URL of a node.
      return parseRpcAnswer({ id, text, scrubber: NO_SECRETS }).reply;
    } catch {
      // Browsers do not tell a page more about why a request failed.
      if (signal.aborted) {
        return failure("timeout", `no answer within ${TIMEOUT_MS / 1000} s`);
      }
      return failure("unreachable", UNREACHABLE);
    }
  }
}

function failure(kind: Failure["kind"], reason: string): Failure {
  return { ok: false, kind, reason };
}
