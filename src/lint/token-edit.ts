import type { Place } from "../sources/read/types.ts";
import type { Edit } from "./types.ts";

const QUOTES = new Set(['"', "'", "`"]);

/**
 * The change of a token that is a plain text or name, within its quotes. There is
 * none where the place holds anything else: a text with escapes, or joined of
 * several.
 *
 * @param current what the token says now
 */
export function tokenEdit(
  source: string,
  { start, end }: Place,
  current: string,
  text: string,
): Edit | undefined {
  const token = source.slice(start, end);
  if (token === current) {
    return { start, end, text };
  }
  const quote = token.charAt(0);
  return QUOTES.has(quote) && token === `${quote}${current}${quote}`
    ? { start: start + 1, end: end - 1, text }
    : undefined;
}
