import { quoted } from "../quoted.ts";
import { titleOf } from "../title-of.ts";
import type { LintRule } from "../types.ts";

/** A field that is there more than once, so that only its last value counts. */
export const DUPLICATE_FIELD: LintRule = {
  id: "duplicate-field",
  severity: "error",
  summary: "A field that an entry has twice: the last one counts.",
  fix: "Keep one of them.",
  *check({ file }) {
    for (const entry of file.entries) {
      for (const { name, key } of entry.chain.duplicates) {
        const line = entry.chain.members.get(name)?.key.line;
        yield {
          place: key,
          message: `${quoted(name)} of ${titleOf(entry)} is there once more, on line ${line}, and that one counts.`,
        };
      }
    }
  },
};
