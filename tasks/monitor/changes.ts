import { alphaError } from "../../src/base/errors.ts";
import {
  type CheckedNetwork,
  isProblem,
  problemLines,
} from "../../src/base/problems.ts";
import { combineOutcomes, type Outcome } from "../../src/base/report.ts";
import { networkLabel } from "../../src/base/text.ts";
import type { CommonArguments, RepeatArguments } from "../cli/arguments.ts";
import { emit } from "../cli/output.ts";
import { wrapLines } from "../cli/wrap-text.ts";
import type { SeenProblem } from "./last-run.ts";

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
  networks: readonly CheckedNetwork[],
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
      `${quiet ? "--quiet" : "--changes-since"} requires --format table or --out FILE: ${format} has all that was found.`,
    );
  }
}

/**
 * The problems that the last run did not have, and the checks that it had some of. No
 * text if nothing changed; the outcome is that of the new problems alone.
 */
export function changesSince(
  last: readonly SeenProblem[],
  networks: readonly CheckedNetwork[],
): { readonly text: string; readonly outcome: Outcome } {
  const seen = new Set(last.map(identityOf));
  const had = new Set(last.map(({ network, check }) => `${network} ${check}`));
  const fresh = networks.map((one) => ({
    ...one,
    checks: one.checks.map((check) => ({
      ...check,
      findings: check.findings.filter(isProblem).filter((finding) => {
        const place = { network: networkLabel(one), check: check.name };
        return !seen.has(identityOf({ ...finding, ...place }));
      }),
    })),
  }));
  const resolved = networks.flatMap((one) =>
    one.checks
      .filter(({ status, name }) => {
        return status === "ok" && had.has(`${networkLabel(one)} ${name}`);
      })
      .map(({ name }) => `  ${networkLabel(one)}: ${name}`),
  );
  const problems = problemLines(fresh);
  const statuses = fresh
    .flatMap(({ checks }) => checks)
    .flatMap(({ findings }) => findings.map(({ status }) => status));
  return {
    text: [
      ...(problems === "" ? [] : ["New problems:", problems]),
      ...(resolved.length === 0 ? [] : ["No longer a problem:", ...resolved]),
    ].join("\n"),
    outcome: statuses.length === 0 ? "ok" : combineOutcomes(statuses),
  };
}

/**
 * What a problem is recognised by in the next run. Why something is unknown, the number
 * of a block and ages change without anything else.
 */
function identityOf({ network, check, status, reason }: SeenProblem): string {
  const why = reason.replace(/\bblock \d+|-?\d+ (?:s|blocks)\b/g, "#");
  return [network, check, status, status === "unknown" ? "" : why].join(" ");
}
