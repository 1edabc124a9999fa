import { join } from "node:path";

import { alphaError } from "../../src/base/errors.ts";
import { withMutex } from "../../src/files/mutex.ts";
import { checkWritable } from "../../src/files/writable.ts";
import { writeTextFile } from "../../src/files/write-text.ts";
import { checkLock, checkLockable } from "../../src/verify/lock/check-lock.ts";
import { LOCK_FILE, printLock } from "../../src/verify/lock/lock-file.ts";
import { readLock } from "../../src/verify/lock/parse-lock.ts";
import { updateLock } from "../../src/verify/lock/update-lock.ts";
import type { VerifyReport } from "../../src/verify/report.ts";

/** What is to be done with the lock file. */
export interface LockArguments {
  readonly lock: boolean;
  readonly writeLock: boolean;
  readonly addresses: string | undefined;
}

/** The lock file's part in a verification. */
export interface LockStep {
  /** The report with what the lock says of it. */
  apply(report: VerifyReport): VerifyReport;
  /** Writes the file, if the report lets it. */
  finish(report: VerifyReport): Promise<void>;
}

const NO_LOCK: LockStep = {
  apply: (report) => report,
  finish: async () => {},
};

/**
 * Reads the lock file if it is wanted, before any node is asked.
 *
 * @throws HardhatPluginError if it is damaged, cannot be written where it is to
 * be, or the arguments contradict.
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
      "--lock checks the lock file and --write-lock writes it: give one of them.",
    );
  }
  if (addresses !== undefined) {
    throw alphaError(
      `${LOCK_FILE} holds the networks' own contracts: --${lock ? "lock" : "write-lock"} does not go with --addresses.`,
    );
  }
  const read = await readLock(root);
  if (writeLock) {
    await checkWritable([join(root, LOCK_FILE)]);
  }
  return lock
    ? { ...NO_LOCK, apply: (report) => checkLock(report, read.lock) }
    : {
        apply: checkLockable,
        finish: async (report) => await finish(report, root),
      };
}

async function finish(report: VerifyReport, root: string): Promise<void> {
  if (report.outcome !== "ok") {
    tell(
      `${LOCK_FILE} is left as it is: only networks of which everything holds are locked.`,
    );
    return;
  }
  await withMutex(join(root, LOCK_FILE), () => write(report, root));
}

/** Into the file as it is now: others may have written it since the start. */
async function write(report: VerifyReport, root: string): Promise<void> {
  const { path, text, lock } = await readLock(root);
  const printed = printLock(updateLock(lock, report));
  // However it is formatted or its lines end: what it says is the same.
  if (text !== undefined && printed === printLock(lock)) {
    tell(`${LOCK_FILE} is up to date.`);
    return;
  }
  await writeTextFile(path, printed);
  tell(`${LOCK_FILE} is written: ${path}`);
}

function tell(text: string): void {
  console.error(text);
}
