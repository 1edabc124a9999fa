import { join } from "node:path";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { alphaCommand } from "../../src/base/command.ts";
import { alphaError } from "../../src/base/errors.ts";
import { type Hex, hexQuantity } from "../../src/base/hex.ts";
import { given } from "../../src/base/records.ts";
import { escapeUnprintable } from "../../src/base/text.ts";
import { printableMessage } from "../../src/base/untrusted-text.ts";
import { askNetworks } from "../../src/connect/ask-networks.ts";
import type {
  NetworkSelection,
  Reachable,
} from "../../src/connect/select-networks.ts";
import { withMutex, writeTextFile } from "../../src/files/write-text.ts";
import { ask } from "../../src/rpc/ask.ts";
import { decodeData } from "../../src/rpc/decode-values.ts";
import { acceptCodes, checkLockable } from "../../src/verify/check-lock.ts";
import { encodeCall } from "../../src/verify/follow/codec.ts";
import type { JudgedReport } from "../../src/verify/found.ts";
import { readOwnContracts } from "../../src/verify/identity/own-contracts.ts";
import { namesOf } from "../../src/verify/lock/judge-by-lock.ts";
import { lockedReadings } from "../../src/verify/lock/power-holders.ts";
import {
  type Addition,
  type NetworkUpdate,
  networkUpdates,
  type Part,
  updateLock,
} from "../../src/verify/lock/update-lock.ts";
import {
  LOCK_FILE,
  type Lock,
  printLock,
} from "../../src/verify/lock-file/lock-file.ts";
import type { ReadLock } from "../../src/verify/lock-file/parse-lock.ts";
import { readingOf } from "../../src/verify/values/codec.ts";
import { acceptCommand } from "../../src/verify/words/accept-command.ts";
import { describeChange, proxyText } from "../../src/verify/words/changes.ts";
import { isOfExpectation } from "../../src/verify/words/findings.ts";
import {
  render,
  renderBoth,
  type Words,
  wordsBy,
} from "../../src/verify/words/render.ts";

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
    report.networks.flatMap(({ contracts, facts = [], notLookedAt = [] }) => [
      ...contracts.flatMap(namesOf),
      // They may change in use, which is told once they have.
      ...facts.filter(({ isInUse }) => isInUse).map(({ id }) => id),
      ...notLookedAt.flatMap(({ id = [] }) => id),
    ]),
  );
  const unknown = names.filter((name) => name !== "all" && !known.has(name));
  // Of one that could not be read, it is not known what was not looked at.
  const isRead = report.networks.every(({ cause }) => cause === undefined);
  if (isRead && unknown.length > 0) {
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
    const commands: string[] = [];
    const unexpected: string[] = [];
    for (const network of report.networks) {
      const { outcome, rows } = network;
      const command = outcome === "ok" ? "" : acceptCommand(network, rows);
      commands.push(...given(command && `"${command}"`));
      for (const { name, findings } of rows) {
        if (findings.some(isOfExpectation)) {
          unexpected.push(`${network.network} ${name}`);
        }
      }
    }
    const lines = given(
      `${LOCK_FILE} was not written: the verification did not pass.`,
      unexpected.length > 0 &&
        `No value is accepted that is not what "expect" in the Hardhat config says: ${unexpected.join(", ")}.`,
      commands.length > 0 &&
        `What is of no known release is accepted with ${commands.join(" and ")}.`,
    );
    console.error(lines.join(" "));
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
  for (const name of missing) {
    // Only the file of the former format has it.
    const command = alphaCommand("verify", name, "--write-lock");
    lines.push(
      `  ${name}: not taken over from the former format. Add it with "${command}".`,
    );
  }
  console.error(printableMessage(lines.map(escapeUnprintable).join("\n")));
  if (!isSame) {
    await writeTextFile(path, printed);
  }
  console.error(isSame ? `${LOCK_FILE} is up to date.` : `Wrote ${path}.`);
}

/**
 * A note on each watched view of the project's own contracts that returns something else
 * at the block before: a time, for example, which the lock would report at every run.
 */
