import type { LintRuleInfo } from "./report.ts";
import {
  CHECKSUM,
  NO_CHECKSUM,
  OTHER_ROLE,
  REGISTRY,
  ZERO_ADDRESS,
} from "./rules/addresses.ts";
import {
  BOOK_CHAIN,
  BOOK_CONTRACT,
  BOOK_INDEX,
  BOOK_TYPE,
  MALFORMED_ADDRESS,
} from "./rules/books.ts";
import {
  CHAIN_NAME,
  DUPLICATE_CHAIN,
  FOREIGN_ENTRY,
  NODE_CHAIN,
  UNIDENTIFIED_CHAIN,
  UNKNOWABLE_CHAIN,
} from "./rules/chains.ts";
import { COPIED_NETWORK, OTHER_NETWORK, SHARED_URL } from "./rules/copies.ts";
import {
  DUPLICATE_FIELD,
  MISSING_FIELD,
  MISSPELT_FIELD,
  MIXED_DIALECTS,
} from "./rules/fields.ts";
import { SYNTAX, UNREADABLE, UNREPAIRED } from "./rules/files.ts";
import {
  DEFAULT_NETWORK,
  DUPLICATE_NAME,
  OTHER_VERSION,
} from "./rules/portals.ts";
import { UNKNOWN_FIELD } from "./rules/unknown-fields.ts";
import {
  EXPLORER_PATH,
  HTTP_URL,
  LOCAL_NODE,
  RPC_PROTOCOL,
  TRAILING_SLASH,
  URL_CREDENTIALS,
} from "./rules/urls.ts";
import {
  NATIVE_DECIMALS,
  POLLING_TIMEOUT,
  UNKNOWABLE_VALUE,
  WRONG_TYPE,
} from "./rules/values.ts";
import type { LintRule } from "./types.ts";

/** All rules that check the content of a file. */
export const LINT_RULES: readonly LintRule[] = [
  UNKNOWABLE_CHAIN,
  FOREIGN_ENTRY,
  UNKNOWABLE_VALUE,
  DUPLICATE_CHAIN,
  DUPLICATE_NAME,
  CHAIN_NAME,
  UNIDENTIFIED_CHAIN,
  OTHER_VERSION,
  DEFAULT_NETWORK,
  DUPLICATE_FIELD,
  MIXED_DIALECTS,
  MISSPELT_FIELD,
  UNKNOWN_FIELD,
  MISSING_FIELD,
  WRONG_TYPE,
  CHECKSUM,
  NO_CHECKSUM,
  ZERO_ADDRESS,
  COPIED_NETWORK,
  OTHER_NETWORK,
  OTHER_ROLE,
  REGISTRY,
  MALFORMED_ADDRESS,
  BOOK_TYPE,
  BOOK_CONTRACT,
  BOOK_CHAIN,
  BOOK_INDEX,
  SHARED_URL,
  HTTP_URL,
  LOCAL_NODE,
  RPC_PROTOCOL,
  EXPLORER_PATH,
  URL_CREDENTIALS,
  TRAILING_SLASH,
  POLLING_TIMEOUT,
  NATIVE_DECIMALS,
  NODE_CHAIN,
];

/** All rules that a report of `alpha lint` may name. */
export const ALL_RULES: readonly LintRuleInfo[] = [
  SYNTAX,
  UNREADABLE,
  UNREPAIRED,
  ...LINT_RULES,
];
