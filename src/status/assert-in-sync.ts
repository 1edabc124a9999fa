import { AssertionError } from "node:assert";
import { problemLines } from "../base/problem-lines.ts";
import { withStatusChecks } from "./checks.ts";
import type { StatusReport } from "./report.ts";

const HEADLINES = {
  failed: "A node is proven not to be in sync",
  unknown: "It could not be determined whether the nodes are in sync",
} as const;
const SERVICE_HEADLINES = {
  failed: "A node or a service is proven not to be in order",
  unknown:
    "It could not be determined whether the nodes and services are in order",
} as const;

/**
 * Passes if a report of `alpha status` says that every node is in sync, and that
 * every service that was asked is in order.
 *
 * @throws AssertionError of `node:assert` with all that are not, or of which it
 * is unknown, and what to do.
 *
 * @example
 * assertInSync(await hre.alpha.status());
 */
export function assertInSync(report: StatusReport): void {
  const { outcome } = report;
  if (outcome === "ok") {
    return;
  }
  const networks = report.networks.map(withStatusChecks);
  const headlines = report.networks.some(({ services }) => services)
    ? SERVICE_HEADLINES
    : HEADLINES;
  throw new AssertionError({
    message: `${headlines[outcome]}:\n${problemLines(networks)}`,
    actual: outcome,
    expected: "ok",
    operator: "assertInSync",
    stackStartFn: assertInSync,
  });
}
