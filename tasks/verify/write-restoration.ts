import { alphaCommand, shellWord } from "../../src/base/command.ts";
import { oneLine } from "../../src/base/text.ts";
import { isSandboxNetwork } from "../../src/connect/ask-networks.ts";
import type { SelectedNetwork } from "../../src/connect/select-networks.ts";
import { verificationTargets } from "../../src/verify/expect/targets.ts";
import type { JudgedNetwork, JudgedReport } from "../../src/verify/found.ts";
import { lockedNetworkOf } from "../../src/verify/lock/renamed.ts";
import type { Lock } from "../../src/verify/lock-file/lock-file.ts";
import {
  type RestoringCall,
  restorationOf,
} from "../../src/verify/simulate/restoration.ts";
import { withChecksum } from "../../src/verify/simulate/transaction-members.ts";
import { printJson, writeFile } from "../cli/output.ts";
import { restorationOutput } from "./arguments.ts";

/**
 * Writes the transactions that undo what has changed since the lock file was written, a
 * file for each holder who must sign, and says what they cannot undo.
 *
 * @throws HardhatPluginError if a file cannot be written, or may not be replaced.
 */
export async function writeRestoration(
  { networks: [network] }: JudgedReport,
  lock: Lock,
  [selected]: readonly SelectedNetwork[],
  args: Parameters<typeof restorationOutput>[0],
): Promise<void> {
  const [output] = restorationOutput(args);
  const locked = network && lockedNetworkOf(network, lock);
  if (!network || !selected || !output || !locked) {
    return;
  }
  const targets = verificationTargets(
    selected.network,
    isSandboxNetwork(selected),
  );
  const { calls, others } = await restorationOf(network, locked, targets);
  const byHolder = [...Map.groupBy(calls, ({ from }) => from)];
  const name = network.hardhatNetwork ?? network.network;
  for (const [from, own] of byHolder) {
    const file =
      byHolder.length === 1
        ? output.file
        : output.file.replace(/(\.\w+)?$/, `-${from}$1`);
    await writeFile(
      { ...output, file },
      `${printJson(fileOf(own, network))}\n`,
    );
    const ids = [...new Set(own.flatMap(({ restores }) => restores))].join(",");
    const [path, allowed] = [file, ids].map(shellWord);
    const check = alphaCommand(
      `verify ${name} --lock --simulate ${path} --allow ${allowed}`,
    );
    console.error(
      [
        `  to be sent by ${oneLine(own[0]?.holder ?? from)}:`,
        ...own.map(({ call }) => `    ${oneLine(call)}`),
        `  to be checked with "${oneLine(check)}" first`,
      ].join("\n"),
    );
  }
  if (calls.length === 0) {
    const unread = network.lock?.unread ?? [];
    let rest = "";
    if (unread.length > 0) {
      rest = "not all could be compared, and of the rest ";
    } else if (network.outdated !== undefined) {
      rest = "what was compared may have changed since, and of that ";
    }
    console.error(
      `${oneLine(output.file)} was not written: ${rest}there is nothing that a transaction can restore.`,
    );
  }
  for (const { id, reason } of others) {
    console.error(`  not restored: ${oneLine(`${id}: ${reason}`)}`);
  }
}

/** For Safe's Transaction Builder if the holder is a Safe, else a list of transactions. */
function fileOf(
  calls: readonly RestoringCall[],
  { chainId, network, block }: JudgedNetwork,
): object {
  const [{ from: sender, isSafe = false } = {}] = calls;
  const transactions = calls.map(({ to, data, value }) => ({
    to,
    data,
    value,
  }));
  if (!isSafe) {
    return transactions.map((one) => ({ from: sender, ...one }));
  }
  return withChecksum({
    version: "1.0",
    chainId: String(chainId),
    createdAt: (block?.timestamp ?? 0) * 1000,
    meta: {
      name: `Restore ${network}`,
      description: "What has changed since alpha.lock.json was written",
      createdFromSafeAddress: sender,
    },
    transactions,
  });
}
