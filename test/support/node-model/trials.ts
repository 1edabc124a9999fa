/** Random numbers that are the same again for the same seed. */
export interface SeededRandom {
  /** From 0 to 1, without 1. */
  fraction(): number;
  /** A whole number from 0, below `limit`. */
  below(limit: number): number;
  pick<T>(choices: readonly [T, ...T[]]): T;
}

/** Mulberry32, a small generator with a state of 32 bits. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed | 0;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(fraction() * limit);
  return {
    fraction,
    below,
    pick: (choices) => choices[below(choices.length)] ?? choices[0],
  };
}

/** Runs tasks, only so many at a time; the results come in the tasks' order. */
export async function runPooled<T, R>(
  tasks: readonly T[],
  places: number,
  run: (task: T) => Promise<R>,
): Promise<readonly R[]> {
  const results = new Map<number, R>();
  const entries = tasks.entries();
  async function work(): Promise<void> {
    for (const [index, task] of entries) {
      results.set(index, await run(task));
    }
  }
  await Promise.all(Array.from({ length: places }, work));
  return [...results]
    .sort(([first], [second]) => first - second)
    .map(([, result]) => result);
}

/** Opens what the tests of a suite share before them, and closes it after. */
export function useOpened<T extends { close(): Promise<unknown> }>(
  open: () => Promise<T>,
): () => T {
  let opened: T | undefined;
  before(async () => {
    opened = await open();
  });
  after(async () => {
    await opened?.close();
  });
  return () => {
    if (opened === undefined) {
      throw new Error("it is not open yet");
    }
    return opened;
  };
}
