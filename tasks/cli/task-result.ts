import type { Result } from "hardhat/types/utils";
import type { Outcome } from "../../src/base/report.ts";
import { combineOutcomes } from "../../src/base/report.ts";
import { isForkWaiting } from "../../src/connect/open-fork.ts";

const UNKNOWN_EXIT_CODE = 2;
/** What standard input and output show as while they are open. */
const STANDARD_STREAMS = new Set(["PipeWrap", "TTYWrap"]);
const LOOK_EVERY_MS = 1_000;

let worst: Outcome = "ok";
let isListening = false;
let isLooking = false;

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
  if (isForkWaiting() && !isLooking) {
    isLooking = true;
    endWhenIdle();
  }
  return { success: false, error: report };
}

/**
 * Ends the process once Hardhat has set its exit code and there is nothing left
 * to wait for but a fork. Its simulator's request to a node that never answers
 * can be neither ended nor seen, and would keep the process for ever.
 */
function endWhenIdle(): void {
  const look = setInterval(() => {
    const isIdle = process
      .getActiveResourcesInfo()
      .every((resource) => STANDARD_STREAMS.has(resource));
    if (process.exitCode === 1 && isIdle && isForkWaiting()) {
      process.exit();
    }
  }, LOOK_EVERY_MS);
  look.unref();
}
