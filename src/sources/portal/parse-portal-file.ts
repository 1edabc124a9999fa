import { readError } from "../read-source-file.ts";
import { createEvaluator } from "../script/evaluate.ts";
import { findChanges } from "../script/find-changes.ts";
import { findExports, type ModuleExports } from "../script/find-exports.ts";
import {
  parsePlacedJson,
  parseScript,
  syntaxError,
  withoutComments,
} from "../script/parse-text.ts";
import { withoutTypes } from "../script/strip-types.ts";
import { type LineMap, lineMap } from "../script/syntax.ts";
import type { ReadChain, ReadUnknown, ReadValue } from "../script/values.ts";
import { type ChainsOptions, chainsIn } from "./chains-in.ts";

const HOW_TO_EXPORT =
  "Expected module.exports = { chains }, export const chains or export default chains";

/** The chains of a portal's file. */
export interface PortalFile {
  /** The text, with a space for each comment. */
  readonly code: string;
  readonly chains: readonly ReadChain[];
  /** Parts of the list that may be chains, but are not known. */
  readonly unknownParts: readonly ReadUnknown[];
  /** Places that may change the chains after their declaration. */
  readonly changes: readonly ReadUnknown[];
}

/**
 * Reads a portal's `chains.config.js`, `.cjs`, `.mjs`, `.ts` or `.json`: a list of chains, an
 * object with such a list under `chains`, an object of chains by name, or one chain.
 * Scripts are parsed and never run.
 *
 * @throws HardhatPluginError with the place of a syntax error, or of the code that
 * makes the list of chains unknown.
 */
export function parsePortalFile(
  text: string,
  file: string,
  options: ChainsOptions = {},
): PortalFile {
  const { listNames = ["chains"] } = options;
  if (/\.json$/i.test(file)) {
    const value = parsePlacedJson(text, file);
    return { ...chainsIn(value, file, options), code: text, changes: [] };
  }
  if (!/\.[cm]?[jt]s$/i.test(file)) {
    throw readError(
      file,
      "Expected a .js, .cjs, .mjs, .ts or .json file. Compile any other script to JavaScript, and pass the result.",
    );
  }
  const script = /\.[cm]?ts$/i.test(file) ? withoutTypes(text, file) : text;
  const { program, comments } = parseScript(script, file);
  try {
    const place = lineMap(text);
    const evaluator = createEvaluator(program.body, place);
    const exported = findExports(program);
    const value = exportedValue(exported, {
      evaluate: evaluator.evaluate,
      place,
      file,
      listNames,
    });
    const found = chainsIn(value, file, options);
    const changes = findChanges(program, place, {
      constants: evaluator.constants,
      variables: evaluator.variables,
      exports: exported.assignments,
    });
    return { ...found, code: withoutComments(script, comments), changes };
  } catch (error) {
    // A stack overflow: the text is nested too deeply.
    throw error instanceof RangeError
      ? syntaxError(error, file, "JavaScript")
      : error;
  }
}

function exportedValue(
  { whole, byDefault, named, elsewhere, nested }: ModuleExports,
  {
    evaluate,
    place,
    file,
    listNames,
  }: {
    readonly evaluate: ReturnType<typeof createEvaluator>["evaluate"];
    readonly place: LineMap;
    readonly file: string;
    readonly listNames: readonly string[];
  },
): ReadValue {
  const lists = listNames.map((name) => named.get(name) ?? []);
  const candidates = lists.find(({ length }) => length > 0) ?? whole;
  const [first, second] = candidates;
  if (second !== undefined) {
    throw readError(
      file,
      `The chains are already exported on line ${first === undefined ? 1 : place(first.start, first.end).line}. Keep one export.`,
      place(second.start, second.end),
    );
  }
  const expression = first ?? byDefault ?? named.get("default")?.at(-1);
  if (expression !== undefined) {
    return evaluate(expression);
  }
  if (elsewhere !== undefined) {
    throw readError(
      file,
      "The chains are defined in another file. Use that file instead.",
      place(elsewhere.start, elsewhere.end),
    );
  }
  if (nested !== undefined) {
    throw readError(
      file,
      "The chains can only be determined by running the file: this export is inside a condition or a function. Export the list at the top level of the file.",
      place(nested.start, nested.end),
    );
  }
  throw readError(file, `The file exports no chains. ${HOW_TO_EXPORT}.`);
}
