import type { Compiler } from "./sources.ts";

type Rows = Readonly<Record<string, string>>;

const LOST = "the analysis does not find the variable, nor that one is missing";
const ADDS_UP = "it looks like a setter of what it adds up";

/** The changes that no report shows, by scenario and name, and why. */
export const HIDDEN: Readonly<Record<Compiler, Rows>> = {
  plain: {},
  optimised: {},
  "via-IR": {
    "ruled by private variables beside flags: another ruler": LOST,
    "ruled by private variables beside flags: open to all by a private flag":
      LOST,
    "ruled by private variables beside flags: a shorter wait": LOST,
    "an account with a passkey: another key": LOST,
    "two private payees: another part": LOST,
    "shares of a vault: another treasury": LOST,
    "shares of a vault: a higher limit": LOST,
    "limits with setters: a lower private threshold": LOST,
    "limits with setters: a higher private slippage": LOST,
    "limits with setters: a longer private window": LOST,
    "a contract that asks a feed: a larger deviation": LOST,
    "an admin with rules: another delay": LOST,
  },
};

/** The calm happenings that are reported as changes, and why. */
export const ALARMS: Readonly<Record<Compiler, Rows>> = {
  plain: { "a treasury: it has spent": ADDS_UP },
  optimised: { "a treasury: it has spent": ADDS_UP },
  "via-IR": {},
};
