import type { LintRuleInfo } from "../report.ts";

export const SYNTAX: LintRuleInfo = {
  id: "syntax",
  severity: "error",
  summary: "A file that is not valid JavaScript or JSON.",
  fix: "Correct the syntax error.",
};

export const UNREADABLE: LintRuleInfo = {
  id: "unreadable",
  severity: "unknown",
  summary: "A file that could not be read as a portal file.",
  fix: "Pass a portal's chains.config.js, .cjs, .mjs, .ts or .json, its networksMetadata.config.js, or an address.json, with its values in the file itself.",
};

export const UNREPAIRED: LintRuleInfo = {
  id: "unrepaired",
  severity: "unknown",
  summary: "A file that --fix could not write.",
  fix: "Check the file's permissions, and try again.",
};
