import { isRecord } from "../rpc/is-record.ts";

/** The fees per gas that a transaction may state. */
const FEES = ["gasPrice", "maxFeePerGas", "maxPriorityFeePerGas"] as const;

/**
 * Whether a transaction states any of its fees. Like Hardhat, which fills in
 * what is `undefined` and nothing else.
 */
export function statesFees(transaction: unknown): boolean {
  return (
    isRecord(transaction) && FEES.some((fee) => transaction[fee] !== undefined)
  );
}
