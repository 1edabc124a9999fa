import type { Method } from "../methods/methods.ts";

/** How often a list is read, on new connections and on open ones. */
export interface RunPlan {
  readonly coldRuns: number;
  readonly warmRuns: number;
}

/** Fewer runs for longer lists and other clients, which take up to a minute each. */
export function runPlan({ isOurs }: Method, count: number): RunPlan {
  if (isOurs) {
    return count > 1_000
      ? { coldRuns: 5, warmRuns: 5 }
      : { coldRuns: 7, warmRuns: 7 };
  }
  if (count > 1_000) {
    return { coldRuns: 1, warmRuns: 0 };
  }
  return count > 100
    ? { coldRuns: 2, warmRuns: 2 }
    : { coldRuns: 3, warmRuns: 3 };
}
