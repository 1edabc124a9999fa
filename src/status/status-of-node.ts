import { confirmChain } from "../connect/confirm-chain.ts";
import type { ExpectedChain } from "../connect/judge-chain.ts";
import {
  type AskedNode,
  type FreshnessLimits,
  type FreshnessVerdict,
  isBelowStart,
  judgeFreshness,
} from "../connect/judge-freshness.ts";
import type { NodeView } from "../connect/read-node-view.ts";
import { readNodeView } from "../connect/read-node-view.ts";
import { recogniseSandbox } from "../connect/recognise-sandbox.ts";
import { ask } from "../rpc/ask.ts";
import type { SyncingState } from "../rpc/decode-syncing.ts";
import { decodeQuantity } from "../rpc/decode-values.ts";
import type { RpcTransport } from "../rpc/types.ts";
import { judgeStatus, type StatusJudgement } from "./judge-status.ts";
import type { NodeStatus, SyncProgress } from "./report.ts";

/** What one node says of itself, and its state by that. */
export async function statusOfNode(
  transport: RpcTransport,
  expected: ExpectedChain,
  limits: FreshnessLimits,
): Promise<NodeStatus> {
  const { view, status } = await examineNode(transport, expected, limits);
  const { state, ...details } = status;
  return { state, ...factsOf(view), ...details };
}

/** What one node says of itself, and every verdict on it. */
export interface ExaminedNode extends AskedNode {
  readonly freshness: FreshnessVerdict;
  readonly status: StatusJudgement;
}

/** Asks a node for what tells its state, and judges it. */
export async function examineNode(
  transport: RpcTransport,
  expected: ExpectedChain,
  limits: FreshnessLimits,
): Promise<ExaminedNode> {
  const view = await readNodeView(transport, expected);
  const chain = await confirmChain(transport, view, expected);
  const freshness = judgeFreshness(view, limits);
  const node = { view, chain, limits };
  const sandbox =
    chain.verdict === "right" && !limits.inProcess && isBelowStart(view, limits)
      ? await recogniseSandbox((account) =>
          ask(
            transport,
            "eth_getTransactionCount",
            [account, "latest"],
            decodeQuantity,
          ),
        )
      : undefined;
  const status = judgeStatus(node, freshness, sandbox);
  return { ...node, freshness, status };
}

function factsOf({
  chainId,
  head,
  syncing,
  clientVersion,
  readAt,
  latencyMs,
}: NodeView): Omit<NodeStatus, "state"> {
  return {
    ...(chainId.ok ? { chainId: chainId.value } : {}),
    ...(head.ok
      ? {
          head: {
            number: head.value.number.toString(),
            hash: head.value.hash,
            timestamp: head.value.timestamp,
            ageSeconds: Math.max(0, readAt - head.value.timestamp),
          },
          latencyMs,
        }
      : {}),
    ...(syncing.ok ? { syncing: progressOf(syncing.value) } : {}),
    ...(clientVersion.ok ? { clientVersion: clientVersion.value } : {}),
  };
}

function progressOf(state: SyncingState): false | SyncProgress {
  if (!state.syncing) {
    return false;
  }
  const { startingBlock, currentBlock, highestBlock, detail } = state;
  return {
    ...(startingBlock === undefined
      ? {}
      : { startingBlock: startingBlock.toString() }),
    ...(currentBlock === undefined
      ? {}
      : { currentBlock: currentBlock.toString() }),
    ...(highestBlock === undefined
      ? {}
      : { highestBlock: highestBlock.toString() }),
    detail,
  };
}
