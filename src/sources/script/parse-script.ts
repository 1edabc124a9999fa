import {
  type Comment,
  type Expression,
  type Program,
  parse,
  parseExpressionAt,
} from "acorn";
import { untrustedText } from "../../base/untrusted-text.ts";
import { type ReadError, readError } from "../read-source-file.ts";

const VERSION = "latest";
/** How the parser puts it that its stack has ended. */
const NO_STACK = "Not enough stack space";

/** What a script consists of. */
export interface ParsedScript {
  readonly program: Program;
  readonly comments: readonly Comment[];
}

/**
 * A script's syntax. No code is run. What stands in a `.js` file may be an ES
 * module or a CommonJS one, so both are tried.
 *
 * @throws HardhatPluginError with the place of a syntax error.
 */
export function parseScript(text: string, file: string): ParsedScript {
  const types = /\.mjs$/i.test(file)
    ? (["module"] as const)
    : /\.cjs$/i.test(file)
      ? (["commonjs"] as const)
      : (["module", "commonjs"] as const);
  let first: unknown;
  for (const sourceType of types) {
    try {
      const comments: Comment[] = [];
      const program = parse(text, {
        ecmaVersion: VERSION,
        sourceType,
        onComment: comments,
      });
      return { program, comments };
    } catch (error) {
      first ??= error;
    }
  }
  throw syntaxError(first, file, "JavaScript");
}

/**
 * The syntax of a text that is known to be JSON.
 *
 * @throws HardhatPluginError where it nests too deeply.
 */
export function parseJsonSyntax(text: string, file: string): Expression {
  try {
    return parseExpressionAt(text, 0, { ecmaVersion: VERSION });
  } catch (error) {
    throw syntaxError(error, file, "JSON");
  }
}

/** The parser's own error, or that of the stack it ran out of. */
export function syntaxError(
  error: unknown,
  file: string,
  language: string,
): ReadError {
  const isOverflow =
    error instanceof RangeError ||
    (error instanceof SyntaxError && error.message.startsWith(NO_STACK));
  if (isOverflow) {
    return readError(file, "It nests too deeply to be read.");
  }
  if (!(error instanceof SyntaxError)) {
    throw error;
  }
  const message = error.message.replace(/ \(\d+:\d+\)$/, "");
  return readError(
    file,
    `It is no ${language} that can be read: ${untrustedText(message)}. Correct this place.`,
    placeOf(error),
    { isSyntax: true },
  );
}

function placeOf(error: SyntaxError) {
  const loc: unknown = "loc" in error ? error.loc : undefined;
  return typeof loc === "object" &&
    loc !== null &&
    "line" in loc &&
    typeof loc.line === "number" &&
    "column" in loc &&
    typeof loc.column === "number"
    ? { line: loc.line, column: loc.column + 1 }
    : undefined;
}

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
