import { setTimeout as sleep } from "node:timers/promises";
import { createClient, custom, type TransactionReceipt } from "viem";
import { getBlockNumber, waitForTransactionReceipt } from "viem/actions";
import { alphaError } from "../../base/errors.ts";
import { type Hex, isHash, isHexQuantity, lowerHex } from "../../base/hex.ts";
import { asSentence } from "../../base/problems.ts";
import { isRecord, recordOf } from "../../base/records.ts";
import { describeValue } from "../../base/untrusted-text.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";
import type { RpcCall } from "../../rpc/types.ts";
import {
  describeNode,
  type NodeConnection,
  readDecoded,
} from "./request-node.ts";
import { type WaitParameters, waitLimits } from "./wait-limits.ts";

const UNKNOWN =
  "is unknown: it was never sent to this in-process chain, or was dropped or reverted from it. Check the hash, and that the transaction was sent on this connection.";
const MAY_BE_MINED =
  "It may still be mined: check that it was not before you send it again, or reuse its nonce.";
/** The network's parameter for each limit. */
const PARAMETERS = {
  blockTimeout: "transactionBlockTimeout",
  pollingTimeout: "transactionPollingTimeout",
} as const;
/** The maximum delay of a timer, about 24 days. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Implements `connection.alpha.waitForTransaction` with viem's
 * `waitForTransactionReceipt`. While confirmations are missing or requests fail, it is
 * called again, so that a reorganisation is noticed. Once it has returned, no more
 * requests are sent.
 */
export async function waitForTransaction(
  connection: NodeConnection,
  network: ResolvedAlphaNetwork,
  given: Hex,
  parameters: WaitParameters,
): Promise<TransactionReceipt> {
  if (!isHash(given)) {
    throw alphaError(
      `waitForTransaction: expected a transaction hash (0x and 64 hexadecimal digits), got ${describeValue(given)}.`,
    );
  }
  const hash = lowerHex(given);
  const isInProcess = connection.networkConfig.type === "edr-simulated";
  const { confirmations, blockTimeout, pollingTimeout, pollingInterval } =
    waitLimits(network, parameters, isInProcess);
  const node = await describeNode(connection);
  const failure = Promise.withResolvers<never>();
  let isOver = false;
  let head = 0n;
  /** The head from which blocks without the transaction are counted. */
  let countedFrom: bigint | undefined;
  let transaction: unknown = null;
  let status = `The node returned neither the transaction nor a receipt. ${MAY_BE_MINED}`;
  let lastError = "";

  const fail = (text: string) =>
    failure.reject(alphaError(`The transaction ${hash} on ${node} ${text}`));
  const failAtLimit = (limit: string, option: keyof typeof PARAMETERS) =>
    fail(
      `was not ${limit} (${PARAMETERS[option]}). ${status}${lastError} To wait longer, pass a larger ${option} or set alpha.networks.${network.name}.${PARAMETERS[option]}.`,
    );

  async function request({ method, params = [] }: RpcCall) {
    const headBefore = head;
    const answer = isOver
      ? // After a result or an error, viem would send the next request.
        await new Promise<never>(() => {})
      : await readDecoded(connection, method, params, (value, scrubber) =>
          isValid(method, params[0], value)
            ? { ok: true, value: scrubber?.json(value) ?? value }
            : { ok: false, reason: "invalid" },
        ).catch(failure.reject);
    if (!answer?.ok) {
      const reason = answer?.reason ?? method;
      lastError = ` The last error was: ${asSentence(reason)}`;
      throw new Error(lastError);
    }
    const { value } = answer;
    if (method === "eth_blockNumber") {
      head = BigInt(String(value));
      countedFrom ??= head;
    }
    const isLookup = method === "eth_getTransactionByHash";
    if (isLookup) {
      transaction = value ?? transaction;
      status =
        transaction === null
          ? `The node did not have it: check the hash and the network. ${MAY_BE_MINED}`
          : `The node had it as a pending transaction. ${MAY_BE_MINED}`;
      if (value === null && isInProcess) {
        fail(UNKNOWN);
      }
    }
    if (
      value === null &&
      headBefore - (countedFrom ?? headBefore) >= blockTimeout
    ) {
      failAtLimit(`mined within ${blockTimeout} blocks`, "blockTimeout");
    }
    // Without the transaction, viem does not search for the one that replaced it.
    return isLookup ? transaction : value;
  }

  async function untilConfirmed(): Promise<TransactionReceipt> {
    for (;;) {
      // Calls with one client share what they observe, also after one has failed.
      const client = createClient({
        pollingInterval,
        transport: custom({ request }, { retryCount: 0 }),
      });
      try {
        const latest =
          confirmations > 1 ? await getBlockNumber(client, UNCACHED) : 0n;
        const receipt = await waitForTransactionReceipt(client, {
          hash,
          retryDelay: pollingInterval,
          timeout: 0,
        });
        const { transactionHash, blockNumber } = receipt;
        const count = latest < blockNumber ? 1n : latest - blockNumber + 1n;
        if (transactionHash !== hash) {
          fail(
            `was replaced by ${transactionHash}, which has the same sender and nonce and was mined in block ${blockNumber}. Wait for that transaction, or send this one again with a new nonce.`,
          );
        } else if (count >= confirmations) {
          return receipt;
        }
        countedFrom = undefined;
        status = `It was mined in block ${blockNumber}, and had ${count} of ${confirmations} confirmations. On a chain that only mines when transactions are sent, no further block is mined until then.`;
      } catch {
        // `lastError` says why.
      }
      await sleep(pollingInterval, undefined, { ref: false });
    }
  }

  const timeout = setTimeout(
    () =>
      failAtLimit(`confirmed within ${pollingTimeout} ms`, "pollingTimeout"),
    Math.min(pollingTimeout, MAX_TIMER_MS),
  );
  try {
    return await Promise.race([failure.promise, untilConfirmed()]);
  } finally {
    isOver = true;
    clearTimeout(timeout);
  }
}

const UNCACHED = { cacheTime: 0 };

/** Whether a result is one of the method, which viem does not check. */
function isValid(method: string, hash: unknown, value: unknown): boolean {
  const { blockHash, blockNumber, root, status, ...own } = recordOf(value);
  switch (method) {
    case "eth_blockNumber":
      return isHexQuantity(value);
    case "eth_getTransactionByHash":
      return value === null || own["hash"] === hash;
    case "eth_getTransactionReceipt": {
      const isMined = isHash(blockHash) && isHexQuantity(blockNumber);
      // Before Byzantium, receipts had a state root instead of a status.
      const hasStatus = status === "0x0" || status === "0x1" || isHash(root);
      const isOwn = own["transactionHash"] === hash;
      return value === null || (isOwn && isMined && hasStatus);
    }
    default:
      return isRecord(value);
  }
}
