import { stripTypeScriptTypes } from "node:module";
import { untrustedText } from "../../base/untrusted-text.ts";
import { readError } from "../read-source-file.ts";

const HINT =
  "Compile the file to JavaScript, such as with tsc, and pass the result.";

/**
 * Replaces the types of a TypeScript file with spaces, so that all places stay.
 *
 * @throws ReadError if the file has a syntax error, or syntax that is more than types,
 * such as an enum, or if this version of Node.js cannot strip types.
 */
export function withoutTypes(text: string, file: string): string {
  const stripped = withoutWarning(() => strip(text, file));
  if (stripped.length !== text.length) {
    throw readError(file, `The types could not be removed. ${HINT}`);
  }
  return stripped;
}

function strip(text: string, file: string): string {
  try {
    return stripTypeScriptTypes(text);
  } catch (error) {
    if (!(error instanceof Error)) {
      throw error;
    }
    const message = untrustedText(error.message);
    const isSyntax =
      "code" in error && error.code === "ERR_INVALID_TYPESCRIPT_SYNTAX";
    const reason = isSyntax
      ? `Invalid TypeScript: ${message}.`
      : `${message}. ${HINT}`;
    throw readError(file, reason, undefined, { isSyntax });
  }
}

/** Node.js warns that this function is experimental. */
function withoutWarning<T>(action: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return action();
  } finally {
    process.emitWarning = emitWarning;
  }
}
