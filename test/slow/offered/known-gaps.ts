import type { Compiler } from "./sources.ts";

type Rows = Readonly<Record<string, string>>;

const ADDS_UP = "it looks like a setter of what it adds up";

const LOST =
  "the analysis does not find the variable, and the root of a token's storage always changes";
/** The changes that no report shows, by scenario and name, and why. */
export const HIDDEN: Readonly<Record<Compiler, Rows>> = {
  plain: {},
  optimised: {},
  "via-IR": {
    "shares of a vault: another treasury": LOST,
    "shares of a vault: a higher limit": LOST,
  },
};

/** The calm happenings that are reported as changes, and why. */
export const ALARMS: Readonly<Record<Compiler, Rows>> = {
  plain: { "a treasury: it has spent": ADDS_UP },
  optimised: { "a treasury: it has spent": ADDS_UP },
  "via-IR": {},
};
