import { untrustedText } from "../rpc/secrets/untrusted-text.ts";

/** Longer than any honest name or reason. In UTF-16 code units. */
const MOST_LENGTH = 2_000;

/**
 * A text of a report as one printable line: whatever a name or a node put into
 * it, no format takes it for its own. Nothing printable is a dash.
 */
export function oneLine(text: string): string {
  return untrustedText(text, { maxLength: MOST_LENGTH }) || "–";
}
