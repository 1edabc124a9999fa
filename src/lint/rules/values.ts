import { isAddress } from "../../base/address.ts";
import type { PortalFieldDefinition } from "../../networks/definition.ts";
import type { ReadUnknown, ReadValue } from "../../sources/script/values.ts";
import { asNumber } from "../../sources/source-kind.ts";
import { listed, printableName, printedBy, titleOf } from "../texts.ts";
import type { LintRule } from "../types.ts";

type FieldType = PortalFieldDefinition["type"];

export const WRONG_TYPE: LintRule = {
  id: "wrong-type",
  severity: "error",
  summary: "A value of the wrong type.",
  fix: "Correct the value.",
  *check({ file }) {
    for (const entry of file.entries) {
      for (const { member, definition, field } of entry.fields) {
        const { value } = member;
        if (definition === undefined || value.kind === "unknown") {
          continue;
        }
        const problem = problemOf(value, definition.type, field);
        if (problem !== undefined) {
          yield {
            place: value.place,
            message: `${member.name} of ${titleOf(entry)} ${problem}.`,
            fix: `Correct the value. ${printedBy(entry)}`.trim(),
            // Other chains need not have all services and contracts.
            ...(entry.network === undefined &&
            !REQUIRED_FIELDS.has(field) &&
            isEmpty(value)
              ? {
                  severity: "note",
                  fix: "No change is needed if the chain has none.",
                }
              : {}),
          };
        }
      }
    }
  },
};

/** Fields that every chain needs. */
const REQUIRED_FIELDS: ReadonlySet<string> = new Set(["chainId", "nodeUri"]);

function isEmpty(value: ReadValue): boolean {
  return (
    value.kind === "scalar" &&
    (value.value === null || value.value === undefined || value.value === "")
  );
}

/** What is wrong with a value, if it is known. */
export function problemOf(
  value: Exclude<ReadValue, ReadUnknown>,
  type: FieldType,
  field: string,
): string | undefined {
  if (value.kind !== "scalar") {
    return `is ${value.kind === "list" ? "a list" : "an object"}, not ${EXPECTED[type]}`;
  }
  const { value: plain } = value;
  if (plain === null || plain === undefined) {
    return `is ${plain}, not ${EXPECTED[type]}`;
  }
  if (!hasType(plain, type)) {
    return `is ${describe(plain)}, not ${EXPECTED[type]}`;
  }
  return field === "chainId" && plain === 0
    ? "is 0, which is not a valid chain id"
    : undefined;
}

const EXPECTED: Readonly<Record<FieldType, string>> = {
  integer: "a non-negative integer",
  number: "a number above 0",
  boolean: "a boolean",
  string: "a non-empty string",
  url: "an http or https URL",
  address: "an address (0x and 40 hexadecimal digits)",
};

function hasType(plain: string | number | boolean, type: FieldType): boolean {
  switch (type) {
    case "integer":
      return Number.isSafeInteger(plain) && Number(plain) >= 0;
    case "number":
      return typeof plain === "number" && plain > 0;
    case "boolean":
      return typeof plain === "boolean";
    case "string":
      return typeof plain === "string" && plain.trim() !== "";
    case "url":
      return typeof plain === "string" && isHttpUrl(plain);
    case "address":
      return isAddress(plain);
  }
}

function isHttpUrl(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    ["http:", "https:"].includes(url.protocol) &&
    // Braces and angle brackets mark placeholders.
    /^https?:\/\/[^\s{}<>]+$/i.test(text)
  );
}

/** Without the text of a string, which may be a secret. */
function describe(plain: string | number | boolean): string {
  if (typeof plain !== "string") {
    return `the ${typeof plain} ${plain}`;
  }
  const [address] = /^0x[\da-f]{40}(?=.)/i.exec(plain) ?? [];
  if (address !== undefined) {
    const more = plain.length - address.length;
    return `the address ${address} followed by ${more} character${more === 1 ? "" : "s"}`;
  }
  const [scheme] = /^wss?(?=:\/\/[^\s]+$)/i.exec(plain) ?? [];
  return scheme !== undefined && URL.canParse(plain)
    ? `a ${scheme} URL`
    : plain === ""
      ? "an empty string"
      : `a string of ${plain.length} characters`;
}

/** The only value that wallets accept. */
const DECIMALS = 18;

