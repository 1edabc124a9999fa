import { type Expression, parseExpressionAt } from "acorn";
import { jsonErrorPlace } from "../../files/json.ts";
import { type ReadError, readError } from "../read-source-file.ts";
import { syntaxError, VERSION } from "./parse-script.ts";
import { type LineMap, lineMap, nameOf } from "./syntax.ts";
import type { ReadMember, ReadName, ReadValue } from "./values.ts";

/**
 * Parses JSON into a value with places. Members with the same name are kept as
 * duplicates.
 *
 * @throws ReadError with the place of a syntax error.
 */
export function readJson(text: string, file: string): ReadValue {
  const bare = text.replace(/^\uFEFF/, "");
  try {
    JSON.parse(bare);
  } catch (error) {
    throw jsonError(bare, file, error);
  }
  try {
    const syntax = parseExpressionAt(text, 0, { ecmaVersion: VERSION });
    return jsonValue(syntax, lineMap(text));
  } catch (error) {
    throw syntaxError(error, file, "JSON");
  }
}

/** The value of an expression that is known to be JSON. */
function jsonValue(node: Expression, placeOf: LineMap): ReadValue {
  const place = placeOf(node.start, node.end);
  switch (node.type) {
    case "ArrayExpression": {
      const items = node.elements.flatMap((item) =>
        item === null || item.type === "SpreadElement"
          ? []
          : [jsonValue(item, placeOf)],
      );
      return { kind: "list", items, place };
    }
    case "ObjectExpression": {
      const members = new Map<string, ReadMember>();
      const duplicates: ReadName[] = [];
      for (const property of node.properties) {
        const name =
          property.type === "Property" ? nameOf(property) : undefined;
        if (property.type !== "Property" || name === undefined) {
          continue;
        }
        const replaced = members.get(name);
        if (replaced !== undefined) {
          duplicates.push(replaced);
        }
        const value = jsonValue(property.value, placeOf);
        members.set(name, {
          name,
          key: placeOf(property.key.start, property.key.end),
          at: value.place,
          value,
        });
      }
      return { kind: "object", members, duplicates, place };
    }
    case "UnaryExpression": {
      const number = jsonValue(node.argument, placeOf);
      const value =
        number.kind === "scalar" ? -Number(number.value) : undefined;
      return scalar(value, place);
    }
    default:
      return scalar(node.type === "Literal" ? node.value : undefined, place);
  }
}

/** A number that is too large for JavaScript is infinite, which no field may be. */
function scalar(value: unknown, place: ReadName["key"]): ReadValue {
  return value === null ||
    typeof value === "string" ||
    typeof value === "boolean" ||
    (typeof value === "number" && Number.isFinite(value))
    ? { kind: "scalar", value, place }
    : { kind: "unknown", reason: "is not a finite number", place };
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
