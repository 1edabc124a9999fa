/** The replacement of a range of a text. */
export interface Edit {
  /** Offset in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies edits that do not overlap; those at the same offset in their order. */
export function applyEdits(text: string, edits: Iterable<Edit>): string {
  const parts: string[] = [];
  let at = 0;
  for (const edit of [...edits].toSorted(
    (one, other) => one.start - other.start,
  )) {
    parts.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  return [...parts, text.slice(at)].join("");
}
