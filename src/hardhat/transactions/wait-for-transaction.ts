import { setTimeout as sleep } from "node:timers/promises";
import { createClient, custom, type TransactionReceipt } from "viem";
import { waitForTransactionReceipt } from "viem/actions";
import { alphaError } from "../../base/errors.ts";
import { type Hex, isHash, lowerHex } from "../../base/hex.ts";
import { isRecord } from "../../base/records.ts";
import { describeValue } from "../../base/untrusted-text.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";
import {
  describeNode,
  type NodeConnection,
  requestNode,
} from "./request-node.ts";
import { type WaitParameters, waitLimits } from "./wait-limits.ts";
import {
  failureMessage,
  noteAnswer,
  reachedLimit,
  type WaitFailure,
  type WaitState,
} from "./wait-state.ts";

/**
 * Implements `connection.alpha.waitForTransaction` with viem's
 * `waitForTransactionReceipt`. A request that fails is sent again until the
 * timeout. Once it has returned, no more requests are sent.
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
  const { confirmations, pollingInterval } = limits;
  const state: WaitState = { hash, isInProcess, limits };
  const failure = Promise.withResolvers<WaitFailure>();
  let isOver = false;

  const client = createClient({
    transport: custom({ request: requestUntilValid }, { retryCount: 0 }),
  });

  /** Never settles once the wait is over, since viem would send the next request. */
  async function requestUntilValid({ method, params = [] }: RpcRequest) {
    while (!isOver) {
      const { head } = state;
      const answer = await requestNode(connection, method, params).catch(
        failure.reject,
      );
      if (method === "eth_getBlockByNumber") {
        return answer?.ok && isBlock(answer.value) ? answer.value : EMPTY_BLOCK;
      }
      if (answer?.ok && noteAnswer(state, method, params, answer.value)) {
        const limit =
          answer.value === null ? reachedLimit(state, head) : undefined;
        if (limit === undefined) {
          state.lastError = undefined;
          return answer.value;
        }
        failure.resolve(limit);
        break;
      }
      state.lastError =
        answer?.ok === false
          ? answer.reason
          : `${method} returned an invalid result`;
      await sleep(pollingInterval, undefined, { ref: false });
    }
    return await new Promise<never>(() => {});
  }

  /** viem keeps a receipt while it counts, although a reorganisation may remove it. */
  async function waitForReceipt(): Promise<
    TransactionReceipt | WaitFailure | undefined
  > {
    const receipt = await waitForTransactionReceipt(client, {
      hash,
      confirmations,
      pollingInterval,
      retryDelay: pollingInterval,
      timeout: 0,
    });
    const { transactionHash, blockHash, blockNumber } = receipt;
    if (lowerHex(transactionHash) !== lowerHex(hash)) {
      return { kind: "replaced", by: transactionHash, blockNumber };
    }
    const current =
      confirmations === 1
        ? receipt
        : await client.request({
            method: "eth_getTransactionReceipt",
            params: [hash],
          });
    return current?.blockHash === blockHash ? receipt : undefined;
  }

  async function untilConfirmed(): Promise<TransactionReceipt | WaitFailure> {
    const result = await waitForReceipt().catch((error: Error) => {
      // Such as a receipt that a node does not have yet, although it has the block.
      state.lastError = `viem reported ${error.name}`;
    });
    if (result === undefined) {
      await sleep(pollingInterval, undefined, { ref: false });
    }
    return result ?? (await untilConfirmed());
  }

  const timeout = setTimeout(
    () => failure.resolve({ kind: "polling-timeout" }),
    limits.pollingTimeout,
  );
  try {
    const result = await Promise.race([failure.promise, untilConfirmed()]);
    if (!("kind" in result)) {
      return result;
    }
    const node = await describeNode(connection);
    throw alphaError(
      failureMessage(result, state, { node, network: network.name }),
    );
  } finally {
    isOver = true;
    clearTimeout(timeout);
  }
}

/** For a block that cannot be read, where viem only searches for a replacement. */
const EMPTY_BLOCK = { transactions: [] };

function isBlock(value: unknown): boolean {
  return isRecord(value) && Array.isArray(value["transactions"]);
}

interface RpcRequest {
  readonly method: string;
  readonly params?: readonly unknown[];
}
