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

/** Maximum length of an entry's title, in UTF-16 units. */
const MAX_TITLE_LENGTH = 600;

/**
 * Runs all rules on a file. Conflicting edits of the same place are dropped, and each
 * problem has the entry that it is in.
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
  const edits = Map.groupBy(
    problems.flatMap(({ edit }) => edit ?? []),
    ({ start }) => start,
  );
  const sorted = [...file.entries, ...file.books, ...file.others].toSorted(
    (one, other) => one.chain.place.start - other.chain.place.start,
  );
  const starts = sorted.map(({ chain }) => chain.place.start);
  return problems.map((problem) => {
    const { edit, place } = problem;
    const others = edit && edits.get(edit.start);
    const isOnly = others?.every(({ text }) => text === edit?.text);
    const last = sorted[lastUpTo(starts, place.start)];
    const title = last && place.start < last.chain.place.end && titleOf(last);
    return {
      ...problem,
      edit: isOnly ? edit : undefined,
      entry: title
        ? untrustedText(title, { maxLength: MAX_TITLE_LENGTH })
        : undefined,
    };
  });
}
