import { untrustedText } from "../secrets/untrusted-text.ts";

const QUOTED_LENGTH = 60;

/** A few words for a person about a JSON value that was not expected. */
export function describeValue(value: unknown): string {
  if (typeof value === "string") {
    return value === ""
      ? "an empty text"
      : `the text "${untrustedText(value, { maxLength: QUOTED_LENGTH })}"`;
  }
  if (value === null) {
    return "null";
  }
  if (Array.isArray(value)) {
    return "a list";
  }
  if (typeof value === "object") {
    return Object.keys(value).length === 0 ? "an empty object" : "an object";
  }
  if (
    typeof value === "number" ||
    typeof value === "bigint" ||
    typeof value === "boolean"
  ) {
    return `the ${typeof value} ${String(value)}`;
  }
  return "nothing";
}
