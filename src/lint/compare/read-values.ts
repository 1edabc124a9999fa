import { readScript } from "../../sources/script/read-script.ts";
import { lineMap } from "../../sources/script/syntax.ts";
import type { ReadValue } from "../../sources/script/values.ts";

export { readJson } from "../../sources/script/read-json.ts";

/**
 * The exports of a TypeScript module by name.
 *
 * @throws ReadError if it cannot be read.
 */
export async function readModule(
  text: string,
  file: string,
): Promise<ReadValue> {
  const { value } = await readScript(text, file, "module.mts");
  return value;
}

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
