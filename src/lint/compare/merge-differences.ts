import { type FoundProblem, withEntries } from "../find-problems.ts";
import { mergeVariants } from "../merge-variants.ts";
import type { LintVariants } from "../parse-lint-file.ts";
import type { LintFile } from "../types.ts";
import type { Difference } from "./compare-entry.ts";

/**
 * The differences of a file in each of its environments. Whether one is there that is not
 * in all of them depends on the environment, so it is unknown.
 */
export function mergeDifferences(
  variants: LintVariants,
  compare: (variant: LintFile) => readonly Difference[],
): readonly FoundProblem[] {
  return mergeVariants<FoundProblem>(
    variants,
    variants.map((variant) => withEntries(variant, compare(variant))),
    (problem) => {
      const { rule, severity = rule.severity } = problem;
      return severity === "error"
        ? { ...problem, severity: "unknown" }
        : problem;
    },
  );
}
