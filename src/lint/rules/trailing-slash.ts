import type { AlphaNetworkName } from "../../networks/definitions.ts";
import { textIn } from "../../sources/value-in.ts";
import { titleOf } from "../title-of.ts";
import { tokenEdit } from "../token-edit.ts";
import type { LintFile, LintRule } from "../types.ts";

/**
 * The URLs that end with a slash: the reference says so of the third network's
 * explorer and metadata cache (section 2.5), and of no other.
 */
const WITH_SLASH: Readonly<
  Partial<Record<AlphaNetworkName, ReadonlySet<string>>>
> = {
  third: new Set(["explorerUri", "metadataCacheUri"]),
};

/** URLs that end with a slash where the reference's do not, or the other way. */
export const TRAILING_SLASH: LintRule = {
  id: "trailing-slash",
  severity: "warning",
  summary:
    "A URL with or without a slash at its end, other than in the reference: clients append paths.",
  fix: "Write the URL's end as the reference does.",
  *check({ file }) {
    const uses = usesOf(file);
    for (const entry of file.entries) {
      const name = entry.network?.network.name;
      if (
        entry.kind !== "portal" ||
        name === undefined ||
        entry.isOtherVersion
      ) {
        continue;
      }
      for (const { member, field, definition } of entry.fields) {
        const text = textIn(member.value);
        if (definition?.type !== "url" || text === undefined) {
          continue;
        }
        const needsSlash = WITH_SLASH[name]?.has(field) ?? false;
        if (!isPlainUrl(text) || text.endsWith("/") === needsSlash) {
          continue;
        }
        const right = needsSlash ? `${text}/` : text.replace(/\/+$/, "");
        yield {
          place: member.value.place,
          message: `${member.name} of ${titleOf(entry)} ${needsSlash ? "does not end with a slash" : "ends with a slash"}.`,
          fix: needsSlash ? "Add the slash." : "Remove the slash.",
          // What is wrong for one chain is right for another.
          edit:
            uses.get(member.value.place.start) === 1
              ? tokenEdit(file.text, member.value.place, text, right)
              : undefined,
        };
      }
    }
  },
};

/** How many fields have the value that is written at a place. */
function usesOf({ entries }: LintFile): ReadonlyMap<number, number> {
  const uses = new Map<number, number>();
  for (const { fields } of entries) {
    for (const { member } of fields) {
      const { start } = member.value.place;
      uses.set(start, (uses.get(start) ?? 0) + 1);
    }
  }
  return uses;
}

/** Whether a text is a URL whose end is its path's. */
function isPlainUrl(text: string): boolean {
  return (
    /^https?:\/\/[^/]/i.test(text) && !/[?#\s]/.test(text) && URL.canParse(text)
  );
}
