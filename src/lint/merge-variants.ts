import { quoted } from "../base/text.ts";
import {
  OTHER_VALUE,
  printableVariable,
} from "../sources/script/evaluation.ts";
import type { LintRuleInfo } from "./report.ts";
import { listed } from "./texts.ts";
import type { LintFile, LintProblem, LintRule } from "./types.ts";

type Problem = LintProblem & {
  readonly rule: LintRuleInfo & Pick<LintRule, "needsAll">;
};

interface Merged<P> {
  readonly problem: P;
  readonly variants: Set<LintFile>;
}

/**
 * The problems of a file that depends on the environment. One that is not found in all
 * environments says in which it is, and has no edit, which may be wrong in the others.
 *
 * @param found the problems in each of the environments
 */
export function mergeVariants<P extends Problem>(
  variants: readonly LintFile[],
  found: readonly (readonly P[])[],
): readonly P[] {
  const merged = new Map<string, Merged<P>>();
  for (const [position, file] of variants.entries()) {
    for (const problem of found[position] ?? []) {
      const key = keyOf(problem, file);
      const known = merged.get(key) ?? { problem, variants: new Set() };
      known.variants.add(file);
      merged.set(key, known);
    }
  }
  return [...merged.values()].flatMap(({ problem, variants: own }): P[] =>
    own.size === variants.length
      ? [problem]
      : problem.rule.needsAll === true
        ? []
        : [
            {
              ...problem,
              severity: problem.inSome ?? problem.severity,
              message: `${describe([...own], variants)}: ${problem.message}`,
              edit: undefined,
            },
          ],
  );
}

/** A value is reported once, whatever else depends on the environment. */
function keyOf({ place, rule, message, severity }: Problem, file: LintFile) {
  const isWhole =
    place.start === 0 ||
    [...file.entries, ...file.books, ...file.others].some(
      ({ chain }) => chain.place.start === place.start,
    );
  return JSON.stringify([
    rule.id,
    severity ?? rule.severity,
    place.start,
    isWhole ? message : "",
  ]);
}

/** The values of variables for which something was found. */
function describe(own: readonly LintFile[], all: readonly LintFile[]): string {
  const [first] = own;
  const conditions = [...(first?.environment.keys() ?? [])].flatMap(
    (variable) => {
      const valuesIn = (files: readonly LintFile[]) =>
        new Set(files.map(({ environment }) => environment.get(variable)));
      const values = valuesIn(own);
      const excluded = [...valuesIn(all)].filter((value) => !values.has(value));
      return excluded.length === 0
        ? []
        : [
            `${printableVariable(variable)} ${describeValue([...values], excluded)}`,
          ];
    },
  );
  return conditions.length === 0
    ? "In some environments"
    : `If ${listed(conditions)}`;
}

function describeValue(
  [value]: readonly (string | undefined)[],
  excluded: readonly (string | undefined)[],
): string {
  const literals = excluded.flatMap((other) =>
    other === undefined || other === OTHER_VALUE ? [] : [other],
  );
  return value !== undefined && value !== OTHER_VALUE
    ? `is ${quoted(value)}`
    : literals.length === excluded.length
      ? `is not ${literals.slice(0, MAX_VALUES).map(quoted).join(" or ")}`
      : value === undefined
        ? "is not set"
        : "has another value";
}

/** More values would not be read. */
const MAX_VALUES = 4;
