import type { Hex } from "../../base/hex.ts";
import type { MinedReceipt, TransactionIdentity } from "./receipts.ts";
import type { WaitLimits } from "./wait-limits.ts";

/** Whether a wait ends after a poll, and how. */
export type WaitVerdict =
  | { readonly kind: "wait" }
  | { readonly kind: "confirmed"; readonly receipt: MinedReceipt }
  | { readonly kind: "block-timeout" }
  | { readonly kind: "unknown" }
  | { readonly kind: "replaced"; readonly by: Replacement };

const WAIT: WaitVerdict = { kind: "wait" };

/**
 * Judges a poll, and returns the state for the next one. Confirmations are
 * counted from the block in the current receipt: after a reorganisation, they are
 * counted again, and so are the blocks without the transaction.
 *
 * A node that does not have the transaction proves nothing: the transaction may
 * not have been propagated, and some nodes do not return pending ones. On an
 * in-process chain it is final, since no other node can have the transaction.
 */
export function judgePoll(
  before: WaitState,
  observation: Observation,
  { confirmations, blockTimeout }: WaitLimits,
  isInProcess: boolean,
): { readonly state: WaitState; readonly verdict: WaitVerdict } {
  if (observation.kind === "unanswered") {
    return {
      state: { ...before, lastError: observation.reason },
      verdict: WAIT,
    };
  }
  const { head } = observation;
  const seen = { ...before, lastSeen: observation, lastError: undefined };
  if (observation.kind === "mined") {
    const { receipt } = observation;
    return {
      state: {
        ...seen,
        countedFrom: head,
        lastBlock: receipt.blockNumber,
        searchedTo: receipt.blockNumber,
      },
      verdict:
        confirmationsOf(receipt, head) >= confirmations
          ? { kind: "confirmed", receipt }
          : WAIT,
    };
  }
  if (observation.kind === "replaced") {
    return {
      state: seen,
      verdict: { kind: "replaced", by: observation.by },
    };
  }
  const countedFrom = before.countedFrom ?? head;
  const state: WaitState =
    observation.kind === "pending"
      ? {
          ...seen,
          countedFrom,
          transaction: observation.transaction,
          searchedTo: head,
        }
      : { ...seen, countedFrom, searchedTo: head };
  if (observation.kind === "absent" && isInProcess) {
    return { state, verdict: { kind: "unknown" } };
  }
  return {
    state,
    verdict:
      head - countedFrom >= blockTimeout ? { kind: "block-timeout" } : WAIT,
  };
}

/**
 * The number of blocks from the receipt's block to the head, at least 1: a node
 * may return the receipt before it reports its block as the head.
 */
export function confirmationsOf(
  { blockNumber }: MinedReceipt,
  head: bigint,
): bigint {
  return head < blockNumber ? 1n : head - blockNumber + 1n;
}

/** A transaction that replaced another one of the same sender and nonce. */
export interface Replacement {
  readonly hash: Hex;
  readonly blockNumber: bigint;
}

/** The result of one poll. */
export type Observation =
  | {
      readonly kind: "mined";
      readonly head: bigint;
      readonly receipt: MinedReceipt;
    }
  | {
      readonly kind: "pending";
      readonly head: bigint;
      readonly transaction: TransactionIdentity;
    }
  /** The node has neither a receipt nor the transaction. */
  | { readonly kind: "absent"; readonly head: bigint }
  | {
      readonly kind: "replaced";
      readonly head: bigint;
      readonly by: Replacement;
    }
  /** A request failed, or its result was invalid. */
  | { readonly kind: "unanswered"; readonly reason: string };

/** The state of a wait between two polls. */
export interface WaitState {
  /** The head from which blocks without the transaction are counted. */
  readonly countedFrom: bigint | undefined;
  /** The transaction as last returned, to recognise its replacement. */
  readonly transaction: TransactionIdentity | undefined;
  /** The last block with the transaction, even if it was reorganised out of it. */
  readonly lastBlock: bigint | undefined;
  /** The block from which to search for a replacement. */
  readonly searchedTo: bigint | undefined;
  /** The last poll that succeeded. */
  readonly lastSeen: Exclude<Observation, { kind: "unanswered" }> | undefined;
  /** Why the last poll failed; `undefined` if it succeeded. */
  readonly lastError: string | undefined;
}

export const INITIAL_WAIT_STATE: WaitState = {
  countedFrom: undefined,
  transaction: undefined,
  lastBlock: undefined,
  searchedTo: undefined,
  lastSeen: undefined,
  lastError: undefined,
};
