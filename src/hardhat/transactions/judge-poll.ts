import type { Hex } from "../../base/hex.ts";
import type { MinedReceipt, TransactionIdentity } from "./receipts.ts";
import type { WaitLimits } from "./wait-limits.ts";

/** What follows from a poll. */
export type WaitVerdict =
  | { readonly kind: "wait" }
  | { readonly kind: "confirmed"; readonly receipt: MinedReceipt }
  | { readonly kind: "block-timeout" }
  | { readonly kind: "unknown" }
  | { readonly kind: "replaced"; readonly by: Replacement };

const WAIT: WaitVerdict = { kind: "wait" };

/**
 * What is known after a poll, and what follows. Confirmations are counted from
 * the block that the receipt names now, so a transaction that a reorganisation
 * moves or removes is counted anew, the blocks without it too.
 *
 * That a node has no such transaction proves nothing: it may not have come there
 * yet, and some list none before it is mined. A chain in this process has no
 * others to hear from, so there it is final.
 */
export function judgePoll(
  before: WaitState,
  observation: Observation,
  { confirmations, blockTimeout }: WaitLimits,
  isInProcess: boolean,
): { readonly state: WaitState; readonly verdict: WaitVerdict } {
  if (observation.kind === "unanswered") {
    return {
      state: { ...before, trouble: observation.reason },
      verdict: WAIT,
    };
  }
  const { head } = observation;
  const seen = { ...before, lastSeen: observation, trouble: undefined };
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
 * The blocks from a receipt's up to the head. A node that knows of the receipt
 * and of no such block yet is behind: it has one.
 */
export function confirmationsOf(
  { blockNumber }: MinedReceipt,
  head: bigint,
): bigint {
  return head < blockNumber ? 1n : head - blockNumber + 1n;
}

/** A transaction that took the place of another: same sender, same nonce. */
export interface Replacement {
  readonly hash: Hex;
  readonly blockNumber: bigint;
}

/** What one poll shows. */
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
  /** The node gave no answer that can be used. */
  | { readonly kind: "unanswered"; readonly reason: string };

/** What is remembered from poll to poll. */
export interface WaitState {
  /** The head from which on blocks without the transaction are counted. */
  readonly countedFrom: bigint | undefined;
  /** The transaction as the node had it, to know what takes its place. */
  readonly transaction: TransactionIdentity | undefined;
  /** The block that it was last in, even if a reorganisation took it out. */
  readonly lastBlock: bigint | undefined;
  /** The head below which nothing has taken its place. */
  readonly searchedTo: bigint | undefined;
  /** The last poll that had an answer. */
  readonly lastSeen: Exclude<Observation, { kind: "unanswered" }> | undefined;
  /** Why the last poll has none, where it has none. */
  readonly trouble: string | undefined;
}

export const INITIAL_WAIT_STATE: WaitState = {
  countedFrom: undefined,
  transaction: undefined,
  lastBlock: undefined,
  searchedTo: undefined,
  lastSeen: undefined,
  trouble: undefined,
};
