import { createEvaluator } from "../../sources/script/evaluate.ts";
import { findExports } from "../../sources/script/find-exports.ts";
import {
  parsePlacedJson,
  parseScript,
} from "../../sources/script/parse-text.ts";
import { withoutTypes } from "../../sources/script/strip-types.ts";
import { lineMap } from "../../sources/script/syntax.ts";
import type { ReadMember, ReadValue } from "../../sources/script/values.ts";

/**
 * The value of a JSON text.
 *
 * @throws ReadError if it has a syntax error.
 */
export const readJson: (text: string, file: string) => ReadValue =
  parsePlacedJson;

/**
 * The exports of a TypeScript module by name, without running it.
 *
 * @throws ReadError if it has a syntax error.
 */
export function readModule(text: string, file: string): ReadValue {
  const { program } = parseScript(withoutTypes(text, file), `${file}.mjs`);
  const place = lineMap(text);
  const { evaluate } = createEvaluator(program.body, place);
  const members = [...findExports(program).named].flatMap(
    ([name, expressions]): ReadMember[] => {
      const expression = expressions.at(-1);
      if (expression === undefined) {
        return [];
      }
      const key = place(expression.start, expression.end);
      return [{ name, key, at: key, value: evaluate(expression) }];
    },
  );
  return {
    kind: "object",
    members: new Map(members.map((member) => [member.name, member])),
    duplicates: [],
    unknownParts: [],
    place: place(0, 0),
  };
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
    unknownParts: [],
    place: place(0, 0),
  };
}
