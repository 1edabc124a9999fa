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
