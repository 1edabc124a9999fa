import { parseExpressionAt } from "acorn";
import { isRecord } from "../../base/records.ts";
import { jsonErrorPlace } from "../../files/json.ts";
import { type ReadError, readError } from "../read-source-file.ts";
import { namesIn } from "./names.ts";
import { syntaxError, VERSION } from "./parse-script.ts";
import { type Plain, withPlaces } from "./places.ts";
import { lineMap } from "./syntax.ts";
import type { ReadValue } from "./values.ts";

/**
 * Parses JSON into a value with places. Members with the same name are kept as
 * duplicates.
 *
 * @throws ReadError with the place of a syntax error.
 */
export function readJson(text: string, file: string): ReadValue {
  const bare = text.replace(/^\uFEFF/, "");
  let data: unknown;
  try {
    data = JSON.parse(bare);
  } catch (error) {
    throw jsonError(bare, file, error);
  }
  try {
    return withPlaces({
      value: plainJson(data),
      root: parseExpressionAt(text, 0, { ecmaVersion: VERSION }),
      names: namesIn([]),
      placeOf: lineMap(text),
    });
  } catch (error) {
    throw syntaxError(error, file, "JSON");
  }
}

function plainJson(value: unknown): Plain {
  if (Array.isArray(value)) {
    return value.map(plainJson);
  }
  if (isRecord(value)) {
    const members = Object.entries(value);
    return { members: members.map(([name, part]) => [name, plainJson(part)]) };
  }
  // A number that is too large for JavaScript is infinite, which no field may be.
  return typeof value === "string" ||
    typeof value === "boolean" ||
    (typeof value === "number" && Number.isFinite(value))
    ? value
    : value === null
      ? null
      : { unknown: "is not a finite number" };
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
