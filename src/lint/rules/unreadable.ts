import type { LintRuleInfo } from "../../report/lint-report.ts";

/** Files of which nothing could be checked. */
export const UNREADABLE: LintRuleInfo = {
  id: "unreadable",
  severity: "unknown",
  summary:
    "A file that could not be read as a portal's, so nothing was checked.",
  fix: "Name a portal's chains.config.js, .cjs, .mjs or .json, or its networksMetadata.config.js.",
};
