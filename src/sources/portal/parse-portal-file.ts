import { readError } from "../read-source-file.ts";
import { createEvaluator } from "../script/evaluate.ts";
import { findChanges } from "../script/find-changes.ts";
import { findExports, type ModuleExports } from "../script/find-exports.ts";
import {
  parseScript,
  syntaxError,
  withoutComments,
} from "../script/parse-script.ts";
import { parsePlacedJson } from "../script/placed-json.ts";
import { type LineMap, lineMap } from "../script/syntax.ts";
import type { ReadChain, ReadUnknown, ReadValue } from "../script/values.ts";
import { chainsIn } from "./chains-in.ts";

const HOW_TO_EXPORT =
  "Expected module.exports = { chains }, export const chains or export default chains";

/** Which of the files that a portal has are read. */
export interface PortalFileOptions {
  /** The names by which a list of chains is exported. Default: `chains`. */
  readonly listNames?: readonly string[] | undefined;
}

/** A portal's file. */
export interface PortalFile {
  /** Its text with blanks in place of comments. */
  readonly code: string;
  readonly chains: readonly ReadChain[];
  /** Parts of the list that may be entries, but cannot be known. */
  readonly beyond: readonly ReadUnknown[];
  /** Places that may change the entries after they are declared. */
  readonly changes: readonly ReadUnknown[];
}

/**
 * A portal's configuration, `chains.config.js`, `.cjs`, `.mjs` or `.json`: a list
 * of chains, an object with such a list under `chains`, an object of chains by
 * name, or one chain. A script is parsed, and none of it is run.
 *
 * @throws HardhatPluginError with the place of a syntax error, or of what keeps
 * the list of chains itself from being known.
 */
export function parsePortalFile(
  text: string,
  file: string,
  { listNames = ["chains"] }: PortalFileOptions = {},
): PortalFile {
  if (/\.json$/i.test(file)) {
    const value = parsePlacedJson(text, file);
    return { ...chainsIn(value, file, listNames), code: text, changes: [] };
  }
  if (!/\.[cm]?js$/i.test(file)) {
    throw readError(file, "Expected a .js, .cjs, .mjs or .json file.");
  }
  const { program, comments } = parseScript(text, file);
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
    const found = chainsIn(value, file, listNames);
    const changes = findChanges(program, place, {
      constants: evaluator.constants,
      variables: evaluator.variables,
      exports: exported.assignments,
    });
    return { ...found, code: withoutComments(text, comments), changes };
  } catch (error) {
    // The text nests so deeply that the stack ended.
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
      `The chains are exported here once more, after line ${first === undefined ? 1 : place(first.start, first.end).line}. Keep one.`,
      place(second.start, second.end),
    );
  }
  const expression = first ?? byDefault;
  if (expression !== undefined) {
    return evaluate(expression);
  }
  if (elsewhere !== undefined) {
    throw readError(
      file,
      "The chains come from another file. Name that file.",
      place(elsewhere.start, elsewhere.end),
    );
  }
  if (nested !== undefined) {
    throw readError(
      file,
      "The chains cannot be known without running the file: what is exported depends on the code around this place. Export the list at the file's top level.",
      place(nested.start, nested.end),
    );
  }
  throw readError(file, `It exports no chains. ${HOW_TO_EXPORT}.`);
}
