import type { Method } from "../methods/methods.ts";

/** How often a list is read, on new connections and on open ones. */
export interface RunPlan {
  readonly coldRuns: number;
  readonly warmRuns: number;
}

/** Fewer runs for longer lists and other clients, which take several seconds each. */
export function runPlan(methods: readonly Method[], count: number): RunPlan {
  if (methods.every(({ isOurs }) => isOurs)) {
    return count > 1_000
      ? { coldRuns: 5, warmRuns: 5 }
      : { coldRuns: 9, warmRuns: 9 };
  }
  return count >= 100
    ? { coldRuns: 2, warmRuns: 2 }
    : { coldRuns: 3, warmRuns: 3 };
}
