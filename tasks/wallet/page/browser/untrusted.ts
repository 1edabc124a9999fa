import { untrustedText } from "../../../../src/base/untrusted-text.ts";

const MAX_LENGTH = 300;

/** A wallet's text as one bounded, printable line; empty if it is not a string. */
export function plainText(value: unknown, maxLength = MAX_LENGTH): string {
  if (typeof value === "string") {
    return untrustedText(value.slice(0, 4 * maxLength), { maxLength });
  }
  return "";
}

/** A property of a wallet's object, whose getters may throw. */
export function member(value: unknown, key: string): unknown {
  try {
    return Reflect.get(Object(value), key);
  } catch {
    return undefined;
  }
}
