import { alphaCommand } from "../../src/base/command.ts";
import { alphaError } from "../../src/base/errors.ts";
import { checkWritable } from "../../src/files/writable.ts";
import { LOCK_FILE } from "../../src/verify/lock-file/lock-file.ts";
import type { ReadLock } from "../../src/verify/lock-file/parse-lock.ts";
import type { VerifyLevel } from "../../src/verify/report.ts";

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
 * @throws HardhatPluginError if it is missing, invalid or cannot be written, or if the
 * arguments contradict each other.
 */
export async function prepareLock(
  args: LockArguments,
  {
    root,
    level,
    names,
  }: {
    readonly root: string;
    readonly level: VerifyLevel;
    /** The names of the selected networks; empty for all. */
    readonly names: readonly string[];
  },
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
    const selection = [...names, ...(args.sandbox ? ["--sandbox"] : [])];
    throw alphaError(
      `There is no lock file ${read.path} to compare with. Create it with "${alphaCommand("verify", ...selection, "--write-lock")}", and commit it.`,
    );
  }
  if (writeLock) {
    await checkWritable([read.path]);
  }
  return read;
}

function checkArguments(
  { lock, writeLock, addresses }: LockArguments,
  level: VerifyLevel,
): void {
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
  if (writeLock && level !== "wiring") {
    throw alphaError(
      `--write-lock requires --level wiring: ${LOCK_FILE} also contains who controls the contracts.`,
    );
  }
}

/**
 * The contracts whose code of no known release is accepted.
 *
 * @throws HardhatPluginError if they cannot be accepted, or are not named.
 */
export function acceptedNames({
  accept,
  writeLock,
}: LockArguments): readonly string[] {
  if (accept === undefined) {
    return [];
  }
  if (!writeLock) {
    throw alphaError(
      `--accept requires --write-lock: it names code of no known release that ${LOCK_FILE} shall contain.`,
    );
  }
  const names = accept.split(",").map((name) => name.trim());
  if (names.includes("")) {
    throw alphaError(
      '--accept requires the keys of contracts, separated by commas, or "all": --accept Router,Dispenser.',
    );
  }
  return names;
}
