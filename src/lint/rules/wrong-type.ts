import { isAddress } from "../../config/checksum.ts";
import type { PortalFieldDefinition } from "../../networks/definition.ts";
import type { ReadValue } from "../../sources/read/types.ts";
import { titleOf } from "../title-of.ts";
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
