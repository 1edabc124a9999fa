import type { Goal } from "./goal.ts";
import { networkGoals } from "./network-goals.ts";
import { pluginGoals } from "./plugin-goals.ts";
import type { BenchResult } from "./result.ts";

/** Compares a result with the goals. */
export function checkGoals(result: BenchResult): readonly Goal[] {
  return [...networkGoals(result.network), ...pluginGoals(result)];
}
