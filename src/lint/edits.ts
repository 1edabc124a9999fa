import type { Place } from "../sources/script/values.ts";
import type { Edit } from "./types.ts";

/** A text with edits made, none of which overlap; the rest of it is the same. */
export function applyEdits(text: string, edits: Iterable<Edit>): string {
  const byStart = new Map([...edits].map((edit) => [edit.start, edit]));
  const parts: string[] = [];
  let at = 0;
  for (const edit of [...byStart.values()].toSorted(
    (one, other) => one.start - other.start,
  )) {
    parts.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  return [...parts, text.slice(at)].join("");
}

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
