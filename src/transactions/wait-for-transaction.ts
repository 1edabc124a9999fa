import { setTimeout as sleep } from "node:timers/promises";
import { formatTransactionReceipt, type TransactionReceipt } from "viem";

import type { ResolvedAlphaNetwork } from "../config/types.ts";
import { alphaError } from "../errors.ts";
import { describeValue } from "../rpc/decode/describe-value.ts";
import type { Hex } from "../rpc/types.ts";
import { type Ask, askNode } from "./ask-node.ts";
import { describeNode } from "./describe-node.ts";
import { isHash } from "./is-hash.ts";
import { judgePoll } from "./judge-poll.ts";
import type { NodeConnection } from "./node-connection.ts";
import { observeTransaction } from "./observe-transaction.ts";
import { type WaitFailure, waitFailure } from "./wait-failure.ts";
import { waitLimits } from "./wait-limits.ts";
import type { WaitParameters } from "./wait-parameters.ts";
import { INITIAL_WAIT_STATE } from "./wait-state.ts";
import { within } from "./within.ts";

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
