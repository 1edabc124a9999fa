/** Lets only so many tasks run at once; the others wait in line. */
export interface Limiter {
  /**
   * Waits for a place, and gives back what frees it again, or `undefined` if
   * the signal was aborted first.
   */
  acquire(signal: AbortSignal): Promise<(() => void) | undefined>;
}

/** A {@link Limiter} with this many places. */
export function createLimiter(places: number): Limiter {
  let free = places;
  const waiting = new Set<() => void>();

  const release = (): void => {
    const [next] = waiting;
    if (next === undefined) {
      free++;
      return;
    }
    waiting.delete(next);
    next();
  };

  const place = (): (() => void) => {
    let isHeld = true;
    return () => {
      if (isHeld) {
        isHeld = false;
        release();
      }
    };
  };

  return {
    async acquire(signal) {
      if (signal.aborted) {
        return undefined;
      }
      if (free > 0) {
        free--;
        return place();
      }
      return await new Promise((resolve) => {
        const onAbort = (): void => {
          waiting.delete(onTurn);
          resolve(undefined);
        };
        const onTurn = (): void => {
          signal.removeEventListener("abort", onAbort);
          resolve(place());
        };
        waiting.add(onTurn);
        signal.addEventListener("abort", onAbort, { once: true });
      });
    },
  };
}
