import type { Result } from "hardhat/types/utils";
import type { Outcome } from "../src/report/outcome.ts";

import { combineOutcomes } from "../src/report/outcome.ts";

const UNKNOWN_EXIT_CODE = 2;

let worst: Outcome = "ok";
let isListening = false;

/**
 * A task's result: the report as its value if all holds, else as its error,
 * with which Hardhat exits with 1. That becomes 2 at the exit of the process if
 * nothing that was reported is proven wrong.
 */
export function taskResult<T>(report: T, outcome: Outcome): Result<T, T> {
  if (outcome === "ok") {
    return { success: true, value: report };
  }
  worst = combineOutcomes([worst, outcome]);
  if (!isListening) {
    isListening = true;
    process.once("exit", () => {
      if (worst === "unknown" && process.exitCode === 1) {
        process.exitCode = UNKNOWN_EXIT_CODE;
      }
    });
  }
  return { success: false, error: report };
}
