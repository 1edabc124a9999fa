import { setTimeout as sleep } from "node:timers/promises";
import { formatTransactionReceipt, type TransactionReceipt } from "viem";
import { alphaError } from "../../base/errors.ts";
import {
  type Hex,
  hexQuantity,
  isHash,
  isHexQuantity,
  lowerHex,
} from "../../base/hex.ts";
import { asSentence } from "../../base/problems.ts";
import { isRecord, recordOf } from "../../base/records.ts";
import { describeValue } from "../../base/untrusted-text.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";
import type { NodeConnection } from "../../connect/select-networks.ts";
import { decodeQuantity } from "../../rpc/decode-values.ts";
import { describeNode, readDecoded } from "./request-node.ts";
import {
  setIntervals,
  type WaitParameters,
  waitLimits,
} from "./wait-limits.ts";

const UNKNOWN =
  "is unknown: it was never sent to this in-process chain, or was dropped or reverted from it. Check the hash, and that the transaction was sent on this connection.";
const MAY_BE_MINED =
  "It may still be mined: check that it was not before you send it again, or reuse its nonce.";
/** The network's parameter for each limit. */
const PARAMETERS = {
  blockTimeout: "transactionBlockTimeout",
  pollingTimeout: "transactionPollingTimeout",
} as const;
/** The maximum number of blocks that one poll searches for a replacement. */
const MAX_SEARCHED = 16n;
/** The maximum delay of a timer, about 24 days. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Implements `connection.alpha.waitForTransaction`. The receipt and the transaction are
 * requested in every interval, whether or not the head has changed: a backend may be
 * behind, and a chain may be idle. Once it has returned, no more requests are sent.
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
  /** The head from which blocks without the transaction are counted. */
  let countedFrom: bigint | undefined;
  /** The next block in which another transaction may have replaced this one. */
  let searchedFrom: bigint | undefined;
  /** The sender and nonce, once the node had the transaction. */
  let slot: string | undefined;
  /** The head of the last poll without it: one that a single poll has may be wrong. */
  let headBefore: bigint | undefined;
  /** The last state in which the node had the transaction, for errors. */
  let had = "did not have it: check the hash and the network";
  let status = `The node returned neither the transaction nor a receipt. ${MAY_BE_MINED}`;
  let lastError = "";

  const fail = (text: string) =>
    failure.reject(alphaError(`The transaction ${hash} on ${node} ${text}`));
  const failAtLimit = (limit: string, option: keyof typeof PARAMETERS) =>
    fail(
      `was not ${limit} (${PARAMETERS[option]}). ${status}${lastError} To wait longer, pass a larger ${option} or set alpha.networks.${network.name}.${PARAMETERS[option]}.`,
    );

  async function request(method: string, ...params: readonly unknown[]) {
    if (isOver) {
      return await new Promise<never>(() => {});
    }
    const answer = await readDecoded<unknown>(
      connection,
      method,
      params,
      (value, scrubber) => {
        if (isValid(method, params[0], value)) {
          return { ok: true, value: scrubber?.json(value) ?? value };
        }
        return { ok: false, reason: "invalid" };
      },
    );
    if (!answer.ok) {
      lastError = ` The last error was: ${asSentence(answer.reason)}`;
    }
    return answer;
  }

  /** Notes what the node has of the transaction, of which it returned no receipt. */
  function note(transaction: unknown): void {
    const { blockNumber } = recordOf(transaction);
    slot = transaction === null ? slot : slotOf(transaction);
    if (isHexQuantity(blockNumber)) {
      had = `had it in block ${BigInt(blockNumber)}, and then no longer`;
      countedFrom = undefined;
      status = `The node has it in block ${BigInt(blockNumber)}, but not its receipt.`;
      return;
    }
    had = transaction === null ? had : "had it as a pending transaction";
    status = `The node ${had}. ${MAY_BE_MINED}`;
  }

  async function failIfReplaced(head: bigint): Promise<void> {
    const last = (searchedFrom ?? head) + MAX_SEARCHED;
    for (let next = searchedFrom ?? head; next <= head && next < last; next++) {
      const number = hexQuantity(next);
      const block = await request("eth_getBlockByNumber", number, true);
      if (!block.ok) {
        return;
      }
      searchedFrom = next + 1n;
      const others = [recordOf(block.value)["transactions"]].flat();
      const other = recordOf(others.find((each) => slotOf(each) === slot));
      if (isHash(other["hash"]) && other["hash"] !== hash) {
        fail(
          `was replaced by ${other["hash"]}, which has the same sender and nonce and was mined in block ${next}. Wait for that transaction, or send this one again with a new nonce.`,
        );
      }
    }
  }

  async function poll(): Promise<TransactionReceipt | undefined> {
    const number = await request("eth_blockNumber");
    const head = number.ok ? BigInt(String(number.value)) : undefined;
    const receipt = await request("eth_getTransactionReceipt", hash);
    const mined = receipt.ok ? formatted(receipt.value) : undefined;
    if (mined !== undefined) {
      const { blockNumber } = mined;
      const latest = head ?? blockNumber;
      const count = latest < blockNumber ? 1n : latest - blockNumber + 1n;
      had = `had it in block ${blockNumber}, and then no longer`;
      countedFrom = undefined;
      searchedFrom = blockNumber;
      status = `It was mined in block ${blockNumber}, and had ${count} of ${confirmations} confirmations. On a chain that only mines when transactions are sent, no further block is mined until then.`;
      const isEnough =
        count >= confirmations || (await minesOnDemand(connection));
      return isEnough ? mined : undefined;
    }
    const found = await request("eth_getTransactionByHash", hash);
    if (head === undefined) {
      return undefined;
    }
    if (found.ok) {
      note(found.value);
    }
    if (!receipt.ok) {
      return undefined;
    }
    if (found.ok && found.value === null && isInProcess) {
      fail(UNKNOWN);
    }
    if (slot !== undefined) {
      await failIfReplaced(head);
    }
    if (headBefore !== undefined) {
      countedFrom ??= head < headBefore ? headBefore : head;
      const reached = head < headBefore ? head : headBefore;
      if (reached - countedFrom >= blockTimeout) {
        failAtLimit(`mined within ${blockTimeout} blocks`, "blockTimeout");
      }
    }
    headBefore = head;
    return undefined;
  }

  async function untilConfirmed(): Promise<TransactionReceipt> {
    const interval = Math.min(pollingInterval, MAX_TIMER_MS);
    for (;;) {
      const receipt = await poll();
      if (receipt !== undefined) {
        return receipt;
      }
      await sleep(interval, undefined, { ref: false });
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

/** Returns whether an in-process chain has no block until the next transaction. */
async function minesOnDemand(connection: NodeConnection): Promise<boolean> {
  const { networkConfig, provider } = connection;
  if (networkConfig.type !== "edr-simulated") {
    return false;
  }
  const interval =
    setIntervals.get(connection) ?? networkConfig.mining.interval;
  return (
    [interval].flat().every((ms) => ms === 0) &&
    (await provider.request({ method: "hardhat_getAutomine" })) === true
  );
}

/** viem's receipt; `undefined` if there is none, or if it is invalid. */
function formatted(receipt: unknown): TransactionReceipt | undefined {
  try {
    if (receipt === null) {
      return undefined;
    }
    return formatTransactionReceipt(Object(receipt));
  } catch {
    return undefined;
  }
}

/** The sender and nonce, which only one transaction of a chain can have. */
function slotOf(transaction: unknown): string {
  const { from, nonce, hash } = recordOf(transaction);
  const number = decodeQuantity(nonce);
  return `${String(from).toLowerCase()} ${number.ok ? number.value : hash}`;
}

/** Returns whether a result is one of the method. */
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
      const isWhole = isOwn && isMined && hasStatus;
      return value === null || (isWhole && formatted(value) !== undefined);
    }
    default:
      return isRecord(value);
  }
}
