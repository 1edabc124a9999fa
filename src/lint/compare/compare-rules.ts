import type { LintRuleInfo } from "../report.ts";

const WHAT_TO_DO =
  "Write the file anew with alpha config --out, or correct the Hardhat config.";

export const DIFFERING_VALUE: LintRuleInfo = {
  id: "differing-value",
  severity: "error",
  summary: "A value that is another one in the resolved configuration.",
  fix: WHAT_TO_DO,
};

export const MISSING_VALUE: LintRuleInfo = {
  id: "missing-value",
  severity: "error",
  summary: "A field of the resolved configuration that the file lacks.",
  fix: WHAT_TO_DO,
};

export const ADDITIONAL_FIELD: LintRuleInfo = {
  id: "additional-field",
  severity: "error",
  summary: "A field that the resolved configuration does not have.",
  fix: WHAT_TO_DO,
};

export const MISSING_NETWORK: LintRuleInfo = {
  id: "missing-network",
  severity: "error",
  summary: "A network that the file has no entry of.",
  fix: "Add the network to the file, or name the networks that it is to have.",
};

export const NOT_COMPARED: LintRuleInfo = {
  id: "not-compared",
  severity: "unknown",
  summary: "What could not be compared.",
  fix: "Write the value itself in the file: no code is run. Give it in the Hardhat config if it is unset.",
};

export const HIDDEN_VALUE: LintRuleInfo = {
  id: "hidden-value",
  severity: "note",
  summary: "A name that stands in place of a value that may be secret.",
  fix: "No portal can run on it. With --reveal it is a difference.",
};

export const OTHER_CHAIN: LintRuleInfo = {
  id: "other-chain",
  severity: "note",
  summary: "A chain of the file that was not to be compared.",
  fix: "Nothing, if it is none of the networks.",
};
