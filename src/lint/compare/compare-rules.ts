import type { LintRuleInfo } from "../report.ts";

const UPDATE =
  "Write the file again with alpha config --out, or correct the Hardhat config.";

export const DIFFERING_VALUE: LintRuleInfo = {
  id: "differing-value",
  severity: "error",
  summary: "A value that differs from the resolved configuration.",
  fix: UPDATE,
};

export const DIFFERING_TEXT: LintRuleInfo = {
  id: "differing-text",
  severity: "error",
  summary:
    "A file that differs from the export and can only be compared as text.",
  fix: "Write the file again with alpha export --out, or correct the Hardhat config.",
};

export const MISSING_VALUE: LintRuleInfo = {
  id: "missing-value",
  severity: "error",
  summary: "A field of the resolved configuration that is missing in the file.",
  fix: UPDATE,
};

export const ADDITIONAL_FIELD: LintRuleInfo = {
  id: "additional-field",
  severity: "error",
  summary: "A field that the resolved configuration does not have.",
  fix: UPDATE,
};

export const MISSING_NETWORK: LintRuleInfo = {
  id: "missing-network",
  severity: "error",
  summary: "A network without an entry in the file.",
  fix: "Add the network to the file, or pass only the networks that the file should have.",
};

export const NOT_COMPARED: LintRuleInfo = {
  id: "not-compared",
  severity: "unknown",
  summary: "A field, entry or file that could not be compared.",
  fix: "Write the value as a literal. If it is not set in the Hardhat config, set it there.",
};

export const HIDDEN_VALUE: LintRuleInfo = {
  id: "hidden-value",
  severity: "note",
  summary: "A placeholder for a value that may be secret.",
  fix: "Replace it with the value. With --reveal, placeholders are differences.",
};

export const OTHER_CHAIN: LintRuleInfo = {
  id: "other-chain",
  severity: "note",
  summary: "A chain of the file that is not one of the compared networks.",
  fix: "No change is needed if it is another chain.",
};
