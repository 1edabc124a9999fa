import { untrustedText } from "../base/untrusted-text.ts";
import { lastUpTo } from "../sources/script/syntax.ts";
import type { NetworkIndex } from "./network-index.ts";
import type { LintRuleInfo } from "./report.ts";
import { LINT_RULES } from "./rules.ts";
import { titleOf } from "./texts.ts";
import type { LintFile, LintProblem, LintRule } from "./types.ts";

/** A problem, and the rule that found it. */
export interface FoundProblem extends LintProblem {
  readonly rule: LintRuleInfo;
  /** The network or the name of the entry that it is in, if it is in one. */
  readonly entry?: string | undefined;
}

/**
 * Runs all rules on a file. Conflicting edits of the same place are dropped.
 */
export async function findProblems(
  file: LintFile,
  index: NetworkIndex,
  rules: readonly LintRule[] = LINT_RULES,
): Promise<readonly FoundProblem[]> {
  const found = new Map<string, FoundProblem>();
  const covered = new Set<string>();
  for (const own of rules) {
    const { covers = [] } = own;
    for (const problem of await own.find({ file, index })) {
      // A constant that several chains use is reported once.
      const { rule = own, place, message } = problem;
      const { severity = rule.severity } = problem;
      const hidden = problem.covers ?? (severity === "error" ? covers : []);
      found.set(JSON.stringify([rule.id, place.start, message]), {
        ...problem,
        rule,
      });
      for (const other of hidden) {
        covered.add(`${other} ${place.start}`);
      }
    }
  }
  const problems = [...found.values()].filter(
    ({ rule, place }) => !covered.has(`${rule.id} ${place.start}`),
  );
  return withEntries(file, withoutConflicts(problems));
}

function withoutConflicts(
  problems: readonly FoundProblem[],
): readonly FoundProblem[] {
  const edits = Map.groupBy(
    problems.flatMap(({ edit }) => edit ?? []),
    ({ start }) => start,
  );
  return problems.map((problem) => {
    const { edit } = problem;
    const all = edit === undefined ? [] : (edits.get(edit.start) ?? []);
    const isOnly = all.every(({ text }) => text === edit?.text);
    return isOnly ? problem : { ...problem, edit: undefined };
  });
}

/** Maximum length of an entry's title, in UTF-16 units. */
const MAX_TITLE_LENGTH = 600;

/** Problems with the entries that they are in. */
function withEntries(
  { entries, books, others }: LintFile,
  problems: readonly FoundProblem[],
): readonly FoundProblem[] {
  const sorted = [...entries, ...books, ...others].toSorted(
    (one, other) => one.chain.place.start - other.chain.place.start,
  );
  const starts = sorted.map(({ chain }) => chain.place.start);
  return problems.map((problem) => {
    const { start } = problem.place;
    const last = sorted[lastUpTo(starts, start)];
    const title = last && start < last.chain.place.end && titleOf(last);
    return {
      ...problem,
      entry: title
        ? untrustedText(title, { maxLength: MAX_TITLE_LENGTH })
        : undefined,
    };
  });
}
