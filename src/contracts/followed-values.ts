import type { Address } from "../base/address.ts";
import { FOLLOWED_VALUES_OF_KINDS } from "./code-kinds.ts";
import {
  type PrivilegedValue,
  type PrivilegedValues,
  whereOffered,
} from "./contract-type.ts";
import { CONTRACT_TYPES } from "./contract-types.ts";
import {
  ENTERPRISE_PAYEE,
  enterpriseFee,
  NAMES_ENTERPRISE_FEE_COLLECTOR,
} from "./types/fee-collectors.ts";
import { OWNED } from "./types/owned.ts";
import { SAFE_POWERS } from "./types/safe.ts";
import { TIMELOCK } from "./types/timelock.ts";
import { TOKEN, TOKEN_POWERS } from "./types/token.ts";

/** Values of any contract that follow from several reads. */
export const DERIVED = {
  dependencies: {
    words: "dependencies",
    form: "holders",
    source: { derived: "dependencies" },
    isOptional: true,
  },
  roles: {
    words: "roles",
    form: "holders",
    source: { derived: "roles" },
    isOptional: true,
  },
} as const satisfies PrivilegedValues;

/** The values that are asked of each followed address, whatever it is. */
export const FOLLOWED: PrivilegedValues = {
  is: { words: "is", form: "party", source: { derived: "party" } },
  codeHash: {
    words: "code hash",
    form: "text",
    severity: "control",
    source: { derived: "codeHash" },
    isOptional: true,
  },
  ...SAFE_POWERS,
  ...TIMELOCK,
  ...TOKEN_POWERS,
  ...whereOffered(TOKEN.privileged),
  ...OWNED,
  ...FOLLOWED_VALUES_OF_KINDS,
  ...NAMES_ENTERPRISE_FEE_COLLECTOR,
  ...DERIVED,
};

/** The catalogue of the lock file that has first what the analysis of code finds. */
export const OFFERED_SINCE = 3;

/** The further values of the enterprise fee collector. */
export function ofEnterpriseCollector(
  tokens: readonly Address[],
): PrivilegedValues {
  return {
    payee: ENTERPRISE_PAYEE,
    ...Object.fromEntries(
      tokens.map((token) => [`fees.${token}`, enterpriseFee(token)]),
    ),
  };
}

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
