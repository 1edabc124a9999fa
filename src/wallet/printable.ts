import { untrustedText } from "../rpc/secrets/untrusted-text.ts";

/** What a person does not see, or sees in another order or on another line. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;
const MOST_SHOWN = 80;

/** Whether a text shows all that is in it. */
export function isPrintable(text: string): boolean {
  return text.trim() !== "" && !UNPRINTABLE.test(text);
}

/** A text of somebody else's, as a message quotes it. */
export function quoted(text: string): string {
  return `"${untrustedText(text, { maxLength: MOST_SHOWN })}"`;
}
