import type { Comment } from "acorn";

/** A script's text with a blank in place of each comment. */
export function withoutComments(
  text: string,
  comments: readonly Comment[],
): string {
  let at = 0;
  const code = comments.map(({ start, end }) => {
    const before = text.slice(at, start);
    at = end;
    return before;
  });
  return [...code, text.slice(at)].join(" ");
}
