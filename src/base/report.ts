import type { Hex } from "./hex.ts";

/** What a task found: all holds, something is proven wrong, or it cannot tell. */
export type Outcome = "ok" | "failed" | "unknown";

/** Several outcomes in one: failed over unknown over ok. Nothing is unknown. */
export function combineOutcomes(outcomes: Iterable<Outcome>): Outcome {
  const all = new Set(outcomes);
  if (all.has("failed")) {
    return "failed";
  }
  return all.has("unknown") || all.size === 0 ? "unknown" : "ok";
}

export interface ReportedBlock {
  /** In decimal. */
  readonly number: string;
  readonly hash: Hex;
  /** In seconds since 1970. */
  readonly timestamp: number;
}
