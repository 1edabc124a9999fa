import { type Decoded, unread, withoutUndefined } from "../base/records.ts";
import { confirm, describeUnread, whyUnconfirmed } from "../connect/confirm.ts";
import {
  type ExpectedChain,
  judgeChain,
  MORE_THAN_ONE_CHAIN,
} from "../connect/judge-chain.ts";
import {
  type AskedNode,
  type FreshnessLimits,
  type FreshnessVerdict,
  isBelowStart,
  judgeFreshness,
} from "../connect/judge-freshness.ts";
import { type NodeView, readNodeView } from "../connect/read-node-view.ts";
import { servesSandbox } from "../connect/recognise-sandbox.ts";
import type { SyncingState } from "../rpc/decode-syncing.ts";
import type { RpcTransport } from "../rpc/types.ts";
import { judgeStatus, type StatusJudgement } from "./judge-status.ts";
import { NODE_OUTCOMES, type NodeStatus, type SyncProgress } from "./report.ts";

/** The answers of one node about itself, and its state by those. */
export async function statusOfNode(
  transport: RpcTransport,
  expected: ExpectedChain,
  limits: FreshnessLimits,
): Promise<NodeStatus> {
  const { view, status } = await examineNode(transport, expected, limits);
  const { state, ...details } = status;
  return { state, ...factsOf(view), ...details };
}

/** The answers of one node about itself, and every verdict on it. */
export interface ExaminedNode extends AskedNode {
  readonly freshness: FreshnessVerdict;
  readonly status: StatusJudgement;
}

/**
 * Asks a node for what tells its state, and judges it. A state that fails is only
 * believed if the node is in it each time it is asked.
 */
export async function examineNode(
  transport: RpcTransport,
  expected: ExpectedChain,
  limits: FreshnessLimits,
): Promise<ExaminedNode> {
  const first = await examineOnce(transport, expected, limits);
  if (NODE_OUTCOMES[first.status.state] !== "failed") {
    return first;
  }
  const later = await confirm(
    transport,
    async (own) => await examineOnce(own, expected, limits),
  );
  return { ...first, status: agreedStatus(first.status, later) };
}

function agreedStatus(
  first: StatusJudgement,
  later: readonly ExaminedNode[],
): StatusJudgement {
  const states = later.map(({ status }): Decoded<string> => {
    const { state: value } = status;
    return value === "unknown" ? unread(status.reason) : { ok: true, value };
  });
  const why = whyUnconfirmed(first.state, states);
  if (why === undefined || first.state === "ok") {
    return first;
  }
  if (why.kind === "unread") {
    return { state: "unknown", reason: describeUnread(first.reason, why.by) };
  }
  const both = `${first.reason}; on a second read, it is ${why.by}`;
  const isOtherChain = [first.state, why.by].includes("wrong-chain");
  const reason = isOtherChain
    ? `${MORE_THAN_ONE_CHAIN}: ${both}`
    : `${both}: its backends may be out of sync`;
  return { state: "unknown", reason };
}

async function examineOnce(
  transport: RpcTransport,
  expected: ExpectedChain,
  limits: FreshnessLimits,
): Promise<ExaminedNode> {
  const view = await readNodeView(transport, expected);
  const chain = judgeChain(view, expected);
  const freshness = judgeFreshness(view, limits);
  const node = { view, chain, limits };
  const sandbox =
    chain.verdict === "right" && !limits.inProcess && isBelowStart(view, limits)
      ? await servesSandbox(transport)
      : undefined;
  return { ...node, freshness, status: judgeStatus(node, freshness, sandbox) };
}

function factsOf(view: NodeView): Omit<NodeStatus, "state"> {
  const { chainId, syncing, clientVersion, readAt } = view;
  const head = orUndefined(view.head);
  return withoutUndefined({
    chainId: orUndefined(chainId),
    head: head && {
      number: head.number.toString(),
      hash: head.hash,
      timestamp: head.timestamp,
      ageSeconds: Math.max(0, readAt - head.timestamp),
    },
    latencyMs: head && view.latencyMs,
    syncing: syncing.ok ? progressOf(syncing.value) : undefined,
    clientVersion: orUndefined(clientVersion),
  });
}

function orUndefined<T>(decoded: Decoded<T>): T | undefined {
  return decoded.ok ? decoded.value : undefined;
}

function progressOf(state: SyncingState): false | SyncProgress {
  return (
    state.syncing &&
    withoutUndefined({
      startingBlock: state.startingBlock?.toString(),
      currentBlock: state.currentBlock?.toString(),
      highestBlock: state.highestBlock?.toString(),
      detail: state.detail,
    })
  );
}
