import { alphaError } from "../../src/base/errors.ts";
import {
  type CheckedNetwork,
  problemLines,
} from "../../src/base/problem-lines.ts";
import {
  groupProblems,
  isProblem,
  problemId,
  problemKey,
} from "../../src/base/problems.ts";
import { combineOutcomes, type Outcome } from "../../src/base/report.ts";
import { networkLabel } from "../../src/base/text.ts";
import type { CommonArguments, RepeatArguments } from "../cli/arguments.ts";
import { emit } from "../cli/output.ts";
import { wrapLines } from "../cli/wrap-text.ts";
import type { WithValues } from "./reported-values.ts";
import { type SeenProblem, valuesOf } from "./seen-values.ts";

/**
 * The problems of the last run to compare with, if one is given.
 *
 * @throws HardhatPluginError if its file has no name, or is no report of the task.
 */
export async function lastRun(
  { changesSince: file }: Pick<RepeatArguments, "changesSince">,
  task: "verify" | "status",
): Promise<readonly SeenProblem[] | undefined> {
  if (file === undefined) {
    return undefined;
  }
  if (file.trim() === "") {
    throw alphaError("--changes-since requires the path of a JSON report.");
  }
  const { readLastRun } = await import("./last-run.ts");
  return await readLastRun(file, task);
}

/**
 * Prints to stdout what is new, if anything is.
 *
 * @returns the outcome of the new problems alone
 * @throws HardhatPluginError if it cannot be written.
 */
export async function printChanges(
  last: readonly SeenProblem[],
  networks: readonly (CheckedNetwork & WithValues)[],
): Promise<Outcome> {
  const { text, outcome } = changesSince(last, networks);
  await emit((style) => (text === "" ? "" : wrapLines(text, style)));
  return outcome;
}

/**
 * Checks the options of repeated runs, which print less than a report has.
 *
 * @throws HardhatPluginError on options that cannot be combined.
 */
export function checkRepeated({
  format,
  out,
  quiet,
  changesSince,
}: RepeatArguments & Pick<CommonArguments, "format" | "out">): void {
  const isShortened = quiet || changesSince !== undefined;
  if (isShortened && format !== "table" && out === undefined) {
    throw alphaError(
      `${quiet ? "--quiet" : "--changes-since"} requires --format table or --out FILE: --format ${format} always prints the full report.`,
    );
  }
}

/**
 * The problems that the last run did not have, and the rows that had some and have none
 * any more, or are gone. No text if nothing changed; the outcome is that of the new
 * problems alone.
 */
export function changesSince(
  last: readonly SeenProblem[],
  networks: readonly (CheckedNetwork & WithValues)[],
): { readonly text: string; readonly outcome: Outcome } {
  const seen = new Set(last.map(identityOf));
  const fresh = networks.map((one) => {
    const network = networkLabel(one);
    const seenOf = valuesOf(one);
    // A report has the worst status of all that one cause explains.
    const problemOf = new Map(
      groupProblems(one.rows).map((problem) => [problemKey(problem), problem]),
    );
    const rows = one.rows.map((row) => ({
      ...row,
      findings: row.findings.filter(isProblem).filter((finding) => {
        const problem = problemOf.get(problemKey(finding)) ?? finding;
        const { status, code, subject, verdict } = problem;
        // Nodes and services have no codes: their states tell, which are in their values.
        const id = code === undefined ? "" : problemId(code, subject, verdict);
        const about = { id, value: seenOf(row.name, id) };
        const place = { network, check: row.name };
        return !seen.has(identityOf({ ...place, ...about, status }));
      }),
    }));
    return { ...one, rows };
  });
  const resolved = new Set<string>();
  const gone = new Set<string>();
  for (const one of networks) {
    const label = networkLabel(one);
    const checked = one.rows.filter(({ status }) => status !== "skipped");
    const statuses = new Map(checked.map((row) => [row.name, row.status]));
    const former = last.filter(({ network }) => network === label);
    // A network that could not be read has other rows.
    const isRead =
      (statuses.get("network") ?? "ok") === "ok" &&
      !former.some(({ check }) => check === "network");
    for (const { check } of former) {
      const status = statuses.get(check);
      if (status === "ok") {
        resolved.add(`  ${label}: ${check}`);
      } else if (status === undefined && isRead) {
        gone.add(`  ${label}: ${check}`);
      }
    }
  }
  const problems = problemLines(fresh);
  const statuses = fresh
    .flatMap(({ rows }) => rows)
    .flatMap(({ findings }) => findings.map(({ status }) => status));
  return {
    text: [
      ...(problems === "" ? [] : ["New problems:", problems]),
      ...(resolved.size === 0 ? [] : ["No longer a problem:", ...resolved]),
      ...(gone.size === 0 ? [] : ["No longer checked, or solved:", ...gone]),
    ].join("\n"),
    outcome: statuses.length === 0 ? "ok" : combineOutcomes(statuses),
  };
}

/**
 * The id of a node, which has none, or one that ends in this verdict. Of a list that the
 * lock file has in part, the members of now were read.
 */
const UNREAD = /^$|^(?!incomplete-baseline ).*\bunknown$/;

/**
 * The key by which the next run recognises a problem: its id and, since one change may
 * follow another, the value that was read. Why something could not be read changes without
 * anything else.
 */
function identityOf(problem: SeenProblem): string {
  const { network, check, status, id, value } = problem;
  const isUnread = status === "unknown" && UNREAD.test(id);
  const why = isUnread ? "" : `${id} ${value}`;
  return [network, check, status, why].join(" ");
}
