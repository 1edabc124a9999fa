import { setTimeout as sleep } from "node:timers/promises";
import { formatTransactionReceipt, type TransactionReceipt } from "viem";
import { alphaError } from "../../base/errors.ts";
import type { Hex } from "../../base/hex.ts";
import { isHash } from "../../base/hex.ts";
import { describeValue } from "../../base/untrusted-text.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";
import {
  confirmationsOf,
  INITIAL_WAIT_STATE,
  judgePoll,
  type WaitState,
  type WaitVerdict,
} from "./judge-poll.ts";
import { observeTransaction } from "./observe-transaction.ts";
import {
  describeNode,
  type NodeConnection,
  type NodeRequest,
  requestNode,
} from "./request-node.ts";
import {
  type WaitLimits,
  type WaitParameters,
  waitLimits,
} from "./wait-limits.ts";

/**
 * Implements `connection.alpha.waitForTransaction`: polls for the receipt until
 * it has its confirmations. Errors of the node are retried until the timeout. Once
 * it has returned, no more requests are sent.
 */
export async function waitForTransaction(
  connection: NodeConnection,
  network: ResolvedAlphaNetwork,
  hash: Hex,
  parameters: WaitParameters,
): Promise<TransactionReceipt> {
  if (!isHash(hash)) {
    throw alphaError(
      `waitForTransaction: expected a transaction hash (0x and 64 hexadecimal digits), got ${describeValue(hash)}.`,
    );
  }
  const isInProcess = connection.networkConfig.type === "edr-simulated";
  const limits = waitLimits(network, parameters, isInProcess);
  const { pollingTimeoutMs, pollingIntervalMs } = limits;
  const deadline = performance.now() + pollingTimeoutMs;
  let state = INITIAL_WAIT_STATE;

  async function errorOf(failure: WaitFailure) {
    const node = await describeNode(connection);
    return alphaError(
      failureMessage(failure, { hash, node, network, limits, state }),
    );
  }

  for (
    let remainingMs = pollingTimeoutMs;
    remainingMs > 0;
    remainingMs = deadline - performance.now()
  ) {
    const before = state;
    const poll = await withTimeout(remainingMs, (signal) => {
      const request: NodeRequest = async (method, params) => {
        signal.throwIfAborted();
        return await requestNode(connection, method, params);
      };
      return observeTransaction(request, hash, before);
    });
    if (poll === "timeout") {
      break;
    }
    const judged = judgePoll(state, poll.value, limits, isInProcess);
    state = judged.state;
    if (judged.verdict.kind === "confirmed") {
      return formatTransactionReceipt(judged.verdict.receipt.rpc);
    }
    if (judged.verdict.kind !== "wait") {
      throw await errorOf(judged.verdict);
    }
    const untilDeadline = Math.max(0, deadline - performance.now());
    await sleep(Math.min(pollingIntervalMs, untilDeadline));
  }
  throw await errorOf({ kind: "polling-timeout" });
}

/**
 * Runs an action with a timeout. When the time is up, its signal is aborted, and
 * its result or error is ignored.
 */
async function withTimeout<T>(
  timeoutMs: number,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<{ readonly value: T } | "timeout"> {
  const timer = new AbortController();
  const action = new AbortController();
  const timeout = sleep(timeoutMs, "timeout" as const, {
    signal: timer.signal,
  });
  const result = run(action.signal).then((value) => ({ value }));
  try {
    return await Promise.race([result, timeout]);
  } finally {
    timer.abort();
    action.abort();
  }
}

/** Why a wait ended without a receipt. */
export type WaitFailure =
  | Exclude<WaitVerdict, { kind: "wait" | "confirmed" }>
  | { readonly kind: "polling-timeout" };

/** A wait that failed, for its error message. */
export interface FailedWait {
  readonly hash: Hex;
  /** The Hardhat network and its endpoint's origin. */
  readonly node: string;
  readonly network: Pick<ResolvedAlphaNetwork, "name">;
  readonly limits: WaitLimits;
  readonly state: WaitState;
}

/** The error message: what is known of the transaction, and what to do next. */
function failureMessage(
  failure: WaitFailure,
  { hash, node, network, limits, state }: FailedWait,
): string {
  const subject = `The transaction ${hash} on ${node}`;
  const setting = `alpha.networks.${network.name}`;
  const { blockTimeout, pollingTimeoutMs } = limits;
  switch (failure.kind) {
    case "replaced":
      return `${subject} was replaced by ${failure.by.hash}, which has the same sender and nonce and was mined in block ${failure.by.blockNumber}. Wait for that transaction, or send this one again with a new nonce.`;
    case "unknown":
      return `${subject} is unknown: it was never sent to this in-process chain, or was dropped or reverted from it. Check the hash, and that the transaction was sent on this connection.`;
    case "block-timeout":
      return `${subject} was not mined within ${blockTimeout} blocks (transactionBlockTimeout). ${describeState(limits, state)} ${advice(state)} To wait longer, pass a larger blockTimeout or set ${setting}.transactionBlockTimeout.`;
    case "polling-timeout":
      return `${subject} was not confirmed within ${formatTime(pollingTimeoutMs)} (transactionPollingTimeout). ${describeState(limits, state)} ${advice(state)} To wait longer, pass a larger pollingTimeout (in ms) or set ${setting}.transactionPollingTimeout.`;
  }
}

/** What is known of the transaction, in sentences. */
function describeState(
  { confirmations }: WaitLimits,
  { lastSeen, transaction, lastBlock, lastError }: WaitState,
): string {
  const error =
    lastError === undefined ? "" : ` The last poll failed: ${lastError}.`;
  switch (lastSeen?.kind) {
    case undefined:
      return lastError === undefined
        ? "The node did not respond in that time."
        : `No poll succeeded.${error}`;
    case "mined":
      return `It is in block ${lastSeen.receipt.blockNumber} with ${confirmationsOf(lastSeen.receipt, lastSeen.head)} of ${confirmations} confirmations.${error}`;
    case "pending":
      return `The node has it as a pending transaction.${error}`;
    case "absent":
    case "replaced":
      if (lastBlock !== undefined) {
        return `It was in block ${lastBlock}, but the node no longer has it: a reorganisation may have removed it.${error}`;
      }
      return transaction === undefined
        ? `The node does not have it: check the hash and the network.${error}`
        : `The node had it, but no longer has it: it may have been dropped.${error}`;
  }
}

function advice({ lastSeen }: WaitState): string {
  return lastSeen?.kind === "mined"
    ? "On a chain that only mines when transactions are sent, no further block is mined until then."
    : "It may still be mined: check that it was not before you send it again, or reuse its nonce.";
}

function formatTime(ms: number): string {
  return ms % 1_000 === 0 ? `${ms / 1_000} s` : `${ms} ms`;
}
