import { alphaError } from "../../base/errors.ts";
import { describeValue } from "../../base/untrusted-text.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";

/** How many blocks, and how long, to wait for a transaction. */
export interface WaitLimits {
  /** In blocks, including the transaction's own; at least 1. */
  readonly confirmations: bigint;
  /** In blocks without the transaction. */
  readonly blockTimeout: bigint;
  readonly pollingTimeoutMs: number;
  readonly pollingIntervalMs: number;
}

/** The polling interval of web3.js 1.x. */
const INTERVAL_MS = 1_000;
const IN_PROCESS_INTERVAL_MS = 50;
/** The maximum delay of a timer, about 24 days. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * The limits of a wait: the parameters of the call, or the transaction parameters
 * of the network.
 *
 * @throws HardhatPluginError if a parameter is invalid.
 */
export function waitLimits(
  network: Pick<
    ResolvedAlphaNetwork,
    "values" | "transactionPollingTimeoutUnit"
  >,
  parameters: WaitParameters,
  isInProcess: boolean,
): WaitLimits {
  // JavaScript callers may pass the confirmations alone.
  if (typeof parameters !== "object" || parameters === null) {
    throw alphaError(
      `waitForTransaction: expected an object such as { confirmations: 3 }, got ${describeValue(parameters)}.`,
    );
  }
  const {
    transactionConfirmationBlocks,
    transactionBlockTimeout,
    transactionPollingTimeout,
  } = network.values;
  const millisecondsInUnit =
    network.transactionPollingTimeoutUnit === "seconds" ? 1_000 : 1;
  const {
    confirmations = transactionConfirmationBlocks,
    blockTimeout = transactionBlockTimeout,
    pollingTimeout = transactionPollingTimeout * millisecondsInUnit,
    pollingInterval = isInProcess ? IN_PROCESS_INTERVAL_MS : INTERVAL_MS,
  } = parameters;
  for (const [name, value] of Object.entries({ confirmations, blockTimeout })) {
    if (!Number.isSafeInteger(value) || value < 0) {
      throw invalidParameter(
        name,
        "a whole number of blocks, 0 or more",
        value,
      );
    }
  }
  for (const [name, value] of Object.entries({
    pollingTimeout,
    pollingInterval,
  })) {
    if (!Number.isFinite(value) || value <= 0) {
      throw invalidParameter(name, "milliseconds above 0", value);
    }
  }
  return {
    confirmations: BigInt(Math.max(1, confirmations)),
    blockTimeout: BigInt(blockTimeout),
    pollingTimeoutMs: Math.min(pollingTimeout, MAX_TIMER_MS),
    pollingIntervalMs: Math.min(pollingInterval, MAX_TIMER_MS),
  };
}

function invalidParameter(name: string, expected: string, value: unknown) {
  return alphaError(
    `waitForTransaction: expected ${name} to be ${expected}, got ${describeValue(value)}.`,
  );
}

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
