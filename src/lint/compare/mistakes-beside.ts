import { type FoundProblem, findProblems } from "../find-problems.ts";
import type { NetworkIndex } from "../network-index.ts";
import type { LintVariants } from "../parse-lint-file.ts";
import type { Difference } from "./compare-entry.ts";
import { ADDITIONAL_FIELD } from "./compare-rules.ts";

/**
 * What `alpha lint` finds in a compared file, unless it is a note or the comparison has
 * a difference at the same place.
 */
export async function mistakesBeside(
  differences: readonly Difference[],
  variants: LintVariants,
  index: NetworkIndex,
): Promise<readonly FoundProblem[]> {
  const compared = new Set(
    differences.map(({ place, rule, severity = rule.severity }) =>
      // What depends on the environment hides no error.
      severity === "unknown" ? `unknown ${place.start}` : `${place.start}`,
    ),
  );
  const repeated = differences.filter(({ rule }) => rule === ADDITIONAL_FIELD);
  const found = await findProblems(variants, index);
  return found
    .filter(
      ({ place, rule, severity = rule.severity }) =>
        severity !== "note" &&
        !compared.has(`${place.start}`) &&
        (severity === "error" || !compared.has(`unknown ${place.start}`)) &&
        !repeated.some(
          (whole) =>
            place.start >= whole.place.start && place.start < whole.place.end,
        ),
    )
    .map((problem) => ({ ...problem, edit: undefined }));
}
