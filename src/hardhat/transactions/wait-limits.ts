import { alphaError } from "../../base/errors.ts";
import { describeValue } from "../../base/untrusted-text.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";

/** How far and how long to wait for a transaction. */
export interface WaitLimits {
  /** Blocks, the transaction's own included; at least 1. */
  readonly confirmations: bigint;
  /** Blocks without the transaction. */
  readonly blockTimeout: bigint;
  readonly pollingTimeoutMs: number;
  readonly pollingIntervalMs: number;
}

/** What web3.js 1.x waits between two polls. */
const INTERVAL_MS = 1_000;
/** A chain in this process costs next to nothing to ask. */
const IN_PROCESS_INTERVAL_MS = 50;
/** The longest time that a timer takes: 24 days. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * The network's transaction parameters as limits of a wait, `parameters` first.
 *
 * @throws HardhatPluginError if a parameter is none that makes sense.
 */
export function waitLimits(
  network: Pick<
    ResolvedAlphaNetwork,
    "values" | "transactionPollingTimeoutUnit"
  >,
  parameters: WaitParameters,
  isInProcess: boolean,
): WaitLimits {
  // Untyped callers may pass the confirmations alone.
  if (typeof parameters !== "object" || parameters === null) {
    throw alphaError(
      `waitForTransaction: its options are to be an object such as { confirmations: 3 }, and are ${describeValue(parameters)}.`,
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
      throw badParameter(name, "a whole number of blocks, 0 or more", value);
    }
  }
  for (const [name, value] of Object.entries({
    pollingTimeout,
    pollingInterval,
  })) {
    if (!Number.isFinite(value) || value <= 0) {
      throw badParameter(name, "milliseconds above 0", value);
    }
  }
  return {
    confirmations: BigInt(Math.max(1, confirmations)),
    blockTimeout: BigInt(blockTimeout),
    pollingTimeoutMs: Math.min(pollingTimeout, LONGEST_MS),
    pollingIntervalMs: Math.min(pollingInterval, LONGEST_MS),
  };
}

function badParameter(name: string, expected: string, value: unknown) {
  return alphaError(
    `waitForTransaction: ${name} is to be ${expected}, and is ${describeValue(value)}.`,
  );
}

/** How far and how long to wait; by default, as the network is configured. */
export interface WaitParameters {
  /** In blocks, the transaction's own included: 0 and 1 are "mined". */
  readonly confirmations?: number;
  /** In blocks: how many may come without the transaction. */
  readonly blockTimeout?: number;
  /** In milliseconds, for the whole wait. */
  readonly pollingTimeout?: number;
  /** In milliseconds between two polls: 1000; 50 on a simulated network. */
  readonly pollingInterval?: number;
}
