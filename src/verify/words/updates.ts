import { lockedReadings } from "../lock/power-holders.ts";
import type { Addition, NetworkUpdate, Part } from "../lock/update-lock.ts";
import { readingOf } from "../values/codec.ts";
import { describeChange, proxyText } from "./changes.ts";
import { render, renderBoth, type Words, wordsBy } from "./render.ts";

/** How much of a network is pinned, and what is new in the lock file, in lines. */
export function describeUpdate(update: NetworkUpdate): readonly string[] {
  const { hardhatNetwork, network, locked, entry, added } = update;
  const { contracts, policy } = entry;
  const { changes = [] } = update;
  const isNew = update.changes === undefined;
  const isAnyShown = changes.length + added.length > 0;
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
  const accepted = Object.keys(contracts).filter(
    (id) => contracts[id]?.accepted,
  );
  if (accepted.length > 0) {
    lines.push(`    accepted, of no known release: ${accepted.join(", ")}`);
  }
  return lines;
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
