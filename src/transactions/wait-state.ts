import type { Hex } from "../rpc/types.ts";
import type { MinedReceipt } from "./decode-receipt.ts";
import type { TransactionIdentity } from "./decode-transaction.ts";

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
