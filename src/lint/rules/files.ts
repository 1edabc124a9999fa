import type { LintRuleInfo } from "../report.ts";

/** Files that are none of their language, so that nobody can load them. */
export const SYNTAX: LintRuleInfo = {
  id: "syntax",
  severity: "error",
  summary: "A file that is no JavaScript, or no JSON.",
  fix: "Correct it at this place.",
};

/** Files of which nothing could be checked. */
export const UNREADABLE: LintRuleInfo = {
  id: "unreadable",
  severity: "unknown",
  summary:
    "A file that could not be read as a portal's, so nothing was checked.",
  fix: "Name a portal's chains.config.js, .cjs, .mjs or .json, or its networksMetadata.config.js.",
};

/** Files that could not be written, so that they are as they were. */
export const UNREPAIRED: LintRuleInfo = {
  id: "unrepaired",
  severity: "unknown",
  summary: "A file in which --fix could not repair anything.",
  fix: "Check the file's permissions, and try again.",
};
