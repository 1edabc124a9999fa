import { lineMap } from "../../sources/script/syntax.ts";
import type { ReadValue } from "../../sources/values.ts";

/** The lines of a text, whatever its line endings. */
export function readLines(text: string): ReadValue {
  const place = lineMap(text);
  const lines = text.matchAll(/([^\r\n]*)(?:\r\n|[\r\n])|[^\r\n]+$/g);
  return {
    kind: "list",
    items: [...lines].map(
      ({ 0: whole, 1: line = whole, index }): ReadValue => ({
        kind: "scalar",
        value: line,
        place: place(index, index + line.length),
      }),
    ),
    place: place(0, 0),
  };
}
