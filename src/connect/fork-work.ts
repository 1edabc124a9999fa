let unfinished = 0;

/**
 * Counts work of a fork as unfinished until it ends, however long after its time
 * was up: the simulator's requests to a node cannot be ended.
 */
export async function countForkWork<T>(work: Promise<T>): Promise<T> {
  unfinished += 1;
  try {
    return await work;
  } finally {
    unfinished -= 1;
  }
}

/** Whether some fork may still wait for its node. */
export function isForkWaiting(): boolean {
  return unfinished > 0;
}
