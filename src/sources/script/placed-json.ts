import { jsonErrorPlace } from "../../files/json.ts";
import { readError } from "../read-source-file.ts";
import { createEvaluator } from "./evaluate.ts";
import { parseJsonSyntax, syntaxError } from "./parse-script.ts";
import { lineMap } from "./syntax.ts";
import type { ReadValue } from "./values.ts";

/**
 * A JSON text as a value with places. Comments and trailing commas are no JSON;
 * members that are there twice are kept apart.
 *
 * @throws HardhatPluginError with the place at which it stops being JSON.
 */
export function parsePlacedJson(text: string, file: string): ReadValue {
  const bare = text.replace(/^\uFEFF/, "");
  try {
    JSON.parse(bare);
  } catch (error) {
    throw damaged(bare, file, error);
  }
  const syntax = parseJsonSyntax(text, file);
  try {
    return createEvaluator([], lineMap(text), { isJson: true }).evaluate(
      syntax,
    );
  } catch (error) {
    throw syntaxError(error, file, "JSON");
  }
}

function damaged(bare: string, file: string, error: unknown) {
  if (bare.trim() === "") {
    return readError(file, "It is empty. Expected JSON.", undefined, {
      isSyntax: true,
    });
  }
  try {
    return readError(
      file,
      "It stops being JSON here. JSON has no comments, no trailing commas, and all names and texts in double quotes.",
      jsonErrorPlace(bare),
      { isSyntax: true },
    );
  } catch (overflow) {
    return syntaxError(
      overflow instanceof RangeError ? overflow : error,
      file,
      "JSON",
    );
  }
}
