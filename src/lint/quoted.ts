import { untrustedText } from "../rpc/untrusted-text.ts";

const MOST_LENGTH = 60;

/** A name of a file, in quotes, printable and short. */
export function quoted(text: string): string {
  return JSON.stringify(untrustedText(text, { maxLength: MOST_LENGTH }));
}
