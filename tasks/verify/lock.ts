import { join } from "node:path";

import { alphaError } from "../../src/base/errors.ts";
import { withMutex } from "../../src/files/mutex.ts";
import { checkWritable } from "../../src/files/writable.ts";
import { writeTextFile } from "../../src/files/write-text.ts";
import {
  checkLock,
  checkLockable,
  isChanged,
} from "../../src/verify/lock/check-lock.ts";
import { LOCK_FILE, printLock } from "../../src/verify/lock/lock-file.ts";
import { readLock } from "../../src/verify/lock/parse-lock.ts";
import { updateLock } from "../../src/verify/lock/update-lock.ts";
import type {
  NetworkVerification,
  VerifyReport,
} from "../../src/verify/report.ts";

/** Whether to check or to write the lock file. */
export interface LockArguments {
  readonly lock: boolean;
  readonly writeLock: boolean;
  readonly addresses: string | undefined;
}

/** What a verification does with the lock file. */
export interface LockStep {
  /** Whether the step concludes something that a single reading does not prove. */
  isConfirmed(network: NetworkVerification): boolean;
  /** The report with the findings of the lock file. */
  apply(report: VerifyReport): VerifyReport;
  /** Writes the file if it is requested and the report is ok. */
  finish(report: VerifyReport): Promise<void>;
}

const NO_LOCK: LockStep = {
  isConfirmed: () => false,
  apply: (report) => report,
  finish: async () => {},
};

/**
 * Reads the lock file if it is requested, before any node is queried.
 *
 * @throws HardhatPluginError if it is invalid or cannot be written, or if the
 * arguments contradict each other.
 */
export async function prepareLock(
  { lock, writeLock, addresses }: LockArguments,
  root: string,
): Promise<LockStep> {
  if (!lock && !writeLock) {
    return NO_LOCK;
  }
  if (lock && writeLock) {
    throw alphaError(
      "--lock and --write-lock cannot be combined: --lock checks the lock file, and --write-lock writes it.",
    );
  }
  if (addresses !== undefined) {
    throw alphaError(
      `--${lock ? "lock" : "write-lock"} cannot be combined with --addresses: ${LOCK_FILE} only contains the networks' own contracts.`,
    );
  }
  const read = await readLock(root);
  if (writeLock) {
    await checkWritable([join(root, LOCK_FILE)]);
  }
  return lock
    ? {
        ...NO_LOCK,
        isConfirmed: (network) => isChanged(network, read.lock),
        apply: (report) => checkLock(report, read.lock),
      }
    : {
        // Nothing is locked that was read only once.
        isConfirmed: () => true,
        apply: checkLockable,
        finish: async (report) => await finish(report, root),
      };
}

async function finish(report: VerifyReport, root: string): Promise<void> {
  if (report.outcome !== "ok") {
    print(`${LOCK_FILE} was not written: the verification did not pass.`);
    return;
  }
  await withMutex(join(root, LOCK_FILE), () => write(report, root));
}

/** Reads the file again: others may have written it since the start. */
async function write(report: VerifyReport, root: string): Promise<void> {
  const { path, text, lock } = await readLock(root);
  const printed = printLock(updateLock(lock, report));
  // Formatting and line endings do not matter.
  if (text !== undefined && printed === printLock(lock)) {
    print(`${LOCK_FILE} is up to date.`);
    return;
  }
  await writeTextFile(path, printed);
  print(`${LOCK_FILE} was written: ${path}`);
}

function print(text: string): void {
  console.error(text);
}
