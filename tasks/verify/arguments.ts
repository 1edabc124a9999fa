import { alphaCommand } from "../../src/base/command.ts";
import { alphaError } from "../../src/base/errors.ts";
import { given } from "../../src/base/records.ts";
import { checkWritable } from "../../src/files/output-files.ts";
import { LOCK_FILE } from "../../src/verify/lock-file/lock-file.ts";
import type { ReadLock } from "../../src/verify/lock-file/parse-lock.ts";
import type { VerifyLevel } from "../../src/verify/report.ts";
import type { TransactionSource } from "../../src/verify/simulate/read-transactions.ts";
import { checkOptions } from "../cli/options.ts";
import type { TaskOutput } from "../cli/output.ts";

/** Tells whether to check or to write the lock file. */
export interface LockArguments {
  readonly sandbox: boolean;
  readonly lock: boolean;
  readonly writeLock: boolean;
  readonly accept: string | undefined;
  readonly addresses: string | undefined;
}

/**
 * Reads the lock file if it is requested, before any node is queried.
 *
 * @param names the names of the selected networks; empty for all
 * @throws HardhatPluginError if it is missing, invalid or cannot be written, or if the
 * arguments contradict each other.
 */
export async function prepareLock(
  args: LockArguments,
  root: string,
  level: VerifyLevel,
  names: readonly string[],
): Promise<ReadLock | undefined> {
  const { lock, writeLock } = args;
  acceptedNames(args);
  if (!lock && !writeLock) {
    return undefined;
  }
  checkArguments(args, level);
  const { readLock } = await import("../../src/verify/lock-file/parse-lock.ts");
  const read = await readLock(root, writeLock);
  if (lock && read.text === undefined) {
    const selection = given(...names, args.sandbox && "--sandbox");
    throw alphaError(
      `There is no lock file ${read.path} to compare with. Create it with "${alphaCommand("verify", ...selection, "--write-lock")}", and commit it.`,
    );
  }
  if (writeLock) {
    await checkWritable([read.path]);
  }
  return read;
}

function checkArguments(args: LockArguments, level: VerifyLevel): void {
  checkOptions(args, [
    {
      option: "--lock",
      conflicts: "--write-lock",
      why: "--lock checks the lock file, and --write-lock writes it",
    },
  ]);
  if (args.addresses !== undefined) {
    throw alphaError(
      `--${args.lock ? "lock" : "write-lock"} cannot be combined with --addresses: ${LOCK_FILE} only contains the networks' own contracts.`,
    );
  }
  checkOptions({ ...args, level }, [
    {
      option: "--write-lock",
      requires: "--level wiring",
      why: `${LOCK_FILE} also contains who controls the contracts`,
    },
  ]);
}

/**
 * The contracts whose code of no known release is accepted.
 *
 * @throws HardhatPluginError if they cannot be accepted, or are not named.
 */
export function acceptedNames(args: LockArguments): readonly string[] {
  const { accept } = args;
  if (accept === undefined) {
    return [];
  }
  checkOptions(args, [
    {
      option: "--accept",
      requires: "--write-lock",
      why: `it names code of no known release that ${LOCK_FILE} shall contain`,
    },
  ]);
  const names = accept.split(",").map((name) => name.trim());
  if (names.includes("")) {
    throw alphaError(
      '--accept requires the keys of contracts, separated by commas, or "all": --accept Router,Dispenser.',
    );
  }
  return names;
}

/**
 * The transactions to simulate or restore, and the arguments that belong to
 * them.
 */
export interface SimulationArguments
  extends TransactionSource,
    Pick<LockArguments, "lock" | "writeLock" | "addresses"> {
  readonly allow: string | undefined;
  readonly restore: string | undefined;
  readonly level: string | undefined;
  readonly strict: boolean;
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
export function restorationOutput(
  args: Pick<SimulationArguments, "restore" | "lock"> &
    Pick<TaskOutput, "force">,
): readonly TaskOutput[] {
  checkOptions(args, [
    {
      option: "--restore",
      requires: "--lock",
      why: "it undoes what has changed since the lock file was written",
    },
  ]);
  const { restore: file, force } = args;
  const output = { task: "verify", format: "json", isUnmarked: true, force };
  return file === undefined ? [] : [{ ...output, file }];
}
