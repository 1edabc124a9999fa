import { given } from "../../base/records.ts";
import type { Addition, Part } from "../lock/additions.ts";
import type { NetworkUpdate } from "../lock/update-lock.ts";
import type { LockedNetwork } from "../lock-file/lock-file.ts";
import { readingOf } from "../values/codec.ts";
import { describeChange, proxyText } from "./changes.ts";
import { lockedWords } from "./parties.ts";
import { render, renderBoth } from "./render.ts";

/** How much of a network is pinned, and what is new in the lock file, in lines. */
export function describeUpdate({
  hardhatNetwork,
  network,
  locked,
  entry,
  changes,
  added,
}: NetworkUpdate): readonly string[] {
  const { contracts, policy } = entry;
  const accepted = Object.entries(contracts).flatMap(([id, contract]) => {
    if (contract.accepted === true) {
      return [id];
    }
    return [];
  });
  const isAnyShown = (changes ?? []).length + added.length > 0;
  const state = changes === undefined ? "new" : "changed";
  const found = {
    ...network,
    lock: locked && {
      verdict: "changed" as const,
      changes: changes ?? [],
      unread: [],
      entry: locked,
    },
  };
  const factOf = (id: string) => network.facts?.find((one) => one.id === id);
  const textIn = (part: Part | undefined, id: string, of?: LockedNetwork) => {
    if (part === undefined || !("value" in part)) {
      return part && ("proxy" in part ? proxyText(part.proxy) : part.text);
    }
    return render(readingOf(part.value), lockedWords(of, factOf(id)));
  };
  const textsOf = ({ id, before, now }: Addition) => {
    if (before && now && "value" in before && "value" in now) {
      const words = [locked, entry].map((of) => lockedWords(of, factOf(id)));
      const [wasWords = {}, isWords = {}] = words;
      return renderBoth(
        [readingOf(before.value), readingOf(now.value)],
        [wasWords, isWords],
      );
    }
    const was = textIn(before, id, locked) ?? "not in the lock";
    return [was, textIn(now, id, entry) ?? "not readable"];
  };
  return given(
    `  ${hardhatNetwork}: ${Object.keys(contracts).length} contracts, ${Object.keys(policy).length} policy values, ${isAnyShown ? `${state}:` : changes ? "unchanged" : state}`,
    ...(changes ?? []).map((change) => {
      const { contract } = change;
      const subject = contract === undefined ? "" : `${contract}: `;
      return `    ${subject}${describeChange(change, found)}`;
    }),
    ...added.map(
      (one) =>
        `    ${factOf(one.id)?.label ?? one.id}: ${textsOf(one).join(" → ")}`,
    ),
    accepted.length > 0 &&
      `    accepted, of no known release: ${accepted.join(", ")}`,
  );
}
