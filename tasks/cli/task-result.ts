import type { NewTaskActionFunction } from "hardhat/types/tasks";
import type { Result } from "hardhat/types/utils";
import { combineOutcomes, type Outcome } from "../../src/base/report.ts";
import { isForkWaiting } from "../../src/connect/open-fork.ts";
import { mayPrompt } from "../../src/hardhat/hooks/user-interruptions.ts";

const UNKNOWN_EXIT_CODE = 2;
/** The resource that Node.js reports for the lookup of a host. */
const LOOKUP = "GetAddrInfoReqWrap";
/** Those of open standard streams, and of what cannot be aborted. */
const IDLE_RESOURCES = new Set(["PipeWrap", "TTYWrap", LOOKUP]);
const IDLE_CHECK_INTERVAL_MS = 250;

let worst: Outcome = "ok";
/** True if a task of the plugin is that of the command line. */
let isCommand = false;
let isListening = false;
let isCheckingIdle = false;

/**
 * A task's result: the report as its value if the outcome is ok, else as its
 * error, for which Hardhat exits with code 1. If the task is that of the command line, the
 * code becomes 2 at the exit of the process, where no report has failed and one is unknown.
 */
export function taskResult<T>(report: T, outcome: Outcome): Result<T, T> {
  if (outcome === "ok") {
    return { success: true, value: report };
  }
  worst = combineOutcomes([worst, outcome]);
  if (isCommand && !isListening) {
    isListening = true;
    process.once("exit", () => {
      if (worst === "unknown" && process.exitCode === 1) {
        process.exitCode = UNKNOWN_EXIT_CODE;
      }
    });
  }
  endDespiteFork();
  return { success: false, error: report };
}

/**
 * A task's action. If it is the task of the command line and the process ends before it
 * has returned, as with a promise that never settles, the exit code is 2, too.
 */
export function withAnswer(
  [task = "", subtask = ""]: readonly string[],
  action: NewTaskActionFunction,
): NewTaskActionFunction {
  const noteEnd = () => {
    console.error(`alpha ${subtask} ended before it had an answer.`);
    process.exitCode = UNKNOWN_EXIT_CODE;
  };
  return async (args, hre) => {
    const { log } = console;
    // Scripts that run a task have exit codes of their own.
    const { argv } = process;
    if (argv.includes(task) && argv.includes(subtask, argv.indexOf(task))) {
      isCommand = true;
      process.prependOnceListener("exit", noteEnd);
      // Hardhat prints what contracts of simulated chains log (hardhat/console.sol), and
      // that is no part of a report. Of a served chain, it is what is to be seen.
      console.log = subtask === "sandbox" ? log : console.error;
    }
    try {
      return await mayPrompt.run(true, async () => await action(args, hre));
    } finally {
      process.removeListener("exit", noteEnd);
      console.log = log;
    }
  };
}

/**
 * Ends the process once the task has ended and only a fork is pending. The request of
 * its simulator to a node that never answers cannot be aborted, and would keep the
 * process alive.
 */
export function endDespiteFork(): void {
  if (isCheckingIdle || !isForkWaiting()) {
    return;
  }
  isCheckingIdle = true;
  whenIdle(() => {
    if (isForkWaiting()) {
      process.exit();
    }
  });
}

/**
 * Ends the process, which was told to end by a signal, once only the lookup of a host is
 * pending. `process.exit` would wait for the lookup.
 */
export function endDespiteLookup(): void {
  whenIdle(() => {
    if (process.getActiveResourcesInfo().includes(LOOKUP)) {
      process.kill(process.pid, "SIGTERM");
    }
  });
}

function whenIdle(end: () => void): void {
  const timer = setInterval(() => {
    const isIdle = process
      .getActiveResourcesInfo()
      .every((resource) => IDLE_RESOURCES.has(resource));
    const hasExitCode = worst === "ok" || process.exitCode === 1;
    if (hasExitCode && isIdle) {
      end();
    }
  }, IDLE_CHECK_INTERVAL_MS);
  timer.unref();
}
