import type { PrivilegedValue } from "./contract-type.ts";
import { CONTRACT_TYPES } from "./contract-types.ts";
import {
  FOLLOWED,
  OFFERED_SINCE,
  ofEnterpriseCollector,
} from "./followed-values.ts";

/** Whose fees have the same source for all tokens. */
const ANY_TOKEN = "0x";

/** Every value that this version reads, of any contract and token. */
export const ALL_VALUES: readonly PrivilegedValue[] = [
  ...CONTRACT_TYPES.map(({ privileged = {} }) => privileged),
  FOLLOWED,
  ofEnterpriseCollector([ANY_TOKEN]),
].flatMap((values) => Object.values(values));

/**
 * Which values this version reads: the highest `since` of all. A lock file has that of the
 * version which wrote it, so that values which came later are not missing from it.
 */
export const CATALOGUE: number = Math.max(
  OFFERED_SINCE,
  ...ALL_VALUES.map(({ since = 1 }) => since),
);
