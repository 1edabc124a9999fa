import { titleOf } from "../title-of.ts";
import type { LintRule } from "../types.ts";

/** Entries of other files, such as an address book's. */
export const FOREIGN_ENTRY: LintRule = {
  id: "foreign-entry",
  severity: "unknown",
  summary: "An entry that is neither a portal's nor a wallet's.",
  fix: "Name a portal's chains.config.js or networksMetadata.config.js.",
  *check({ file }) {
    for (const entry of file.others) {
      yield {
        place: entry.chain.place,
        message: `The entry of ${titleOf(entry)} was not checked: it has no field of a portal's configuration.`,
      };
    }
  },
};
