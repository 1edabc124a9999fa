import { type Hex, isHash } from "../../base/hex.ts";
import { isRecord } from "../../base/records.ts";
import { decodeQuantity } from "../../rpc/decode-values.ts";
import type { WaitLimits } from "./wait-limits.ts";

/** What a node has shown of a transaction. */
export interface WaitState {
  readonly hash: Hex;
  readonly limits: WaitLimits;
  readonly isInProcess: boolean;
  head?: bigint | undefined;
  /** The head from which blocks without the transaction are counted. */
  countedFrom?: bigint | undefined;
  /** The block in its receipt. */
  minedIn?: bigint | undefined;
  /** Whether the node has it; `undefined` if it was not asked. */
  isKnown?: boolean | undefined;
  /** Why the last request failed; `undefined` if it succeeded. */
  lastError?: string | undefined;
}

/** Why a wait ended without a receipt. */
export type WaitFailure =
  | { readonly kind: "polling-timeout" | "block-timeout" | "unknown" }
  | {
      readonly kind: "replaced";
      readonly by: Hex;
      readonly blockNumber: bigint;
    };

/**
 * Notes what an answer shows of the transaction.
 *
 * @returns Whether the answer is valid, which viem does not check.
 */
export function noteAnswer(
  state: WaitState,
  method: string,
  [hash]: readonly unknown[],
  value: unknown,
): boolean {
  switch (method) {
    case "eth_blockNumber": {
      const head = decodeQuantity(value);
      if (head.ok) {
        state.head = head.value;
        state.countedFrom ??= head.value;
      }
      return head.ok;
    }
    case "eth_getTransactionByHash":
      state.isKnown = value !== null;
      return value === null || isOf(value, "hash", hash);
    case "eth_getTransactionReceipt": {
      const block = blockOf(value, hash);
      if (hash === state.hash) {
        state.minedIn = block;
        // Blocks are counted again if a reorganisation removes it.
        state.countedFrom = block === undefined ? state.countedFrom : undefined;
      }
      return value === null || block !== undefined;
    }
    default:
      return true;
  }
}

/** The block of a transaction's receipt; `undefined` if it is not one. */
function blockOf(receipt: unknown, hash: unknown): bigint | undefined {
  if (!isRecord(receipt) || !isOf(receipt, "transactionHash", hash)) {
    return undefined;
  }
  const { status, root, blockHash, blockNumber } = receipt;
  // Before Byzantium, receipts had a state root instead of a status.
  const hasStatus = status === "0x0" || status === "0x1" || isHash(root);
  const number = decodeQuantity(blockNumber);
  return hasStatus && isHash(blockHash) && number.ok ? number.value : undefined;
}

function isOf(value: unknown, field: string, hash: unknown): boolean {
  const own = isRecord(value) ? value[field] : undefined;
  return isHash(own) && own.toLowerCase() === String(hash).toLowerCase();
}

/**
 * The limit that a missing transaction or receipt reaches. An in-process chain has all
 * of its transactions; any other node may not have received it yet.
 *
 * @param head The latest block when the request was sent.
 */
export function reachedLimit(
  { countedFrom, isInProcess, isKnown, limits }: WaitState,
  head: bigint | undefined,
): WaitFailure | undefined {
  if (isInProcess && isKnown === false) {
    return { kind: "unknown" };
  }
  return head !== undefined &&
    countedFrom !== undefined &&
    head - countedFrom >= limits.blockTimeout
    ? { kind: "block-timeout" }
    : undefined;
}

/** The error message: what is known of the transaction, and what to do next. */
export function failureMessage(
  failure: WaitFailure,
  state: WaitState,
  { node, network }: { readonly node: string; readonly network: string },
): string {
  const subject = `The transaction ${state.hash} on ${node}`;
  const setting = `alpha.networks.${network}`;
  const { blockTimeout, pollingTimeout } = state.limits;
  switch (failure.kind) {
    case "replaced":
      return `${subject} was replaced by ${failure.by}, which has the same sender and nonce and was mined in block ${failure.blockNumber}. Wait for that transaction, or send this one again with a new nonce.`;
    case "unknown":
      return `${subject} is unknown: it was never sent to this in-process chain, or was dropped or reverted from it. Check the hash, and that the transaction was sent on this connection.`;
    case "block-timeout":
      return `${subject} was not mined within ${blockTimeout} blocks (transactionBlockTimeout). ${describeState(state)} To wait longer, pass a larger blockTimeout or set ${setting}.transactionBlockTimeout.`;
    case "polling-timeout":
      return `${subject} was not confirmed within ${formatTime(pollingTimeout)} (transactionPollingTimeout). ${describeState(state)} To wait longer, pass a larger pollingTimeout (in ms) or set ${setting}.transactionPollingTimeout.`;
  }
}

/** What is known of the transaction, and what follows from it, in sentences. */
function describeState(state: WaitState): string {
  const { head = 0n, minedIn, isKnown, lastError, limits } = state;
  const error =
    lastError === undefined ? "" : ` The last request failed: ${lastError}.`;
  if (minedIn !== undefined) {
    const count = head < minedIn ? 1n : head - minedIn + 1n;
    return `It was mined in block ${minedIn}, and had ${count} of ${limits.confirmations} confirmations.${error} On a chain that only mines when transactions are sent, no further block is mined until then.`;
  }
  const known =
    isKnown === undefined
      ? "The node returned neither the transaction nor a receipt."
      : isKnown
        ? "The node had it as a pending transaction."
        : "The node did not have it: check the hash and the network.";
  return `${known}${error} It may still be mined: check that it was not before you send it again, or reuse its nonce.`;
}

function formatTime(ms: number): string {
  return ms % 1_000 === 0 ? `${ms / 1_000} s` : `${ms} ms`;
}
