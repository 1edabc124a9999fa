import { asString } from "../../sources/source-kind.ts";
import { tokenEdit } from "../repair/edits.ts";
import { titleOf, wordCounts } from "../texts.ts";
import type { LintEntry, LintField, LintFile, LintRule } from "../types.ts";

export const TRAILING_SLASH: LintRule = {
  id: "trailing-slash",
  severity: "warning",
  summary:
    "The network's URL with a slash at its end: clients append paths to it.",
  fix: "Remove the slash.",
  *check({ file }) {
    const words = wordCounts(file.code);
    for (const entry of file.entries) {
      const { services, backend } = entry.network?.network ?? {};
      if (entry.kind !== "portal") {
        continue;
      }
      for (const { member, field, definition } of entry.fields) {
        const text = asString(member.value);
        if (definition?.type !== "url" || text === undefined) {
          continue;
        }
        const right = text.replace(/\/+$/, "");
        const isConfigured = [
          services?.[field],
          ...(entry.isOtherVersion ? [backend?.[field]] : []),
        ].some((service) =>
          service?.layers.some(({ value }) => value === right),
        );
        if (right === text || !isConfigured) {
          continue;
        }
        yield {
          place: member.value.place,
          message: `${member.name} of ${titleOf(entry)} ends with a slash.`,
          edit: isUsedOnce(member, entry, { text: file.text, words })
            ? tokenEdit(file.text, member.value.place, text, right)
            : undefined,
        };
      }
    }
  },
};

/**
 * Whether only this field uses a value: it is written in the chain itself, or in a
 * constant without other uses. Another use may need the value as it is.
 */
function isUsedOnce(
  { key, at, value }: LintField["member"],
  { chain }: LintEntry,
  {
    text,
    words,
  }: {
    readonly text: LintFile["text"];
    readonly words: ReadonlyMap<string, number>;
  },
): boolean {
  const isOwn = key.start >= chain.place.start && key.start < chain.place.end;
  const isWrittenHere = value.place.start === at.start;
  const isOnlyUse = words.get(text.slice(at.start, at.end)) === 2;
  return isOwn && (isWrittenHere || isOnlyUse);
}
