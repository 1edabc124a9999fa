import { type Position, type Program, parse } from "acorn";
import { applyEdits, type Edit } from "../../base/text.ts";
import { untrustedText } from "../../base/untrusted-text.ts";
import {
  conflictError,
  type ReadError,
  readError,
} from "../read-source-file.ts";

/** The version of JavaScript. */
export const VERSION = "latest";
/** How acorn reports a stack overflow. */
const NO_STACK = "Not enough stack space";

export interface ParsedScript {
  readonly program: Program;
  /** The text, with a space for each comment. */
  readonly code: string;
}

/**
 * Parses a script. A `.js` file may be an ES module or CommonJS, so both are tried.
 *
 * @throws HardhatPluginError with the place of a syntax error.
 */
export function parseScript(
  text: string,
  file: string,
  name = file,
): ParsedScript {
  let first: unknown;
  for (const sourceType of ["module", "commonjs"] as const) {
    const other = sourceType === "module" ? /\.c[jt]s$/i : /\.m[jt]s$/i;
    if (other.test(name)) {
      continue;
    }
    try {
      const comments: Edit[] = [];
      const program = parse(text, {
        ecmaVersion: VERSION,
        sourceType,
        onComment: (_isBlock, _text, start, end) =>
          comments.push({ start, end, text: " " }),
      });
      return { program, code: applyEdits(text, comments) };
    } catch (error) {
      first ??= error;
    }
  }
  throw (
    conflictError(text, file, Object(first).loc) ??
    syntaxError(first, file, "JavaScript")
  );
}

/** A syntax error, or a stack overflow where the text is nested too deeply. */
export function syntaxError(
  error: unknown,
  file: string,
  language: string,
): ReadError {
  const isOverflow =
    error instanceof RangeError ||
    (error instanceof SyntaxError && error.message.startsWith(NO_STACK));
  if (isOverflow) {
    return readError(file, "The file is nested too deeply.");
  }
  if (!(error instanceof SyntaxError)) {
    throw error;
  }
  const { message, loc }: SyntaxError & { readonly loc?: Position } = error;
  return readError(
    file,
    `Invalid ${language}: ${untrustedText(message.replace(/ \(\d+:\d+\)$/, ""))}.`,
    loc && { line: loc.line, column: loc.column + 1 },
    { isSyntax: true },
  );
}
