import { parseExpressionAt } from "acorn";
import { isRecord } from "../../base/records.ts";
import { jsonErrorPlace } from "../../files/json.ts";
import { type ReadError, readError } from "../read-source-file.ts";
import { namesIn } from "./names.ts";
import { syntaxError, VERSION } from "./parse-script.ts";
import { withPlaces } from "./places.ts";
import { lineMap } from "./syntax.ts";
import type { Plain, ReadObject, ReadValue } from "./values.ts";

/**
 * Parses JSON into a value with places. Members with the same name are kept as
 * duplicates.
 *
 * @throws ReadError with the place of a syntax error.
 */
export function readJson(text: string, file: string): ReadValue {
  const bare = text.replace(/^\uFEFF/, "");
  let value: Plain;
  try {
    value = JSON.parse(bare, toPlain);
  } catch (error) {
    throw jsonError(bare, file, error);
  }
  try {
    return withPlaces({
      value,
      root: parseExpressionAt(text, 0, { ecmaVersion: VERSION }),
      names: namesIn([]),
      placeOf: lineMap(text),
    });
  } catch (error) {
    throw syntaxError(error, file, "JSON");
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
  return isRecord(value)
    ? { members: Object.entries(value) }
    : typeof value === "number" && !Number.isFinite(value)
      ? { unknown: "is not a finite number" }
      : value;
}

function jsonError(bare: string, file: string, error: unknown): ReadError {
  const isSyntax = true;
  if (bare.trim() === "") {
    return readError(file, "The file is empty. Expected JSON.", undefined, {
      isSyntax,
    });
  }
  try {
    return readError(
      file,
      "Invalid JSON. JSON has no comments and no trailing commas, and names and strings are in double quotes.",
      jsonErrorPlace(bare),
      { isSyntax },
    );
  } catch (overflow) {
    const isOverflow = overflow instanceof RangeError;
    return syntaxError(isOverflow ? overflow : error, file, "JSON");
  }
}
