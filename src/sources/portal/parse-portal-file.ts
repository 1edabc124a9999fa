import { readError } from "../read-source-file.ts";
import { environmentsOf } from "../script/environments.ts";
import { createEvaluator } from "../script/evaluate.ts";
import { type Environment, topLevelBindings } from "../script/evaluation.ts";
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

/** The chains of a portal's file if environment variables have certain values. */
export interface PortalVariant extends PortalFile {
  /** Empty if no condition of the file depends on a variable. */
  readonly environment: Environment;
}

/**
 * Reads a portal's `chains.config.js`, `.cjs`, `.mjs`, `.ts` or `.json`: a list of chains, an
 * object with such a list under `chains`, an object of chains by name, or one chain.
 * Scripts are parsed and never run. Values that depend on the environment are unknown.
 *
 * @throws HardhatPluginError with the place of a syntax error, or of the code that
 * makes the list of chains unknown.
 */
export function parsePortalFile(
  text: string,
  file: string,
  options: ChainsOptions = {},
): PortalFile {
  return withoutOverflow(file, () =>
    openPortalFile(text, file, options).read(new Map()),
  );
}

/**
 * Reads a portal's file once for each of the environments in which its conditions have
 * different values.
 *
 * @throws HardhatPluginError like {@link parsePortalFile}.
 */
export function parsePortalVariants(
  text: string,
  file: string,
  options: ChainsOptions = {},
): readonly [PortalVariant, ...PortalVariant[]] {
  return withoutOverflow(file, () => {
    const { environments, read } = openPortalFile(text, file, options);
    const [first = new Map(), ...more] = environments();
    const readIn = (environment: Environment) => ({
      ...read(environment),
      environment,
    });
    return [readIn(first), ...more.map(readIn)];
  });
}

function withoutOverflow<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    // A stack overflow: the text is nested too deeply.
    throw error instanceof RangeError
      ? syntaxError(error, file, "JavaScript")
      : error;
  }
}

interface OpenedFile {
  environments(): readonly Environment[];
  read(environment: Environment): PortalFile;
}

function openPortalFile(
  text: string,
  file: string,
  options: ChainsOptions,
): OpenedFile {
  const { listNames = ["chains"] } = options;
  if (/\.json$/i.test(file)) {
    const value = parsePlacedJson(text, file);
    return {
      environments: () => [new Map()],
      read: () => ({
        ...chainsIn(value, file, options),
        code: text,
        changes: [],
      }),
    };
  }
  if (!/\.[cm]?[jt]s$/i.test(file)) {
    throw readError(
      file,
      "Expected a .js, .cjs, .mjs, .ts or .json file. Compile any other script to JavaScript, and pass the result.",
    );
  }
  const script = /\.[cm]?ts$/i.test(file) ? withoutTypes(text, file) : text;
  const { program, comments } = parseScript(script, file);
  const place = lineMap(text);
  const exported = findExports(program);
  const bindings = topLevelBindings(program.body);
  const code = withoutComments(script, comments);
  return {
    environments: () => environmentsOf(program, bindings),
    read: (environment) => {
      const { evaluate, constants, variables } = createEvaluator(
        program.body,
        place,
        { bindings, environment },
      );
      const value = exportedValue(exported, {
        evaluate,
        place,
        file,
        listNames,
      });
      const found = chainsIn(value, file, options);
      const { assignments: exports } = exported;
      const changes = findChanges(program, place, {
        constants,
        variables,
        exports,
      });
      return { ...found, code, changes };
    },
  };
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
