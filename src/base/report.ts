import type { Hex } from "./hex.ts";

/** The outcome of a task: everything holds, something is proven wrong, or unknown. */
export type Outcome = "ok" | "failed" | "unknown";

/** Combines outcomes: failed over unknown over ok. Without any it is unknown. */
export function combineOutcomes(outcomes: Iterable<Outcome>): Outcome {
  const all = new Set(outcomes);
  if (all.has("failed")) {
    return "failed";
  }
  return all.has("unknown") || all.size === 0 ? "unknown" : "ok";
}

/** A block in a report. */
export interface ReportedBlock {
  /** In decimal. */
  readonly number: string;
  readonly hash: Hex;
  /** In seconds since 1970. */
  readonly timestamp: number;
}
