import type { Cause } from "../base/problems.ts";
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
  isDevelopmentNode,
  judgeFreshness,
  WITHOUT_SYNCING,
  whySyncUnknown,
} from "../connect/judge-freshness.ts";
import { type NodeView, readNodeView } from "../connect/read-node-view.ts";
import { servesSandbox } from "../connect/recognise-sandbox.ts";
import type { SyncingState } from "../rpc/decode-syncing.ts";
import type { RpcTransport } from "../rpc/types.ts";
import {
  NODE_OUTCOMES,
  type NodeState,
  type NodeStatus,
  type SyncProgress,
} from "./report.ts";

/**
 * The answers of one node about itself, and its state by those.
 *
 * @param isCompared whether other endpoints are compared with it
 */
export async function statusOfNode(
  transport: RpcTransport,
  expected: ExpectedChain,
  limits: FreshnessLimits,
  isCompared: boolean,
): Promise<{ readonly status: NodeStatus; readonly isSandbox: boolean }> {
  const { view, status } = await examineNode(
    transport,
    expected,
    limits,
    isCompared,
  );
  const { state, isSandbox = false, ...details } = status;
  return { status: { state, ...factsOf(view), ...details }, isSandbox };
}

/** The answers of one node about itself, and every verdict on it. */
interface ExaminedNode extends AskedNode {
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
  isCompared = false,
): Promise<ExaminedNode> {
  const examine = (own: RpcTransport) =>
    examineOnce(own, expected, limits, isCompared);
  const first = await examine(transport);
  if (NODE_OUTCOMES[first.status.state] !== "failed") {
    return first;
  }
  const later = await confirm(transport, examine);
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
  isCompared: boolean,
): Promise<ExaminedNode> {
  const view = await readNodeView(transport, expected);
  const chain = judgeChain(view, expected);
  const freshness = judgeFreshness(view, limits);
  const node = { view, chain, limits };
  const sandbox =
    chain.verdict === "right" &&
    !limits.inProcess &&
    (isBelowStart(view, limits) || (isCompared && isDevelopmentNode(view)))
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

/** A node's state, and why whenever it is not `ok`. */
type StatusJudgement =
  | {
      readonly state: "ok";
      /** Information about the chain that a user should have. */
      readonly note?: string;
      readonly isSandbox?: true;
    }
  | (Cause & {
      readonly state: Exclude<NodeState, "ok">;
      readonly isSandbox?: never;
    });

/**
 * The state of a node. It is ok only if all that it takes was read: the right
 * chain, a recent head at or above the start block, and no sync under way. A
 * node of an unread or doubtful chain proves nothing, so nothing else is said of
 * it. A served sandbox has fewer blocks than the network, so the start block does not
 * apply to it.
 *
 * @param sandbox Whether a chain that may be a sandbox is one; `undefined` of others.
 */
export function judgeStatus(
  { view, chain, limits }: AskedNode,
  freshness: FreshnessVerdict,
  sandbox?: Decoded<boolean>,
): StatusJudgement {
  const { chainId, singleChainId: other } = view;
  if (chainId.ok && other?.ok && chainId.value !== other.value) {
    return {
      state: "unknown",
      reason: `${MORE_THAN_ONE_CHAIN}: at the same time, it served chain id ${chainId.value} and ${other.value}`,
    };
  }
  if (chain.verdict !== "right") {
    return {
      state: chain.verdict === "wrong" ? "wrong-chain" : "unknown",
      reason: chain.reason,
    };
  }
  if (chain.doubt !== undefined) {
    return { state: "unknown", reason: chain.doubt };
  }
  if (view.syncing.ok && view.syncing.value.syncing) {
    return {
      state: "syncing",
      reason: syncingReason(view.syncing.value),
      remedy: "Wait for it: alpha status --wait does.",
    };
  }
  if (freshness.verdict === "stale" || freshness.verdict === "unknown") {
    const { verdict: state, ageSeconds: _, ...cause } = freshness;
    return { state, ...cause };
  }
  const unread = whySyncUnknown(view, freshness);
  if (unread !== undefined) {
    return {
      state: "unknown",
      reason: `whether it is syncing could not be read: ${unread}`,
    };
  }
  if (sandbox?.ok && sandbox.value) {
    const note = "it is a sandbox, not the live network";
    return { state: "ok", note, isSandbox: true };
  }
  if (view.head.ok && isBelowStart(view, limits) && !limits.inProcess) {
    const below = `its head, block ${view.head.value.number}, is below the network's startBlock ${limits.startBlock}`;
    if (sandbox !== undefined && !sandbox.ok) {
      return {
        state: "unknown",
        reason: `${below}, and whether it is a sandbox could not be read: ${sandbox.reason}`,
      };
    }
    return {
      state: "wrong-chain",
      reason: `${below}: the chain was reset, or it is another one with the same chain id`,
      remedy:
        "Check the node; for a chain of your own that starts anew, set startBlock: 0.",
    };
  }
  if (view.syncing.ok) {
    return { state: "ok" };
  }
  return { state: "ok", note: WITHOUT_SYNCING };
}

function syncingReason({
  currentBlock,
  highestBlock,
}: Extract<SyncingState, { syncing: true }>): string {
  if (currentBlock === undefined) {
    return "it is syncing, and does not report how far it is";
  }
  if (highestBlock === undefined) {
    return `it is syncing, at block ${currentBlock}, and does not report the highest one`;
  }
  if (currentBlock >= highestBlock) {
    return `it is catching up or indexing, at block ${currentBlock}`;
  }
  return `it is syncing, at block ${currentBlock} of ${highestBlock}`;
}
