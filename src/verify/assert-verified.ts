import { AssertionError } from "node:assert";
import { groupProblems, problemLines } from "../base/problems.ts";
import { networkLabel } from "../base/text.ts";
import { verifyChecks } from "./checks.ts";
import type { VerifyReport } from "./report.ts";

const HEADLINES = {
  failed: "The networks are proven wrong",
  unknown: "It could not be determined whether the networks are right",
} as const;

/**
 * Passes if a report of `alpha verify` says that everything holds.
 *
 * @throws AssertionError of `node:assert` with all that is wrong, what is proven
 * before what is unknown, and what to do. What is unknown does not pass.
 *
 * @example
 * assertVerified(await hre.alpha.verify({ level: "wiring" }));
 */
export function assertVerified(report: VerifyReport): void {
  const { outcome, level } = report;
  if (outcome === "ok") {
    return;
  }
  const problems = report.networks.flatMap((network) =>
    groupProblems(verifyChecks(network, report)).map((problem) => ({
      ...problem,
      label: networkLabel(network),
    })),
  );
  throw new AssertionError({
    message: `${HEADLINES[outcome]} (level ${level}):\n${problemLines(problems)}`,
    actual: outcome,
    expected: "ok",
    operator: "assertVerified",
    stackStartFn: assertVerified,
  });
}
