/** Runs tasks, of which a limited number run at the same time; the others wait. */
export type Limiter = <T>(task: () => Promise<T>) => Promise<T>;

/** A {@link Limiter} for this many tasks. */
export function createLimiter(slots: number): Limiter {
  const waiting: (() => void)[] = [];
  let free = slots;
  return async (task) => {
    if (free > 0) {
      free--;
    } else {
      await new Promise<void>((resume) => waiting.push(resume));
    }
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) {
        free++;
      } else {
        next();
      }
    }
  };
}
