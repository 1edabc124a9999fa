import { setTimeout as sleep } from "node:timers/promises";

/**
 * What an action gives within a time, in milliseconds, or that it is late; then
 * its signal tells it to stop, and what comes of it is of no interest any more,
 * its failure neither. No timer is left.
 */
export async function within<T>(
  ms: number,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<{ readonly value: T } | "late"> {
  const timer = new AbortController();
  const action = new AbortController();
  const late = sleep(ms, "late" as const, { signal: timer.signal });
  const acting = act(action.signal).then((value) => ({ value }));
  try {
    return await Promise.race([acting, late]);
  } finally {
    timer.abort();
    action.abort();
  }
}
