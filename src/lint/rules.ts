import type { LintRuleInfo } from "./report.ts";
import {
  CHECKSUM,
  PLACEHOLDER_ADDRESS,
  WRONG_ADDRESS,
} from "./rules/addresses.ts";
import { CHAIN_NAME, DEFAULT_NETWORK, DUPLICATE } from "./rules/chains.ts";
import { COPIED_NETWORK, SHARED_URL } from "./rules/copies.ts";
import {
  MISSING_FIELD,
  MISSPELT_FIELD,
  MIXED_VERSIONS,
  UNKNOWN_FIELD,
} from "./rules/fields.ts";
import {
  DIFFERENCE,
  NO_CHAINS,
  NOT_COMPARED,
  SYNTAX,
  UNKNOWABLE_CHAIN,
  UNREADABLE,
  UNREPAIRED,
} from "./rules/files.ts";
import {
  EXPLORER,
  HTTP_URL,
  LOCAL_NODE,
  TRAILING_SLASH,
  URL_CREDENTIALS,
} from "./rules/urls.ts";
import { WALLET_CHAIN, WRONG_TYPE } from "./rules/values.ts";
import type { LintRule } from "./types.ts";

/** All rules that check the content of a file. */
export const LINT_RULES: readonly LintRule[] = [
  UNREADABLE,
  NO_CHAINS,
  UNKNOWABLE_CHAIN,
  DUPLICATE,
  CHAIN_NAME,
  DEFAULT_NETWORK,
  MIXED_VERSIONS,
  MISSPELT_FIELD,
  UNKNOWN_FIELD,
  MISSING_FIELD,
  WRONG_TYPE,
  CHECKSUM,
  PLACEHOLDER_ADDRESS,
  COPIED_NETWORK,
  WRONG_ADDRESS,
  SHARED_URL,
  HTTP_URL,
  LOCAL_NODE,
  EXPLORER,
  URL_CREDENTIALS,
  TRAILING_SLASH,
  WALLET_CHAIN,
];

/** All rules that a report of `alpha lint` may name. */
export const ALL_RULES: readonly LintRuleInfo[] = [
  SYNTAX,
  UNREPAIRED,
  ...LINT_RULES,
];

/** All rules that a report of `--check` may name. */
export const COMPARE_RULES: readonly LintRuleInfo[] = [
  ...ALL_RULES,
  DIFFERENCE,
  NOT_COMPARED,
];
