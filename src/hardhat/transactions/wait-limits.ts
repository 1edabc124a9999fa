import { alphaError, checkOptionNames } from "../../base/errors.ts";
import { isRecord, withoutUndefined } from "../../base/records.ts";
import { describeValue } from "../../base/untrusted-text.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";
import { MILLISECONDS_IN } from "../../networks/definition.ts";

/** How many blocks, and how long, to wait. The defaults are those of the network. */
export interface WaitParameters {
  /** In blocks, including the transaction's own: 0 and 1 wait until it is mined. */
  readonly confirmations?: number;
  /** In blocks: the maximum that may be mined without the transaction. */
  readonly blockTimeout?: number;
  /** In milliseconds, for the whole wait. */
  readonly pollingTimeout?: number;
  /**
   * In milliseconds, between two polls.
   *
   * @default 1000, or 50 on a simulated network
   */
  readonly pollingInterval?: number;
}

/**
 * The limits of a wait: the parameters of the call, or the transaction parameters
 * of the network.
 *
 * @throws HardhatPluginError if a parameter is invalid.
 */
export function waitLimits(
  { values, transactionPollingTimeoutUnit: unit }: ResolvedAlphaNetwork,
  parameters: WaitParameters,
  isInProcess: boolean,
): Required<WaitParameters> {
  // JavaScript callers may pass the confirmations alone.
  if (!isRecord(parameters)) {
    throw alphaError(
      `waitForTransaction: expected an object such as { confirmations: 3 }, got ${describeValue(parameters)}.`,
    );
  }
  const limits = {
    confirmations: values.transactionConfirmationBlocks,
    blockTimeout: values.transactionBlockTimeout,
    pollingTimeout: values.transactionPollingTimeout * MILLISECONDS_IN[unit],
    // The interval of web3.js 1.x is 1 s.
    pollingInterval: isInProcess ? 50 : 1_000,
  };
  checkOptionNames("waitForTransaction", parameters, limits);
  Object.assign(limits, withoutUndefined(parameters));
  for (const [name, value] of Object.entries(limits)) {
    if (typeof value !== "number" || !(value >= 0)) {
      throw alphaError(
        `waitForTransaction: expected ${name} to be a number, 0 or more, got ${describeValue(value)}.`,
      );
    }
  }
  return limits;
}

/** The last parameter of `evm_setIntervalMining` on each connection, if there was one. */
export const setIntervals = new WeakMap<object, unknown>();
