import { isAddress } from "../../base/address.ts";
import { quoted } from "../../base/text.ts";
import type { PortalFieldDefinition } from "../../networks/definition.ts";
import type { ReadUnknown, ReadValue } from "../../sources/script/values.ts";
import { numberIn } from "../../sources/source-kind.ts";
import { titleOf } from "../texts.ts";
import type { LintRule } from "../types.ts";

type FieldType = PortalFieldDefinition["type"];

/** Values of another type than their field's. */
export const WRONG_TYPE: LintRule = {
  id: "wrong-type",
  severity: "error",
  summary: "A value that is not of its field's type.",
  fix: "Correct it: alpha config prints the field's value.",
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
            // What a chain of its own has, but its id and its node, is the portal's matter.
            ...(entry.network === undefined &&
            !NEEDED.has(field) &&
            isEmpty(value)
              ? { severity: "note", fix: "Nothing, if the chain has none." }
              : {}),
          };
        }
      }
    }
  },
};

/** What every chain needs. */
const NEEDED: ReadonlySet<string> = new Set(["chainId", "nodeUri"]);

/** Whether a value stands for none. */
function isEmpty(value: ReadValue): boolean {
  return (
    value.kind === "scalar" &&
    (value.value === null || value.value === undefined || value.value === "")
  );
}

function problemOf(
  value: ReadValue,
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
    ? "is 0, which is no chain's id"
    : undefined;
}

const EXPECTED: Readonly<Record<FieldType, string>> = {
  integer: "a whole number that is not negative",
  number: "a number above 0",
  boolean: "true or false",
  string: "a text that is not empty",
  url: "an http or https URL",
  address: "an address of 0x and 40 hexadecimal digits",
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
    // Braces and angle brackets stand for what somebody is still to fill in.
    /^https?:\/\/[^\s{}<>]+$/i.test(text)
  );
}

/** The value itself may be a secret. */
function describe(plain: string | number | boolean): string {
  return typeof plain === "string"
    ? plain === ""
      ? "an empty text"
      : `a text of ${plain.length} characters`
    : `the ${typeof plain} ${plain}`;
}

/** What wallets accept for a native currency. */
const DECIMALS = 18;

/** Native currencies with another number of decimals than wallets accept. */
export const NATIVE_DECIMALS: LintRule = {
  id: "native-decimals",
  severity: "error",
  summary:
    "A native currency whose decimals are not 18: wallets refuse to add the chain.",
  fix: "Write 18. What a portal shows may be rounded elsewhere.",
  *check({ file }) {
    for (const entry of file.entries) {
      const currency = entry.chain.members.get("nativeCurrency");
      if (currency === undefined || currency.value.kind === "unknown") {
        continue;
      }
      const { value } = currency;
      const decimals =
        value.kind === "object" ? value.members.get("decimals") : undefined;
      const isHidden = value.kind === "object" && value.beyond.length > 0;
      if (decimals === undefined && isHidden) {
        continue;
      }
      if (decimals === undefined) {
        yield {
          place: value.place,
          message: `nativeCurrency of ${titleOf(entry)} has no decimals.`,
        };
      } else if (
        decimals.value.kind !== "unknown" &&
        numberIn(decimals.value) !== DECIMALS
      ) {
        yield {
          place: decimals.value.place,
          message: `The decimals of ${titleOf(entry)}'s nativeCurrency are not ${DECIMALS}.`,
        };
      }
    }
  },
};

/** More than this is no number of seconds that anybody waits. */
const MOST = 10_000;

/**
 * Polling time-outs that are taken for seconds by web3.js 1.x, and for
 * milliseconds by web3.js 4.x.
 */
export const POLLING_TIMEOUT: LintRule = {
  id: "polling-timeout",
  severity: "warning",
  summary:
    "A transactionPollingTimeout in milliseconds: clients that poll once a second take it for seconds.",
  fix: "Write seconds, such as 750, unless your client counts in milliseconds.",
  *check({ file }) {
    for (const entry of file.entries) {
      const { member } =
        entry.fields.find(
          ({ field }) => field === "transactionPollingTimeout",
        ) ?? {};
      const value = numberIn(member?.value);
      if (member === undefined || value === undefined || value <= MOST) {
        continue;
      }
      const { values, transactionPollingTimeoutUnit: unit } =
        entry.network?.network ?? {};
      const isOwn =
        value === values?.transactionPollingTimeout && unit === "milliseconds";
      yield {
        place: member.value.place,
        message: isOwn
          ? `transactionPollingTimeout of ${titleOf(entry)} is ${value}, as the network publishes it: in milliseconds. Taken for seconds it is ${hours(value)} hours.`
          : `transactionPollingTimeout of ${titleOf(entry)} is ${value}: ${hours(value)} hours, where it is taken for seconds.`,
        severity: isOwn ? "note" : undefined,
        fix: isOwn
          ? "Nothing, if your client counts in milliseconds."
          : undefined,
      };
    }
  },
};

function hours(seconds: number): string {
  return (seconds / 3600).toFixed(1);
}

/** Values that only running the file would tell. */
export const UNKNOWABLE_VALUE: LintRule = {
  id: "unknowable-value",
  severity: "note",
  summary: "A value that cannot be known without running the file.",
  fix: "Write the value itself if it is to be checked: no code is run.",
  *check({ file }) {
    for (const { chain } of file.entries) {
      for (const { place, reason } of chain.beyond) {
        yield {
          place,
          message: `More fields may stand here, which are not checked: this ${reason}.`,
        };
      }
      for (const { name, value } of chain.members.values()) {
        for (const { place, reason } of unknownsIn(value)) {
          yield {
            place,
            message: `${quoted(name)} is not checked: it ${reason}.`,
          };
        }
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
      yield* value.beyond;
      for (const item of value.items) {
        yield* unknownsIn(item);
      }
      return;
    case "object":
      yield* value.beyond;
      for (const member of value.members.values()) {
        yield* unknownsIn(member.value);
      }
      return;
    case "scalar":
      return;
  }
}