export const NATIVE_DECIMALS: LintRule = {
  id: "native-decimals",
  severity: "error",
  summary:
    "A native currency whose decimals are not 18: wallets reject the chain.",
  fix: "Set decimals to 18. To show fewer digits, round them in the portal.",
  *check({ file }) {
    for (const entry of file.entries) {
      const currency = entry.chain.members.get("nativeCurrency");
      if (currency === undefined || currency.value.kind === "unknown") {
        continue;
      }
      const { value } = currency;
      const decimals =
        value.kind === "object" ? value.members.get("decimals") : undefined;
      if (decimals === undefined) {
        yield {
          place: value.place,
          message: `nativeCurrency of ${titleOf(entry)} has no decimals.`,
        };
      } else if (
        decimals.value.kind !== "unknown" &&
        asNumber(decimals.value) !== DECIMALS
      ) {
        yield {
          place: decimals.value.place,
          message: `The decimals of ${titleOf(entry)}'s nativeCurrency are not ${DECIMALS}.`,
        };
      }
    }
  },
};

/** Longer timeouts are assumed to be in milliseconds. */
const MAX_SECONDS = 10_000;

/** web3.js 1.x interprets the timeout as seconds, and 4.x as milliseconds. */
export const POLLING_TIMEOUT: LintRule = {
  id: "polling-timeout",
  severity: "warning",
  summary:
    "A transactionPollingTimeout in milliseconds, which some clients interpret as seconds.",
  fix: "Set it in seconds, such as 750, unless your client expects milliseconds.",
  *check({ file }) {
    for (const entry of file.entries) {
      const { member } =
        entry.fields.find(
          ({ field }) => field === "transactionPollingTimeout",
        ) ?? {};
      const value = asNumber(member?.value);
      if (member === undefined || value === undefined || value <= MAX_SECONDS) {
        continue;
      }
      const { values, transactionPollingTimeoutUnit: unit } =
        entry.network?.network ?? {};
      const isPublished =
        value === values?.transactionPollingTimeout && unit === "milliseconds";
      yield {
        place: member.value.place,
        message: isPublished
          ? `transactionPollingTimeout of ${titleOf(entry)} is ${value}, which the network publishes in milliseconds. A client that expects seconds would wait ${hours(value)} hours.`
          : `transactionPollingTimeout of ${titleOf(entry)} is ${value}. A client that expects seconds would wait ${hours(value)} hours.`,
        severity: isPublished ? "note" : undefined,
        fix: isPublished
          ? "No change is needed if your client expects milliseconds."
          : undefined,
      };
    }
  },
};

function hours(seconds: number): string {
  return (seconds / 3600).toFixed(1);
}

/** More names would not be read. */
const MAX_NAMES = 12;
const MAX_REASONS = 3;

export const UNKNOWABLE_VALUE: LintRule = {
  id: "unknowable-value",
  severity: "note",
  summary: "Values that the file alone does not have.",
  fix: "To have them checked, write them as literals.",
  *check({ file }) {
    for (const entry of file.entries) {
      const { chain } = entry;
      const unknown = [...chain.members.values()].flatMap(({ name, value }) =>
        [...unknownsIn(value)].slice(0, 1).map((found) => ({ name, found })),
      );
      const [first] = unknown;
      if (first !== undefined) {
        const names = unknown
          .slice(0, MAX_NAMES)
          .map(({ name }) => printableName(name));
        const more = unknown.length - names.length;
        const reasons = [...new Set(unknown.map(({ found }) => found.reason))];
        const isOne = unknown.length === 1;
        yield {
          place: first.found.place,
          message: `${more > 0 ? `${names.join(", ")} and ${more} more` : listed(names)} of ${titleOf(entry)} ${isOne ? "was" : "were"} not checked: ${isOne ? "it" : "one"} ${reasons.slice(0, MAX_REASONS).join("; one ")}${reasons.length > MAX_REASONS ? "; …" : ""}.`,
        };
      }
    }
  },
};

function* unknownsIn(value: ReadValue): Generator<ReadUnknown> {
  switch (value.kind) {
    case "unknown":
      yield value;
      return;
    case "list":
      for (const item of value.items) {
        yield* unknownsIn(item);
      }
      return;
    case "object":
      for (const member of value.members.values()) {
        yield* unknownsIn(member.value);
      }
      return;
    case "scalar":
      return;
  }
}
