import { isAddress } from "../../base/address.ts";
import { ownValue } from "../../base/records.ts";
import { hasInvisible } from "../../base/untrusted-text.ts";
import type { PortalFieldDefinition } from "../../networks/definition.ts";
import { isListRole, roleNamed } from "../../sources/address-book/names.ts";
import { asNumber, asString } from "../../sources/source-kind.ts";
import {
  memberIn,
  NOT_FINITE,
  type ReadMember,
  type ReadScalar,
  type ReadValue,
} from "../../sources/values.ts";
import { BOOK_VALUES, malformedIndexes } from "../book-addresses.ts";
import {
  adviceFor,
  listed,
  printableName,
  stringsOf,
  titleOf,
} from "../texts.ts";
import {
  all,
  booksIn,
  each,
  entriesIn,
  fieldsIn,
  inEach,
  type LintEntry,
  type LintRule,
  wholeFile,
} from "../types.ts";

type FieldType = PortalFieldDefinition["type"];

export const WRONG_TYPE: LintRule = {
  id: "wrong-type",
  severity: "error",
  summary:
    "A value of the wrong type. A warning for keys of an address book that clients do not find, and for times in another unit.",
  fix: "Correct the value.",
  find: all(
    each(fieldsIn, ({ entry, member, definition, field }) => {
      const { value } = member;
      const problem = definition && problemOf(value, definition.type, field);
      // Other chains need not have all services and contracts.
      const isNone =
        entry.network === undefined &&
        !REQUIRED_FIELDS.has(field) &&
        isEmpty(value);
      if (problem === undefined || isNone) {
        return undefined;
      }
      return {
        place: value.place,
        message: `${member.name} of ${titleOf(entry)} ${problem}.`,
        fix: adviceFor(entry, "Correct the value.", [field]),
      };
    }),
    each(fieldsIn, ({ entry, member, field }) => {
      const value = asNumber(member.value) ?? 0;
      const right = timeOf(entry, field);
      if (right === undefined || value <= 0) {
        return undefined;
      }
      // Else one is in milliseconds, and the other one in seconds.
      if (value < right * 1_000 && value * 1_000 > right) {
        return undefined;
      }
      return {
        place: member.value.place,
        severity: "warning",
        message: `${member.name} of ${titleOf(entry)} is ${value}, and the network's is ${right}: it may be in another unit.`,
        fix: `Write ${right}, unless your portal's code converts it.`,
      };
    }),
    each(
      inEach(booksIn, ({ chain }) => chain.members.values()),
      ({ entry, part: { name, value } }) => {
        const problem = bookProblem({ name, value });
        if (problem === undefined) {
          return undefined;
        }
        return {
          place: value.place,
          message: `${printableName(name)} of ${titleOf(entry)} ${problem}.`,
          fix: "Correct it: alpha.sources and other clients do not read the entry.",
        };
      },
    ),
    each(
      inEach(booksIn, stringsOf),
      ({ entry, part: { name, text, place } }) => {
        if (!/^0x/i.test(text) || isAddress(text) || BOOK_VALUES.has(name)) {
          return undefined;
        }
        return {
          place,
          message: `${printableName(name)} of ${titleOf(entry)} is ${describe(text)}, not ${TYPES.address[0]}.`,
          fix: "Correct it: clients that read the file fail, or use a wrong address.",
        };
      },
    ),
    each(
      inEach(booksIn, malformedIndexes),
      ({ entry, part: { name, place } }) => ({
        place,
        severity: "warning",
        message: `The key ${printableName(name)} of ${titleOf(entry)} is malformed.`,
        fix: "Remove the colon: most clients do not read the key.",
      }),
    ),
    each(wholeFile, ({ books }) => {
      const textual = books.filter(
        ({ chain }) =>
          asString(chain.members.get("chainId")?.value) !== undefined,
      );
      const [first] = textual;
      if (first === undefined) {
        return undefined;
      }
      const { members, place } = first.chain;
      return {
        place: members.get("chainId")?.at ?? place,
        severity: "warning",
        message: `Clients do not find the entries of ${listed(textual.map(titleOf))}, because their chain ids are strings.`,
        fix: "Write chain ids as numbers.",
      };
    }),
  ),
};

/** The time-out that an entry's field should have. */
function timeOf(
  { network, expected, isOtherVersion }: LintEntry,
  field: string,
): number | undefined {
  const isTime = /Timeout$/.test(field) && field in expected;
  if (network === undefined || !isTime) {
    return undefined;
  }
  const other = isOtherVersion ? network.otherPortal[field]?.value : undefined;
  const value = other ?? ownValue(network.values, field);
  return typeof value === "number" ? value : undefined;
}

/** Fields that every chain needs. */
const REQUIRED_FIELDS: ReadonlySet<string> = new Set(["chainId", "nodeUri"]);

function isEmpty(value: ReadValue): boolean {
  return value.kind === "scalar" && (value.value ?? "") === "";
}

