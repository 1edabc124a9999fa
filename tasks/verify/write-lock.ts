import { join } from "node:path";
import { alphaCommand } from "../../src/base/command.ts";
import { alphaError } from "../../src/base/errors.ts";
import { escapeUnprintable } from "../../src/base/text.ts";
import { printableMessage } from "../../src/base/untrusted-text.ts";
import { withMutex } from "../../src/files/mutex.ts";
import { writeTextFile } from "../../src/files/write-text.ts";
import { acceptCodes, checkLockable } from "../../src/verify/check-lock.ts";
import type { JudgedReport } from "../../src/verify/found.ts";
import { namesOf } from "../../src/verify/lock/accept-code.ts";
import {
  networkUpdates,
  updateLock,
} from "../../src/verify/lock/update-lock.ts";
import {
  LOCK_FILE,
  type Lock,
  printLock,
} from "../../src/verify/lock-file/lock-file.ts";
import type { ReadLock } from "../../src/verify/lock-file/parse-lock.ts";
import { acceptCommand } from "../../src/verify/words/accept-command.ts";
import { isOfExpectation } from "../../src/verify/words/findings.ts";
import { describeUpdate } from "../../src/verify/words/updates.ts";

/**
 * The report with the code accepted that the lock file has already, or that is named.
 *
 * @throws HardhatPluginError if a name is of no contract.
 */
export function withAcceptedCode(
  report: JudgedReport,
  names: readonly string[],
  lock: Lock,
): JudgedReport {
  const known = new Set(
    report.networks.flatMap(({ contracts, notLookedAt = [] }) => [
      ...contracts.flatMap(namesOf),
      ...notLookedAt.flatMap(({ id = [] }) => id),
    ]),
  );
  const unknown = names.filter((name) => name !== "all" && !known.has(name));
  if (unknown.length > 0) {
    throw alphaError(
      `--accept names no contract of the networks: ${unknown.join(", ")}. Name the key of a contract, such as Router or registry.Router, or the id of what was not looked at.`,
    );
  }
  return checkLockable(acceptCodes(report, lock, names), lock);
}

/**
 * Writes the lock file of a report that is ok.
 *
 * @param readAgain reads the file, which another process may have written since the start
 */
export async function writeLock(
  report: JudgedReport,
  root: string,
  readAgain: () => Promise<ReadLock>,
): Promise<void> {
  if (report.outcome !== "ok") {
    const commands = report.networks.flatMap((network) => {
      if (network.outcome === "ok") {
        return [];
      }
      return acceptCommand(network, network.rows) ?? [];
    });
    const advice =
      commands.length === 0
        ? ""
        : ` What is of no known release is accepted with ${commands.map((one) => `"${one}"`).join(" and ")}.`;
    const unexpected = report.networks.flatMap(({ network, rows }) =>
      rows.flatMap(({ name, findings }) => {
        if (findings.some(isOfExpectation)) {
          return `${network} ${name}`;
        }
        return [];
      }),
    );
    const refusal =
      unexpected.length === 0
        ? ""
        : ` No value is accepted that is not what "expect" in the Hardhat config says: ${unexpected.join(", ")}.`;
    console.error(
      `${LOCK_FILE} was not written: the verification did not pass.${refusal}${advice}`,
    );
    return;
  }
  await withMutex(join(root, LOCK_FILE), async () =>
    update(report, await readAgain()),
  );
}

async function update(
  report: JudgedReport,
  { path, text, lock, former = [] }: ReadLock,
): Promise<void> {
  const updates = networkUpdates(lock, report, former);
  const printed = printLock(updateLock(lock, updates));
  // Formatting and line endings do not matter.
  const isSame = text !== undefined && printed === printLock(lock);
  const lines = updates.flatMap(describeUpdate);
  const written = updates.map(({ hardhatNetwork }) => hardhatNetwork);
  const missing = former.filter((name) => !written.includes(name));
  lines.push(...missing.map(missingLine));
  console.error(printableMessage(lines.map(escapeUnprintable).join("\n")));
  if (!isSame) {
    await writeTextFile(path, printed);
  }
  console.error(isSame ? `${LOCK_FILE} is up to date.` : `Wrote ${path}.`);
}

/** The line on a network that only the file of the former format has. */
function missingLine(name: string): string {
  const command = alphaCommand("verify", name, "--write-lock");
  return `  ${name}: not taken over from the former format. Add it with "${command}".`;
}
