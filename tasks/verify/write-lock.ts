import { join } from "node:path";
import { alphaCommand } from "../../src/base/command.ts";
import { alphaError } from "../../src/base/errors.ts";
import { given } from "../../src/base/records.ts";
import { escapeUnprintable } from "../../src/base/text.ts";
import { printableMessage } from "../../src/base/untrusted-text.ts";
import { withMutex } from "../../src/files/mutex.ts";
import { writeTextFile } from "../../src/files/write-text.ts";
import { acceptCodes, checkLockable } from "../../src/verify/check-lock.ts";
import { namesOf } from "../../src/verify/lock/accept-code.ts";
import { acceptCommand } from "../../src/verify/lock/acceptance.ts";
import { describeLockChange } from "../../src/verify/lock/describe-lock.ts";
import {
  LOCK_FILE,
  type Lock,
  printLock,
} from "../../src/verify/lock/lock-file.ts";
import type { ReadLock } from "../../src/verify/lock/parse-lock.ts";
import {
  type NetworkUpdate,
  networkUpdates,
  updateLock,
} from "../../src/verify/lock/update-lock.ts";
import type { VerifyReport } from "../../src/verify/report.ts";

/**
 * The report with the code accepted that the lock file has already, or that is named.
 *
 * @throws HardhatPluginError if a name is of no contract.
 */
export function withAcceptedCode(
  report: VerifyReport,
  names: readonly string[],
  lock: Lock,
): VerifyReport {
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
 * @param readAgain reads the file, which another process may have written since the start
 */
export async function writeLock(
  report: VerifyReport,
  root: string,
  named: readonly string[],
  readAgain: () => Promise<ReadLock>,
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
  await withMutex(join(root, LOCK_FILE), async () =>
    update(report, await readAgain()),
  );
}

async function update(
  report: VerifyReport,
  { path, text, lock, former }: ReadLock,
): Promise<void> {
  const updates = networkUpdates(lock, report);
  const printed = printLock(updateLock(lock, updates));
  // Formatting and line endings do not matter.
  const isSame = text !== undefined && printed === printLock(lock);
  const lines = updates.flatMap(updateLines);
  const written = updates.map(({ hardhatNetwork }) => hardhatNetwork);
  const missing = (former ?? []).filter((name) => !written.includes(name));
  lines.push(...missing.map(missingLine));
  console.error(printableMessage(lines.map(escapeUnprintable).join("\n")));
  if (!isSame) {
    await writeTextFile(path, printed);
  }
  console.error(isSame ? `${LOCK_FILE} is up to date.` : `Wrote ${path}.`);
}

/** What is said of a network that only the file of the former format has. */
function missingLine(name: string): string {
  const command = alphaCommand("verify", name, "--write-lock");
  return `  ${name}: not taken over from the former format. Add it with "${command}".`;
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
