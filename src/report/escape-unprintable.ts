/**
 * What a reader does not see, or sees in another order or on another line:
 * controls, format characters, unassigned code points, line separators.
 */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu;

/**
 * A text with what is unprintable in it as `\uXXXX`, an escape that JSON and
 * JavaScript read back inside of their string literals.
 */
export function escapeUnprintable(text: string): string {
  return text.replace(UNPRINTABLE, (found) =>
    [...Array(found.length).keys()]
      .map((unit) => found.charCodeAt(unit).toString(16).padStart(4, "0"))
      .map((digits) => `\\u${digits}`)
      .join(""),
  );
}
