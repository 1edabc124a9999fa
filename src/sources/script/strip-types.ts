import { untrustedText } from "../../base/untrusted-text.ts";
import { readError } from "../read-source-file.ts";
import { stripTypes } from "./engine/worker.ts";

const HINT =
  "Compile the file to JavaScript, such as with tsc, and pass the result.";

const SYNTAX_CODE = "_TYPESCRIPT_SYNTAX";

/**
 * Replaces the types of a TypeScript file with spaces, so that all places stay.
 *
 * @throws ReadError if the file has a syntax error, or syntax that is more than types,
 * such as an enum, or if this version of Node.js cannot strip types.
 */
export async function withoutTypes(
  text: string,
  file: string,
): Promise<string> {
  const stripped = await stripTypes(text.replace(/^\uFEFF/, " "));
  const { name = "", message = "" } = "error" in stripped ? stripped.error : {};
  if (name.endsWith(SYNTAX_CODE)) {
    const isSyntax = name === `ERR_INVALID${SYNTAX_CODE}`;
    const shown = untrustedText(message);
    const reason = isSyntax
      ? `Invalid TypeScript: ${shown}.`
      : `${shown}. ${HINT}`;
    throw readError(file, reason, undefined, { isSyntax });
  }
  if (!("text" in stripped) || stripped.text.length !== text.length) {
    throw readError(file, `The types could not be removed. ${HINT}`);
  }
  return stripped.text;
}
