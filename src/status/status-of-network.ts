import type { ResolvedAlphaNetwork } from "../config/types.ts";
import type { ExpectedChain } from "../node/judge-chain.ts";
import { judgeChain, wantsGenesis } from "../node/judge-chain.ts";
import type { FreshnessLimits } from "../node/judge-freshness.ts";
import { judgeFreshness } from "../node/judge-freshness.ts";
import type { NodeView } from "../node/read-node-view.ts";
import { readNodeView } from "../node/read-node-view.ts";
import type { NetworkStatus, SyncProgress } from "../report/status-report.ts";
import type { SyncingState } from "../rpc/decode-syncing.ts";
import type { RpcTransport } from "../rpc/types.ts";
import { judgeStatus } from "./judge-status.ts";

/** One network whose node is asked, and what is expected of it. */
export interface NetworkToQuery {
  readonly network: ResolvedAlphaNetwork["name"];
  readonly hardhatNetwork: string | null;
  readonly chain: ExpectedChain;
  readonly limits: FreshnessLimits;
}

/** The sync status of the node that a transport reaches. */
export async function statusOfNetwork(
  transport: RpcTransport,
  { network, hardhatNetwork, chain: expected, limits }: NetworkToQuery,
): Promise<NetworkStatus> {
  const view = await readNodeView(transport, wantsGenesis(expected));
  const chain = judgeChain(view, expected);
  const freshness = judgeFreshness(view, limits);
  const { state, reason } = judgeStatus(view, chain, freshness, limits);
  return {
    network,
    hardhatNetwork,
    state,
    endpoint: transport.endpoint,
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
}: NodeView): Partial<NetworkStatus> {
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