/** Strings in place of an address are found with those in lists, or empty for none. */
function bookProblem({
  name,
  value,
}: Pick<ReadMember, "name" | "value">): string | undefined {
  if (name === "startBlock") {
    return problemOf(value, "integer", name);
  }
  const role = roleNamed(name);
  if (role === undefined || asString(value) === "") {
    return undefined;
  }
  if (isListRole(role)) {
    return value.kind === "scalar" ? "is no list of addresses" : undefined;
  }
  if (asString(value) === undefined) {
    return problemOf(value, "address", name);
  }
  return undefined;
}

/** The fault of a value that is known. */
function problemOf(
  value: ReadValue,
  type: FieldType,
  field: string,
): string | undefined {
  const [name, isRight] = TYPES[type];
  if (value.kind === "unknown") {
    return value.reason === NOT_FINITE ? value.reason : undefined;
  }
  if (value.kind !== "scalar") {
    return `is ${value.kind === "list" ? "a list" : "an object"}, not ${name}`;
  }
  const { value: plain } = value;
  if (!isRight(plain)) {
    return `is ${describe(plain)}, not ${name}`;
  }
  if (field === "chainId" && plain === 0) {
    return "is 0, which is not a valid chain id";
  }
  return undefined;
}

/** Each type in messages, and its test. */
const TYPES: Readonly<
  Record<FieldType, readonly [name: string, test: (plain: unknown) => boolean]>
> = {
  integer: [
    "a non-negative integer",
    (plain) => Number.isSafeInteger(plain) && Number(plain) >= 0,
  ],
  number: [
    "a number above 0",
    (plain) => typeof plain === "number" && plain > 0,
  ],
  boolean: ["a boolean", (plain) => typeof plain === "boolean"],
  string: [
    "a non-empty string",
    (plain) => typeof plain === "string" && plain.trim() !== "",
  ],
  // Braces and angle brackets mark placeholders.
  url: [
    "an http or https URL",
    (plain) =>
      typeof plain === "string" &&
      /^https?:\/\/[^\s{}<>]+$/i.test(plain) &&
      !hasInvisible(plain) &&
      URL.canParse(plain),
  ],
  address: ["an address (0x and 40 hexadecimal digits)", isAddress],
};

/** Without the text of a string, which may be a secret. */
function describe(plain: ReadScalar["value"]): string {
  if (plain === undefined || plain === null) {
    return String(plain);
  }
  if (typeof plain !== "string") {
    return `the ${typeof plain} ${plain}`;
  }
  if (plain === "") {
    return "an empty string";
  }
  return `a string of ${plain.length} characters`;
}

/** The only value that wallets accept. */
const DECIMALS = 18;

export const WALLET_CHAIN: LintRule = {
  id: "wallet-chain",
  severity: "error",
  summary:
    "A chain that wallets reject: decimals that are not 18, or only WebSocket URLs. A warning for a currency that is not the network's.",
  fix: "Set decimals to 18. To show fewer digits, round them in the portal.",
  find: all(
    each(entriesIn, (entry) => {
      const currency = entry.chain.members.get("nativeCurrency")?.value;
      if (currency === undefined || currency.kind === "unknown") {
        return undefined;
      }
      const decimals = memberIn(currency, "decimals")?.value;
      if (decimals?.kind === "unknown" || asNumber(decimals) === DECIMALS) {
        return undefined;
      }
      return {
        place: (decimals ?? currency).place,
        message: `The decimals of ${titleOf(entry)}'s nativeCurrency are not ${DECIMALS}.`,
      };
    }),
    each(entriesIn, (entry) => {
      const currency = entry.chain.members.get("nativeCurrency")?.value;
      const symbol = currency && memberIn(currency, "symbol")?.value;
      const text = asString(symbol);
      const { feeToken, name } = entry.network ?? {};
      if (
        symbol === undefined ||
        text === undefined ||
        !feeToken?.symbol ||
        text === feeToken.symbol
      ) {
        return undefined;
      }
      return {
        place: symbol.place,
        severity: "warning",
        message: `The symbol of ${titleOf(entry)}'s nativeCurrency is ${printableName(text)}, and the network's is ${feeToken.symbol}.`,
        fix: `Write ${feeToken.symbol}, or correct alpha.networks.${name}.feeToken in the Hardhat config.`,
      };
    }),
    each(entriesIn, (entry) => {
      const rpc = entry.chain.members.get("rpc")?.value;
      const urls = rpc?.kind === "list" ? rpc.items : [];
      const isWebSocket = (url: ReadValue) =>
        /^wss?:/i.test(asString(url) ?? "");
      if (rpc === undefined || urls.length === 0 || !urls.every(isWebSocket)) {
        return undefined;
      }
      return {
        place: rpc.place,
        message: `rpc of ${titleOf(entry)} only has WebSocket URLs.`,
        fix: "Add the https URL of a node.",
      };
    }),
  ),
};
