import { untrustedText } from "../../base/untrusted-text.ts";
import { readError } from "../read-source-file.ts";
import type { ReadValue } from "../values.ts";
import type { EngineError } from "./engine/outcomes.ts";
import { HELPER } from "./engine/prelude.ts";
import { runScript } from "./engine/run-script.ts";
import { stripTypes } from "./engine/worker.ts";
import { instrument } from "./instrument.ts";
import { namesIn } from "./names.ts";
import { parseScript, syntaxError } from "./parse-script.ts";
import { withPlaces } from "./places.ts";
import { lineMap, nodesIn } from "./syntax.ts";

/** A script of this length with the slowest syntax takes about a second to parse. */
const MAX_LENGTH = 512 * 1024;
/** Maximum number of nodes of the syntax: a portal's file has some thousands. */
const MAX_NODES = 100_000;

interface ReadScript {
  /** `module.exports`, or the exports of an ES module by name. */
  readonly value: ReadValue;
  readonly isModule: boolean;
  /** The text, with a space for each comment. */
  readonly code: string;
}

/**
 * Reads the exports of a JavaScript or TypeScript file: the values that Node.js gives if
 * no environment variable is set. The file is evaluated in an engine without access to
 * this machine, and with limited steps, memory and time. Each value has its place in the text,
 * and the environment variables that it is the default of. What another file exports is
 * unknown.
 *
 * @param name its extension tells the language
 * @throws ReadError with the line, if the file is invalid, fails, uses what the engine
 * does not have, or reaches a limit.
 */
export async function readScript(
  text: string,
  file: string,
  name = file,
): Promise<ReadScript> {
  if (text.length > MAX_LENGTH) {
    throw readError(
      file,
      `The script is too large (${text.length} characters): the maximum is ${MAX_LENGTH}. Check the path.`,
    );
  }
  try {
    return await evaluate(text, file, name);
  } catch (error) {
    // A stack overflow: the text is nested too deeply.
    throw error instanceof RangeError
      ? syntaxError(error, file, "JavaScript")
      : error;
  }
}

async function evaluate(
  text: string,
  file: string,
  name: string,
): Promise<ReadScript> {
  const script = /\.[cm]?ts$/i.test(name)
    ? await withoutTypes(text, file)
    : text;
  const { program, code } = parseScript(script, file, name);
  const nodes = nodesIn(program);
  if (nodes.length > MAX_NODES) {
    throw readError(
      file,
      `The script has too many expressions (${nodes.length}): the maximum is ${MAX_NODES}. Use JSON.`,
    );
  }
  if (script.includes(HELPER)) {
    throw readError(file, `The script uses the reserved name ${HELPER}.`);
  }
  const job = instrument(script, nodes);
  const [plain, marked] = await runScript(job);
  if ("error" in plain) {
    throw failureOf(plain.error, file, text);
  }
  const names = namesIn(nodes);
  const followed = marked && "value" in marked ? marked : undefined;
  const value = withPlaces({
    value: plain.value,
    marked: followed,
    variables: Object.values(plain.names),
    root: names.members.get("exports")?.at(-1)?.value ?? program,
    names,
    placeOf: lineMap(text),
  });
  return { value, isModule: job.isModule, code };
}

const ALONE =
  "Files are evaluated alone, without other files, packages, the environment and the network.";

/** Reasons why a script that ran into a limit has no values, by the engine's message. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [
    /^interrupted$/,
    "Evaluating the file takes more than 10 million calls and rounds of loops.",
  ],
  [
    /^ABORT_ERR$/,
    "Evaluating the file takes longer than 10 seconds of processor time.",
  ],
  [
    /^out of memory$|^Aborted\(|^ERR_WORKER_OUT_OF_MEMORY$/,
    "Evaluating the file needs more than 64 MiB of memory.",
  ],
  [
    /^stack overflow$|^Maximum call stack size exceeded$/,
    "The file is nested too deeply, or calls a function endlessly.",
  ],
];

function failureOf(
  { name, message, stack }: EngineError,
  file: string,
  text: string,
) {
  const [, limit] = REASONS.find(([test]) => test.test(message)) ?? [];
  const reason =
    name === "Refusal"
      ? `${message}. ${ALONE}`
      : `Evaluating the file failed: ${name}: ${message}. ${ALONE}`;
  // The line of the innermost call in the script, which may write its own stack.
  const line = Number(/\bscript:(\d+)/.exec(stack)?.[1]);
  const last = lineMap(text)(text.length, text.length).line;
  const place = line >= 1 && line <= last ? { line } : undefined;
  return readError(file, limit ?? reason, place);
}

const HINT =
  "Compile the file to JavaScript, such as with tsc, and pass the result.";

const SYNTAX_CODE = "_TYPESCRIPT_SYNTAX";

/**
 * Replaces the types of a TypeScript file with spaces, so that all places stay.
 *
 * @throws ReadError if the file has a syntax error, or syntax that is more than types,
 * such as an enum, or if this version of Node.js cannot strip types.
 */
async function withoutTypes(text: string, file: string): Promise<string> {
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
