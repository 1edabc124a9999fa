import type { Address } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";

/** Transactions whose effect a report is about. */
export interface Simulation {
  readonly transactions: readonly SimulatedTransaction[];
  /** The checks that may change. */
  readonly expected: readonly string[];
}

/** What is simulated. */
export interface TransactionList {
  readonly transactions: readonly Transaction[];
  /** Whether a Safe sends all of them as one transaction. */
  readonly isBatch: boolean;
}

/** A transaction to send, by whoever may do that. */
export interface Transaction {
  readonly from: Address;
  readonly to: Address;
  readonly data: Hex;
  /** In wei, in decimal. */
  readonly value: string;
}

export interface SimulatedTransaction extends Transaction {
  /** `Router.updateOPCFee(0, 0, 0, 0)`. */
  readonly call: string;
  readonly verdict: "succeeds" | "fails" | "unknown" | "not sent";
  /** Given unless it succeeds. */
  readonly reason?: string | undefined;
}
