/** What the wait before the next attempt depends on. */
export interface RetryDelayParameters {
  /** How many attempts have failed so far, from 1. */
  readonly failures: number;
  readonly baseMs: number;
  readonly retryAfterMs?: number | undefined;
  /** From 0 to 1. */
  readonly random: number;
}

/**
 * The wait before the next attempt, in milliseconds: it doubles with every
 * failure and is spread by half of it to each side, so that many clients do
 * not come back at once. A wait the endpoint asks for is never shortened.
 */
export function retryDelay(parameters: RetryDelayParameters): number {
  const { failures, baseMs, retryAfterMs = 0, random } = parameters;
  const backoff = baseMs * 2 ** (failures - 1);
  return retryAfterMs > 0
    ? retryAfterMs + baseMs * random
    : backoff * (0.5 + random);
}
