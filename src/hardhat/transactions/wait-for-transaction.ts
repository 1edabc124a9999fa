import { setTimeout as sleep } from "node:timers/promises";
import { formatTransactionReceipt, type TransactionReceipt } from "viem";
import { alphaError } from "../../base/errors.ts";
import type { Hex } from "../../base/hex.ts";
import { isHash } from "../../base/hex.ts";
import { describeValue } from "../../base/untrusted-text.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";
import {
  type Ask,
  askNode,
  describeNode,
  type NodeConnection,
} from "./ask-node.ts";
import {
  confirmationsOf,
  INITIAL_WAIT_STATE,
  judgePoll,
  type WaitState,
  type WaitVerdict,
} from "./judge-poll.ts";
import { observeTransaction } from "./observe-transaction.ts";
import {
  type WaitLimits,
  type WaitParameters,
  waitLimits,
} from "./wait-limits.ts";

/**
 * Polls for a transaction's receipt until it has its confirmations, as
 * `connection.alpha.waitForTransaction` promises. What the node does wrong is
 * borne until the time is over; nothing runs on after the end.
 */
export async function waitForTransaction(
  connection: NodeConnection,
  network: ResolvedAlphaNetwork,
  hash: Hex,
  parameters: WaitParameters,
): Promise<TransactionReceipt> {
  if (!isHash(hash)) {
    throw alphaError(
      `waitForTransaction expects a transaction's hash (0x and 64 hexadecimal digits), got ${describeValue(hash)}.`,
    );
  }
  const isInProcess = connection.networkConfig.type === "edr-simulated";
  const limits = waitLimits(network, parameters, isInProcess);
  const { pollingTimeoutMs, pollingIntervalMs } = limits;
  const deadline = performance.now() + pollingTimeoutMs;
  let state = INITIAL_WAIT_STATE;

  async function failureOf(failure: WaitFailure) {
    const node = await describeNode(connection);
    const facts = { hash, node, network, limits, state };
    return alphaError(waitFailure(failure, facts));
  }

  for (
    let left = pollingTimeoutMs;
    left > 0;
    left = deadline - performance.now()
  ) {
    const before = state;
    const poll = await within(left, (signal) => {
      const ask: Ask = async (method, params) => {
        signal.throwIfAborted();
        return await askNode(connection, method, params);
      };
      return observeTransaction(ask, hash, before);
    });
    if (poll === "late") {
      break;
    }
    const judged = judgePoll(state, poll.value, limits, isInProcess);
    state = judged.state;
    if (judged.verdict.kind === "confirmed") {
      return formatTransactionReceipt(judged.verdict.receipt.rpc);
    }
    if (judged.verdict.kind !== "wait") {
      throw await failureOf(judged.verdict);
    }
    const rest = Math.max(0, deadline - performance.now());
    await sleep(Math.min(pollingIntervalMs, rest));
  }
  throw await failureOf({ kind: "polling-timeout" });
}

/**
 * What an action gives within a time, in milliseconds, or that it is late; then
 * its signal tells it to stop, and what comes of it is of no interest any more,
 * its failure neither. No timer is left.
 */
async function within<T>(
  ms: number,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<{ readonly value: T } | "late"> {
  const timer = new AbortController();
  const action = new AbortController();
  const late = sleep(ms, "late" as const, { signal: timer.signal });
  const acting = act(action.signal).then((value) => ({ value }));
  try {
    return await Promise.race([acting, late]);
  } finally {
    timer.abort();
    action.abort();
  }
}

/** Why a wait ended without a receipt. */
export type WaitFailure =
  | Exclude<WaitVerdict, { kind: "wait" | "confirmed" }>
  | { readonly kind: "polling-timeout" };

/** What the wait was for, and how it stood when it ended. */
export interface WaitFacts {
  readonly hash: Hex;
  /** The Hardhat network and its endpoint's origin. */
  readonly node: string;
  readonly network: Pick<ResolvedAlphaNetwork, "name">;
  readonly limits: WaitLimits;
  readonly state: WaitState;
}

/** What to tell whoever waits: what is known, and what to do next. */
function waitFailure(
  failure: WaitFailure,
  { hash, node, network, limits, state }: WaitFacts,
): string {
  const subject = `The transaction ${hash} on ${node}`;
  const setting = `alpha.networks.${network.name}`;
  const { blockTimeout, pollingTimeoutMs } = limits;
  switch (failure.kind) {
    case "replaced":
      return `${subject} was replaced: its sender used the same nonce in ${failure.by.hash}, mined in block ${failure.by.blockNumber}. Wait for that one, or send this one again with a new nonce.`;
    case "unknown":
      return `${subject} is unknown: this chain in the process has never had it, or has lost it to a revert or a drop. Check the hash, and that it was sent on this very connection.`;
    case "block-timeout":
      return `${subject} was not mined within ${blockTimeout} blocks (transactionBlockTimeout); ${standing(limits, state)} ${next(state)} To wait longer, give a larger blockTimeout or set ${setting}.transactionBlockTimeout.`;
    case "polling-timeout":
      return `${subject} was not confirmed within ${formatTime(pollingTimeoutMs)} (transactionPollingTimeout); ${standing(limits, state)} ${next(state)} To wait longer, give a larger pollingTimeout (in ms) or set ${setting}.transactionPollingTimeout.`;
  }
}

/** What is known of the transaction, in sentences. */
function standing(
  { confirmations }: WaitLimits,
  { lastSeen, transaction, lastBlock, trouble }: WaitState,
): string {
  const useless =
    trouble === undefined
      ? ""
      : ` The node's last answer was of no use: ${trouble}.`;
  switch (lastSeen?.kind) {
    case undefined:
      return trouble === undefined
        ? "the node gave no answer in that time."
        : `nothing is known of it.${useless}`;
    case "mined":
      return `it is in block ${lastSeen.receipt.blockNumber} with ${confirmationsOf(lastSeen.receipt, lastSeen.head)} of ${confirmations} confirmations.${useless}`;
    case "pending":
      return `the node has it, and no block does.${useless}`;
    case "absent":
    case "replaced":
      if (lastBlock !== undefined) {
        return `it was in block ${lastBlock}, and the node has it no more: the chain may have been reorganised without it.${useless}`;
      }
      return transaction === undefined
        ? `the node knows no such transaction: check the hash and the network.${useless}`
        : `the node had it and has it no more: it may have been dropped.${useless}`;
  }
}

function next({ lastSeen }: WaitState): string {
  return lastSeen?.kind === "mined"
    ? "A chain that mines only when something is sent gets no further block by itself."
    : "It may still be mined: before sending it again, look for it, or use the same nonce.";
}

function formatTime(ms: number): string {
  return ms % 1_000 === 0 ? `${ms / 1_000} s` : `${ms} ms`;
}