export async function movingViews(
  hre: Reachable & Pick<HardhatRuntimeEnvironment, "config">,
  selection: NetworkSelection,
  { networks }: Pick<JudgedReport, "networks">,
): Promise<readonly string[]> {
  const isOwn = ({ kind }: { readonly kind: string }) => kind === "own";
  if (!networks.some(({ contracts }) => contracts.some(isOwn))) {
    return [];
  }
  const notes = await askNetworks(hre, selection, {
    ask: async (transport, { network, hardhatNetwork }) => {
      const found = networks.find(
        (one) => one.hardhatNetwork === hardhatNetwork,
      );
      const last = BigInt(found?.block?.number ?? 0);
      const own = await readOwnContracts(hre.config, network);
      const resultAt = async (block: bigint, to: Hex, data: Hex) => {
        const params = [{ to, data }, hexQuantity(block)];
        const result = await ask(transport, "eth_call", params, decodeData);
        return result.ok && result.value !== "0x" ? result.value : undefined;
      };
      const moving: string[] = [];
      for (const { kind, key, address } of found?.contracts ?? []) {
        const values = kind === "own" ? own.get(key)?.type?.privileged : {};
        for (const [name, { source }] of Object.entries(values ?? {})) {
          if (last === 0n || address === undefined || !("view" in source)) {
            continue;
          }
          const data = encodeCall(source.view);
          const before = await resultAt(last - 1n, address, data);
          const now = await resultAt(last, address, data);
          if (before !== undefined && now !== undefined && before !== now) {
            moving.push(
              `  ${network.name}: own.${key}.${name} differs between the blocks ${last - 1n} and ${last}. If it changes by itself, as a time does, take it out of "watch" of ${key}: --lock would report it each time.`,
            );
          }
        }
      }
      return moving;
    },
    unreachable: () => [],
  });
  return notes.flat();
}

/** How much of a network is pinned, and what is new in the lock file, in lines. */
export function describeUpdate(update: NetworkUpdate): readonly string[] {
  const { hardhatNetwork, network, locked, entry, added } = update;
  const { contracts, policy } = entry;
  const { changes = [] } = update;
  const isNew = update.changes === undefined;
  const calmed = calmedIn(update);
  const isAnyShown = changes.length + added.length + calmed.length > 0;
  const state = isNew ? "new" : isAnyShown ? "changed" : "unchanged";
  const lines = [
    `  ${hardhatNetwork}: ${Object.keys(contracts).length} contracts, ${Object.keys(policy).length} policy values, ${state}${isAnyShown ? ":" : ""}`,
  ];
  const verdict = "changed";
  const lock =
    locked && ({ verdict, changes, unread: [], entry: locked } as const);
  for (const change of changes) {
    const { contract } = change;
    const subject = contract === undefined ? "" : `${contract}: `;
    const text = describeChange(change, { ...network, lock });
    lines.push(`    ${subject}${text}`);
  }
  for (const one of added) {
    const fact = network.facts?.find(({ id }) => id === one.id);
    const wasWords = wordsBy(lockedReadings(locked), fact);
    const isWords = wordsBy(lockedReadings(entry), fact);
    const [was, is] = describeAddition(one, wasWords, isWords);
    lines.push(`    ${fact?.label ?? one.id}: ${was} → ${is}`);
  }
  lines.push(...calmed);
  const accepted = Object.keys(contracts).filter(
    (id) => contracts[id]?.accepted,
  );
  if (accepted.length > 0) {
    lines.push(`    accepted, of no known release: ${accepted.join(", ")}`);
  }
  return lines;
}

/** What is no alarm any more, although it was one by the locked entry. */
function calmedIn({ locked, entry }: NetworkUpdate): readonly string[] {
  const isNew = (id: string, before: readonly string[] = []) =>
    locked !== undefined && !before.includes(id);
  const { inUse = [], acceptedGaps = [] } = entry;
  return [
    ...inUse
      .filter((id) => isNew(id, locked?.inUse))
      .map((id) => `    ${id}: changes in use from now on`),
    ...acceptedGaps
      .filter((id) => isNew(id, locked?.acceptedGaps))
      .map((id) => `    ${id}: accepted, not looked at`),
  ];
}

function describeAddition(
  { before, now }: Addition,
  wasWords: Words,
  isWords: Words,
): readonly [before: string, now: string] {
  if (before && now && "value" in before && "value" in now) {
    const readings = [readingOf(before.value), readingOf(now.value)] as const;
    return renderBoth(readings, [wasWords, isWords]);
  }
  return [
    describePart(before, wasWords) ?? "not in the lock",
    describePart(now, isWords) ?? "not readable",
  ];
}

function describePart(
  part: Part | undefined,
  words: Words,
): string | undefined {
  if (part === undefined || "text" in part) {
    return part?.text;
  }
  if ("proxy" in part) {
    return proxyText(part.proxy);
  }
  return render(readingOf(part.value), words);
}
