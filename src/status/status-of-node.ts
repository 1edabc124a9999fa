import { confirmChain } from "../connect/confirm-chain.ts";
import type { ExpectedChain } from "../connect/judge-chain.ts";
import { wantsGenesis } from "../connect/judge-chain.ts";
import type { FreshnessLimits } from "../connect/judge-freshness.ts";
import { judgeFreshness } from "../connect/judge-freshness.ts";
import type { NodeView } from "../connect/read-node-view.ts";
import { readNodeView } from "../connect/read-node-view.ts";
import type { SyncingState } from "../rpc/decode-syncing.ts";
import type { RpcTransport } from "../rpc/types.ts";
import { judgeStatus } from "./judge-status.ts";
import type { NodeStatus, SyncProgress } from "./report.ts";

/** What one node says of itself, and its state by that. */
export async function statusOfNode(
  transport: RpcTransport,
  expected: ExpectedChain,
  limits: FreshnessLimits,
): Promise<NodeStatus> {
  const view = await readNodeView(transport, wantsGenesis(expected));
  const chain = await confirmChain(transport, view, expected);
  const freshness = judgeFreshness(view, limits);
  const { state, reason } = judgeStatus(view, chain, freshness, limits);
  return {
    state,
    ...factsOf(view),
    ...(reason === undefined ? {} : { reason }),
  };
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
