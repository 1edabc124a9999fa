import type { Edit } from "../../base/text-edits.ts";
import type { Place } from "../../sources/values.ts";

const QUOTES = new Set(['"', "'", "`"]);

/**
 * The edit that replaces a name or a string literal, keeping its quotes.
 * `undefined` if the source at this place is anything else, such as a string with
 * escapes or a concatenation.
 *
 * @param current the name, or the value of the string literal
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
  if (QUOTES.has(quote) && token === `${quote}${current}${quote}`) {
    return { start: start + 1, end: end - 1, text };
  }
  return undefined;
}
