/** A network takes no longer than this, whatever its configured time-out. */
export const MOST_MILLISECONDS = 60_000;
/** Of a network's time, what one attempt gets, if that is more than 5 s. */
const ATTEMPT_SHARE = 1 / 4;
const ATTEMPT_MILLISECONDS = 5_000;

/**
 * The time that a network's endpoint has, from now on.
 *
 * @param timeout the network's, in ms
 * @param most bounds it further, in ms
 */
export function timeLimits(
  timeout: number,
  most: number = MOST_MILLISECONDS,
): { readonly deadline: number; readonly attemptTimeoutMs: number } {
  const total = Math.min(timeout, most, MOST_MILLISECONDS);
  return {
    deadline: Date.now() + total,
    attemptTimeoutMs: Math.min(
      total,
      Math.max(ATTEMPT_MILLISECONDS, total * ATTEMPT_SHARE),
    ),
  };
}
