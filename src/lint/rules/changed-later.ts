import type { LintRule } from "../types.ts";

/** Code that may make the chains others than those that are declared. */
export const CHANGED_LATER: LintRule = {
  id: "changed-later",
  severity: "unknown",
  summary: "Code that may change the chains after they are declared.",
  fix: "Write the values where they are declared: no code is run.",
  *check({ file }) {
    for (const { place, reason } of file.changes) {
      yield {
        place,
        message: `What the chains are in the end cannot be known without running the file: this ${reason}.`,
      };
    }
  },
};
