import { alphaError } from "./errors.ts";
import {
  bySeverity,
  type Cause,
  type Check,
  groupProblems,
  problemTitle,
  type Severity,
  subjectOf,
  untitledRows,
} from "./problems.ts";
import { recordOf } from "./records.ts";
import type { Outcome } from "./report.ts";
import { networkLabel } from "./text.ts";

/** The maximum number of items in the message of an assertion; the rest is counted. */
const MAX_SHOWN = 50;

/** A network, and what was checked of it. */
export interface CheckedNetwork {
  readonly network: string;
  readonly hardhatNetwork: string | null;
  readonly rows: readonly Check[];
}

/** A problem in the message of an assertion. */
export interface ListedProblem extends Cause {
  readonly status: Exclude<Outcome, "ok">;
  readonly severity?: Severity | undefined;
  readonly title: string;
  /** The affected rows, as far as the title does not name them. */
  readonly affected: readonly string[];
}

/**
 * JavaScript callers may pass the report of another task, which says nothing of this one,
 * or a promise.
 *
 * @throws HardhatPluginError unless it is a report of the task.
 */
export function requireReport(report: unknown, task: string): void {
  if (recordOf(report)["task"] !== task) {
    throw alphaError(
      `Expected a report of alpha ${task}: pass "await hre.alpha.${task}()", or that of a connection.`,
    );
  }
}

/** The problems of networks as lines. */
export function problemLines(networks: readonly CheckedNetwork[]): string {
  return listProblems(
    networks.flatMap((network) =>
      groupProblems(network.rows).map((problem) => ({
        ...problem,
        title: `${networkLabel(network)}: ${problemTitle(problem, subjectOf)}`,
        affected: untitledRows(problem).map(subjectOf),
      })),
    ),
  );
}

/** Problems as lines, the worst first. */
export function listProblems(all: readonly ListedProblem[]): string {
  const problems = all.toSorted(bySeverity);
  const shown = problems.slice(0, MAX_SHOWN);
  const lines = shown.flatMap(({ title, reason, remedy, affected }, index) => {
    const [previous, next] = [shown[index - 1], shown[index + 1]];
    // Several reasons of one check, such as changes of the lock file, are a list.
    const isFirst = previous?.title !== title;
    const isList = !isFirst || next?.title === title;
    const more = affected.length - MAX_SHOWN;
    return [
      ...(isFirst ? [`  ${title}:${isList ? "" : ` ${reason}`}`] : []),
      ...(isList ? [`    ${reason}`] : []),
      ...affected.slice(0, MAX_SHOWN).map((one) => `    ${one}`),
      ...(more > 0 ? [`    and ${more} more`] : []),
      // Shown once, below the last problem that it applies to.
      ...(remedy === undefined || remedy === next?.remedy
        ? []
        : [`    ${remedy}`]),
    ];
  });
  const more = problems.length - shown.length;
  return [...lines, ...(more > 0 ? [`  and ${more} more`] : [])].join("\n");
}
