import { parseExpressionAt } from "acorn";
import { isRecord } from "../base/records.ts";
import { jsonErrorPlace } from "../files/json.ts";
import { conflictError, ReadError, readError } from "./read-source-file.ts";
import { namesIn } from "./script/names.ts";
import { syntaxError, VERSION } from "./script/parse-script.ts";
import { withPlaces } from "./script/places.ts";
import { lineMap } from "./script/syntax.ts";
import { NOT_FINITE, type ReadObject, type ReadValue } from "./values.ts";

const INVALID =
  "Invalid JSON. JSON has no comments and no trailing commas, and names and strings are in double quotes.";

/**
 * Parses JSON into a value with places. Members with the same name are kept as
 * duplicates.
 *
 * @throws ReadError with the place of a syntax error.
 */
export function readJson(text: string, file: string): ReadValue {
  const bare = text.replace(/^\uFEFF/, "");
  try {
    const place = jsonErrorPlace(bare);
    if (place !== undefined) {
      const isEmpty = bare.trim() === "";
      const reason = isEmpty ? "The file is empty. Expected JSON." : INVALID;
      const at = isEmpty ? undefined : place;
      throw (
        conflictError(bare, file, place) ??
        readError(file, reason, at, { isSyntax: true })
      );
    }
    return withPlaces({
      value: JSON.parse(bare, toPlain),
      root: parseExpressionAt(text, 0, { ecmaVersion: VERSION }),
      names: namesIn([]),
      placeOf: lineMap(text),
    });
  } catch (error) {
    throw error instanceof ReadError ? error : syntaxError(error, file, "JSON");
  }
}

/**
 * Parses a JSON object into a value with places.
 *
 * @param what it is an object of, in messages
 * @throws ReadError with the place of a syntax error, or if it is no object.
 */
export function readJsonObject(
  text: string,
  file: string,
  what: string,
): ReadObject {
  const root = readJson(text, file);
  if (root.kind !== "object") {
    throw readError(file, `Expected an object of ${what}.`, root.place);
  }
  return root;
}

/** A number that is too large for JavaScript is infinite, which no field may be. */
function toPlain(_: string, value: unknown): unknown {
  if (isRecord(value)) {
    return { members: Object.entries(value) };
  }
  const isInfinite = typeof value === "number" && !Number.isFinite(value);
  return isInfinite ? { unknown: NOT_FINITE } : value;
}
