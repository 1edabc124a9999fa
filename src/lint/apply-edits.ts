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
