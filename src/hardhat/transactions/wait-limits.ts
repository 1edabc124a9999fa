import { alphaError } from "../../base/errors.ts";
import { describeValue } from "../../base/untrusted-text.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";

/** The polling interval of web3.js 1.x. */
const INTERVAL_MS = 1_000;
const IN_PROCESS_INTERVAL_MS = 50;
/** The maximum delay of a timer, about 24 days. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** How many blocks, and how long, to wait for a transaction. */
export type WaitLimits = Readonly<Required<WaitParameters>>;

/**
 * The limits of a wait: the parameters of the call, or the transaction parameters
 * of the network.
 *
 * @throws HardhatPluginError if a parameter is invalid.
 */
export function waitLimits(
  {
    values,
    transactionPollingTimeoutUnit: unit,
  }: Pick<ResolvedAlphaNetwork, "values" | "transactionPollingTimeoutUnit">,
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
    confirmations = values.transactionConfirmationBlocks,
    blockTimeout = values.transactionBlockTimeout,
    pollingTimeout = values.transactionPollingTimeout *
      (unit === "seconds" ? 1_000 : 1),
    pollingInterval = isInProcess ? IN_PROCESS_INTERVAL_MS : INTERVAL_MS,
  } = parameters;
  const isBlocks = (value: number) => Number.isSafeInteger(value) && value >= 0;
  const isTime = (value: number) => Number.isFinite(value) && value > 0;
  for (const [name, value, isValid, expected] of [
    ["confirmations", confirmations, isBlocks, BLOCKS],
    ["blockTimeout", blockTimeout, isBlocks, BLOCKS],
    ["pollingTimeout", pollingTimeout, isTime, TIME],
    ["pollingInterval", pollingInterval, isTime, TIME],
  ] as const) {
    if (!isValid(value)) {
      throw alphaError(
        `waitForTransaction: expected ${name} to be ${expected}, got ${describeValue(value)}.`,
      );
    }
  }
  return {
    confirmations: Math.max(1, confirmations),
    blockTimeout,
    pollingTimeout: Math.min(pollingTimeout, MAX_TIMER_MS),
    pollingInterval: Math.min(pollingInterval, MAX_TIMER_MS),
  };
}

const BLOCKS = "a whole number of blocks, 0 or more";
const TIME = "milliseconds above 0";

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
