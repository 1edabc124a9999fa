import { AssertionError } from "node:assert";
import { problemLines } from "../base/problems.ts";
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
  const { outcome, level, networks } = report;
  if (outcome === "ok") {
    return;
  }
  throw new AssertionError({
    message: `${HEADLINES[outcome]} (level ${level}):\n${problemLines(networks)}`,
    actual: outcome,
    expected: "ok",
    operator: "assertVerified",
    stackStartFn: assertVerified,
  });
}
