const SLOT_0 = "slot 0 is taken for that of a proxy, and is not read";
const NO_ROOT = "the root of storage is only locked where there are mappings";
const PACKED = "a view of one number stands for all numbers of its slot";
const ADMINS = "the admins of roles are not read";
const LIKE_SETTER = "it looks like a setter of what it adds up";
const SAME_SLOT = "a function that sets another variable of its slot";

type Rows = Readonly<Record<string, readonly string[]>>;

function because(reason: string, rows: Rows): readonly [string, string][] {
  return Object.entries(rows).flatMap(([title, names]) =>
    names.map((name): [string, string] => [`${title}: ${name}`, reason]),
  );
}

/** The changes that no report shows, by scenario and name, and why. */
export const HIDDEN: ReadonlyMap<string, string> = new Map([
  ...because(SLOT_0, {
    "ruled by a private variable": ["another ruler"],
    "ruled by a private variable beside a counter": ["another ruler"],
    "ruled by private variables beside flags": [
      "another ruler",
      "stopped by a private flag",
      "a shorter wait",
    ],
    "ruled in two steps by private variables": ["another chief"],
    "ruled by words that are no addresses": ["another word"],
    "ruled by a masked address": ["another masked address"],
    "ruled by a private list": [
      "one more ruler",
      "another ruler",
      "one ruler less",
    ],
    "ruled by a list of indexes": ["another ruler"],
    "a wallet that shows nothing": ["another signer"],
    "a smart account": ["another signer"],
    "a list of payees with shares": [
      "another payee",
      "other payees",
      "one more payee",
    ],
    "two private payees": ["another first payee", "another part"],
    "one that passes it on": ["another destination"],
    "a stream": ["another recipient"],
    "a contract that asks a feed": [
      "another feed",
      "its feed has another updater",
    ],
    "a custodian behind a proxy": ["another custodian"],
    "a custodian behind a beacon": ["another custodian"],
  }),
  ...because(NO_ROOT, {
    "ruled by words that are no addresses": ["another short word"],
    "an account with a passkey": ["another key"],
    "a list of payees with shares": ["other shares"],
    "parts with their payees": ["another part", "a larger part"],
    "an owner and roles of Solady": ["another owner", "one more role"],
  }),
  ...because(PACKED, {
    "limits with setters": [
      "a higher private slippage",
      "a longer private window",
    ],
  }),
  ...because(ADMINS, { roles: ["another admin of a role"] }),
]);

/** The calm happenings that are reported as changes, and why. */
export const ALARMS: ReadonlyMap<string, string> = new Map([
  ...because(LIKE_SETTER, {
    "a treasury": ["it has spent"],
    "shares in a mapping": ["it has paid"],
  }),
  ...because(SAME_SLOT, {
    "a wallet that shows nothing": ["it has run a transaction"],
    "two private payees": ["it has paid"],
    "a stream": ["a part was withdrawn"],
  }),
]);
