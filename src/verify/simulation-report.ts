import type { Address } from "../base/address.ts";
import type { Hex } from "../base/hex.ts";

/** Transactions whose effect a report is about. */
export interface Simulation {
  readonly transactions: readonly SimulatedTransaction[];
  /** The contracts and facts that may change. */
  readonly allowed: readonly string[];
}

/** The transactions to simulate. */
export interface TransactionList {
  readonly transactions: readonly Transaction[];
  /** True if a Safe sends all of them as one transaction. */
  readonly isBatch: boolean;
  /** The first transaction with a member that is not simulated. None is sent then. */
  readonly refused?: RefusedTransaction | undefined;
  /** Remarks on the file. */
  readonly notes?: readonly string[] | undefined;
}

export interface RefusedTransaction {
  readonly index: number;
  readonly reason: string;
}

/** A transaction to send, by whoever may do that. */
export interface Transaction {
  readonly from: Address;
  readonly to: Address;
  readonly data: Hex;
  /** In wei, in decimal. */
  readonly value: string;
  /** The gas limit, in decimal. Without one, the transaction gets what it needs. */
  readonly gas?: string | undefined;
  /** 1 is a delegatecall, which only a Safe can make. The default is 0, a call. */
  readonly operation?: 0 | 1 | undefined;
  /** Members of a Safe's transaction that it executes and hashes as they stand. */
  readonly safe?: SafeMembers | undefined;
}

/** Amounts are decimal. Members that a file does not give are 0. */
export interface SafeMembers {
  readonly safeTxGas: string;
  readonly baseGas: string;
  readonly gasPrice: string;
  readonly gasToken: Address;
  readonly refundReceiver: Address;
  /** Without one, it is the Safe's present nonce. */
  readonly nonce?: string | undefined;
  /** The hash that its owners sign according to the file, in lower case. */
  readonly safeTxHash?: Hex | undefined;
}

/** A transaction of a simulation, and its result. */
export interface SimulatedTransaction extends Transaction {
  /** `Router.updateOPCFee(0, 0, 0, 0)`. */
  readonly call: string;
  readonly verdict: "succeeds" | "fails" | "unknown" | "not sent";
  /** Given unless it succeeds. */
  readonly reason?: string | undefined;
  /** Given where a known Safe sends it; of a batch, with its first transaction. */
  readonly signed?: SafeHashes | undefined;
}

/** The hashes that the owners of a Safe sign, and compare on their devices. */
export interface SafeHashes {
  readonly domainHash: Hex;
  readonly messageHash: Hex;
  readonly safeTxHash: Hex;
  /** In decimal, like the Safe's own, with which the transaction was executed. */
  readonly nonce: string;
  readonly presentNonce: string;
  /** The contract by which the Safe makes the calls of a batch. */
  readonly multiSend?: Address | undefined;
}
