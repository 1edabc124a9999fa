import { alphaError } from "../../src/base/errors.ts";
import type { TransactionSource } from "../../src/verify/simulate/read-transactions.ts";
import type { TaskOutput } from "../cli/output.ts";

/**
 * The transactions to simulate or restore, and the arguments that belong to
 * them.
 */
export interface SimulationArguments extends TransactionSource {
  readonly allow: string | undefined;
  readonly restore: string | undefined;
  readonly level: string | undefined;
  readonly lock: boolean;
  readonly strict: boolean;
  readonly writeLock: boolean;
  readonly addresses: string | undefined;
}

/**
 * Tells whether transactions are simulated.
 *
 * @throws HardhatPluginError on arguments that cannot be combined.
 */
export function isSimulation(args: SimulationArguments): boolean {
  const { simulate, from, to, data, allow } = args;
  const isCall = to !== undefined || data !== undefined;
  if (isCall === (simulate !== undefined)) {
    if (isCall || from !== undefined || allow !== undefined) {
      throw alphaError(
        "A simulation requires either --simulate FILE, or --from, --to and --data.",
      );
    }
    return false;
  }
  const { writeLock, addresses, restore, level = "wiring" } = args;
  if (writeLock || addresses || restore || level !== "wiring") {
    throw alphaError(
      "A simulation is at --level wiring, and cannot be combined with --write-lock, --restore and --addresses.",
    );
  }
  return true;
}

/**
 * The file for the transactions that undo changes, if it is set.
 *
 * @throws HardhatPluginError without a lock file to compare with.
 */
export function restorationOutput({
  restore: file,
  lock,
  force,
}: Pick<SimulationArguments, "restore" | "lock"> &
  Pick<TaskOutput, "force">): readonly TaskOutput[] {
  if (file !== undefined && !lock) {
    throw alphaError(
      "--restore requires --lock: it undoes what has changed since the lock file was written.",
    );
  }
  const output = { task: "verify", format: "json", isUnmarked: true, force };
  if (file === undefined) {
    return [];
  }
  return [{ ...output, file }];
}
