import { CHAIN_NAME } from "./rules/chain-name.ts";
import { CHANGED_LATER } from "./rules/changed-later.ts";
import { CHECKSUM } from "./rules/checksum.ts";
import { DEFAULT_NETWORK } from "./rules/default-network.ts";
import { DUPLICATE_CHAIN } from "./rules/duplicate-chain.ts";
import { DUPLICATE_FIELD } from "./rules/duplicate-field.ts";
import { DUPLICATE_NAME } from "./rules/duplicate-name.ts";
import { FOREIGN_ENTRY } from "./rules/foreign-entry.ts";
import { HTTP_URL } from "./rules/http-url.ts";
import { MISSING_FIELD } from "./rules/missing-field.ts";
import { MISSPELT_FIELD } from "./rules/misspelt-field.ts";
import { MIXED_DIALECTS } from "./rules/mixed-dialects.ts";
import { NATIVE_DECIMALS } from "./rules/native-decimals.ts";
import { NO_CHECKSUM } from "./rules/no-checksum.ts";
import { NODE_CHAIN } from "./rules/node-chain.ts";
import { OTHER_NETWORK } from "./rules/other-network.ts";
import { OTHER_NETWORK_URL } from "./rules/other-network-url.ts";
import { OTHER_ROLE } from "./rules/other-role.ts";
import { OTHER_VERSION } from "./rules/other-version.ts";
import { POLLING_TIMEOUT } from "./rules/polling-timeout.ts";
import { REGISTRY } from "./rules/registry.ts";
import { TRAILING_SLASH } from "./rules/trailing-slash.ts";
import { UNIDENTIFIED_CHAIN } from "./rules/unidentified-chain.ts";
import { UNKNOWABLE_CHAIN } from "./rules/unknowable-chain.ts";
import { UNKNOWABLE_VALUE } from "./rules/unknowable-value.ts";
import { UNKNOWN_FIELD } from "./rules/unknown-field.ts";
import { URL_CREDENTIALS } from "./rules/url-credentials.ts";
import { WRONG_TYPE } from "./rules/wrong-type.ts";
import type { LintRule } from "./types.ts";

/** All rules. A new one is a file and a line. */
export const LINT_RULES: readonly LintRule[] = [
  UNKNOWABLE_CHAIN,
  CHANGED_LATER,
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
  OTHER_NETWORK,
  OTHER_NETWORK_URL,
  OTHER_ROLE,
  REGISTRY,
  HTTP_URL,
  URL_CREDENTIALS,
  TRAILING_SLASH,
  POLLING_TIMEOUT,
  NATIVE_DECIMALS,
  NODE_CHAIN,
];
