import type { AnyNode, Program } from "acorn";
import { isRecord } from "../../base/records.ts";
import { readError } from "../read-source-file.ts";
import { buildValue, type ScriptReport } from "./build-value.ts";
import { type EngineOutcome, runScript } from "./engine.ts";
import { instrument } from "./instrument.ts";
import { findOrigins } from "./origins.ts";
import { parseScript, syntaxError, withoutComments } from "./parse-script.ts";
import { withoutTypes } from "./strip-types.ts";
import { isIdentifier, lineMap, targetsIn, walkSyntax } from "./syntax.ts";
import type { ReadValue } from "./values.ts";

/** A script of this length with the slowest syntax takes about a second to parse. */
const MAX_LENGTH = 512 * 1024;
/** Of the syntax: a portal's file has some thousands. */
const MAX_NODES = 100_000;

export interface ReadScript {
  /** `module.exports`, or the exports of an ES module by name. */
  readonly value: ReadValue;
  readonly isModule: boolean;
  /** The text, with a space for each comment. */
  readonly code: string;
}

/**
 * Reads the exports of a JavaScript or TypeScript file: the values that Node.js gives if
 * no environment variable is set. The file is evaluated in an engine without access to
 * this machine, and with a limited time and memory. Each value has its place in the text,
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
  const script = /\.[cm]?ts$/i.test(name) ? withoutTypes(text, file) : text;
  const { program, comments } = parseScript(script, file, name);
  const nodes = [...walkSyntax(program)];
  if (nodes.length > MAX_NODES) {
    throw readError(
      file,
      `The script has too many expressions (${nodes.length}): the maximum is ${MAX_NODES}. Use JSON.`,
    );
  }
  const { literals, ...job } = instrument(script, nodes);
  const firstMarker = unusedNumber(script);
  const [first, second] = await runScript({ ...job, firstMarker });
  const plain = reportOf(first, file);
  const origins = findOrigins(program, literals, plain.records);
  const value = buildValue({
    plain,
    marked: second && parseReport(second),
    firstMarker,
    origins,
    placeOf: lineMap(text),
    exports: exportsOf(program),
    root: origins.assignmentsTo("exports")[0]?.value ?? program,
  });
  const code = withoutComments(script, comments);
  return { value, isModule: job.isModule, code };
}

/** The first of many numbers of 15 digits that the text does not have. */
function unusedNumber(text: string): number {
  let digits = 80_000;
  while (text.includes(String(digits))) {
    digits++;
  }
  return digits * 1e10;
}

/** The expressions of the exports of an ES module by name. */
function exportsOf(program: Program): ReadonlyMap<string, AnyNode> {
  const exports = new Map<string, AnyNode>();
  for (const statement of program.body) {
    if (statement.type === "ExportDefaultDeclaration") {
      exports.set("default", statement.declaration);
    } else if (statement.type === "ExportNamedDeclaration") {
      const { declaration, specifiers } = statement;
      const names = declaration ? targetsIn(declaration) : [];
      for (const target of names.filter(isIdentifier)) {
        exports.set(target.name, target);
      }
      for (const { exported, local } of specifiers) {
        const name = isIdentifier(exported)
          ? exported.name
          : String(exported.value);
        exports.set(name, local);
      }
    }
  }
  return exports;
}

const ALONE =
  "Files are evaluated alone, without other files, packages, the environment and the network.";

/** Why a script that ran into a limit has no values, by the engine's message. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^interrupted$/, "Evaluating the file takes longer than 2 seconds."],
  [
    /^out of memory$|^Aborted\(/,
    "Evaluating the file needs more than 64 MiB of memory.",
  ],
  [
    /^stack overflow$|^Maximum call stack size exceeded$/,
    "The file is nested too deeply, or calls a function endlessly.",
  ],
  [
    /^runs asynchronous code$/,
    `The file runs asynchronous code when it is loaded. ${ALONE}`,
  ],
];

function reportOf(outcome: EngineOutcome, file: string): ScriptReport {
  if ("error" in outcome) {
    const { name, message, stack } = outcome.error;
    const [, reason] = REASONS.find(([test]) => test.test(message)) ?? [];
    throw readError(
      file,
      reason ?? `Evaluating the file failed: ${name}: ${message}. ${ALONE}`,
      lineIn(stack),
    );
  }
  const report = parseReport(outcome);
  if (report === undefined) {
    const { refused, stack }: Record<string, unknown> = JSON.parse(
      outcome.report,
    );
    throw readError(file, `This ${refused}. ${ALONE}`, lineIn(String(stack)));
  }
  return report;
}

/** `undefined` unless the script ran to its end. */
function parseReport(outcome: EngineOutcome): ScriptReport | undefined {
  if ("error" in outcome) {
    return undefined;
  }
  const report: unknown = JSON.parse(outcome.report);
  return isReport(report) ? report : undefined;
}

/** The engine's own code writes reports. */
function isReport(value: unknown): value is ScriptReport {
  return isRecord(value) && "records" in value;
}

/** The line of the innermost call in the script. */
function lineIn(stack: string) {
  const [, line] = /\bscript:(\d+)/.exec(stack) ?? [];
  return line === undefined ? undefined : { line: Number(line) };
}
