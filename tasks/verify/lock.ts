import { join } from "node:path";
import { alphaCommand } from "../../src/base/command.ts";
import { alphaError } from "../../src/base/errors.ts";
import { given } from "../../src/base/records.ts";
import { escapeUnprintable } from "../../src/base/text.ts";
import { printableMessage } from "../../src/base/untrusted-text.ts";
import { withMutex } from "../../src/files/mutex.ts";
import { checkWritable } from "../../src/files/writable.ts";
import { writeTextFile } from "../../src/files/write-text.ts";
import { acceptCodes, checkLockable } from "../../src/verify/check-lock.ts";
import { namesOf } from "../../src/verify/lock/accept-code.ts";
import { acceptCommand } from "../../src/verify/lock/acceptance.ts";
import { describeLockChange } from "../../src/verify/lock/describe-lock.ts";
import { LOCK_FILE, printLock } from "../../src/verify/lock/lock-file.ts";
import { type ReadLock, readLock } from "../../src/verify/lock/parse-lock.ts";
import {
  type NetworkUpdate,
  networkUpdates,
  updateLock,
} from "../../src/verify/lock/update-lock.ts";
import type { VerifyLevel, VerifyReport } from "../../src/verify/report.ts";

/** Whether to check or to write the lock file. */
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
    /** Of the selected networks; empty for all. */
    readonly names: readonly string[];
  },
): Promise<ReadLock | undefined> {
  const { lock, writeLock } = args;
  acceptedNames(args);
  if (!lock && !writeLock) {
    return undefined;
  }
  checkArguments(args, level);
  const read = await readLock(root);
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

/**
 * The report with the code accepted that the lock file has already, or that is named.
 *
 * @throws HardhatPluginError if a name is of no contract.
 */
export function withAcceptedCode(
  report: VerifyReport,
  args: LockArguments,
  { lock }: ReadLock,
): VerifyReport {
  const names = acceptedNames(args);
  const known = new Set(
    report.networks.flatMap(({ contracts }) => contracts.flatMap(namesOf)),
  );
  const unknown = names.filter((name) => name !== "all" && !known.has(name));
  if (unknown.length > 0) {
    throw alphaError(
      `--accept names no contract of the networks: ${unknown.join(", ")}. Name the key of a contract, such as Router or registry.Router.`,
    );
  }
  return checkLockable(acceptCodes(report, lock, names), lock);
}

/**
 * Writes the lock file of a report that is ok.
 *
 * @param named the contracts whose code was accepted
 */
export async function writeLock(
  report: VerifyReport,
  root: string,
  named: readonly string[],
): Promise<void> {
  if (report.outcome !== "ok") {
    const commands = report.networks.flatMap((network) =>
      network.outcome === "ok"
        ? []
        : (acceptCommand(network, network.checks, named) ?? []),
    );
    const advice =
      commands.length === 0
        ? ""
        : ` What is of no known release is accepted with ${commands.map((one) => `"${one}"`).join(" and ")}.`;
    console.error(
      `${LOCK_FILE} was not written: the verification did not pass.${advice}`,
    );
    return;
  }
  await withMutex(join(root, LOCK_FILE), () => update(report, root));
}

/** Reads the file again: another process may have written it since the start. */
async function update(report: VerifyReport, root: string): Promise<void> {
  const { path, text, lock } = await readLock(root);
  const updates = networkUpdates(lock, report);
  const printed = printLock(updateLock(lock, updates));
  // Formatting and line endings do not matter.
  const isSame = text !== undefined && printed === printLock(lock);
  const lines = updates.flatMap(updateLines).map(escapeUnprintable);
  console.error(printableMessage(lines.join("\n")));
  if (!isSame) {
    await writeTextFile(path, printed);
  }
  console.error(isSame ? `${LOCK_FILE} is up to date.` : `Wrote ${path}.`);
}

/** How much of a network is pinned, and what changed. */
function updateLines({
  hardhatNetwork,
  entry: { contracts, policy },
  changes,
  added,
}: NetworkUpdate): readonly string[] {
  const accepted = Object.entries(contracts).flatMap(([id, contract]) =>
    contract.accepted === true ? [id] : [],
  );
  const state =
    changes === undefined
      ? "new"
      : changes.length + added.length === 0
        ? "unchanged"
        : "changed:";
  return given(
    `  ${hardhatNetwork}: ${Object.keys(contracts).length} contracts, ${Object.keys(policy).length} policy values, ${state}`,
    ...(changes ?? []).map((change) => `    ${describeLockChange(change)}`),
    ...added.map(
      ({ name, before = "not in the lock", now = "not readable" }) =>
        `    ${name}: ${before} → ${now}`,
    ),
    accepted.length > 0 &&
      `    accepted, of no known release: ${accepted.join(", ")}`,
  );
}
