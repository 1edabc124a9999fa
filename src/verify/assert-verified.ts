import { AssertionError } from "node:assert";
import { findingList, networkLabel } from "../base/text.ts";
import { verifyChecks } from "./checks.ts";
import type { VerifyReport } from "./report.ts";

const HEADLINES = {
  failed: "The networks are proven wrong",
  unknown: "It could not be determined whether the networks are right",
} as const;

/**
 * Passes if a report of `alpha verify` says that everything holds.
 *
 * @throws AssertionError of `node:assert` with all findings, those that are
 * proven before those that are unknown. What is unknown does not pass.
 *
 * @example
 * assertVerified(await hre.alpha.verify({ level: "wiring" }));
 */
export function assertVerified(report: VerifyReport): void {
  const { outcome, level } = report;
  if (outcome === "ok") {
    return;
  }
  const findings = report.networks.flatMap((network) =>
    verifyChecks(network, report).map((check) => ({
      ...check,
      network: networkLabel(network),
    })),
  );
  const lines = (["failed", "unknown"] as const).flatMap((wanted) =>
    findings
      .filter(({ status }) => status === wanted)
      .map(({ network, name, verdict, address, reasons }) =>
        [
          `${network}: ${name}`,
          ...(address === undefined ? [] : [address]),
          [verdict, ...reasons].join(": "),
        ].join(" "),
      ),
  );
  throw new AssertionError({
    message: `${HEADLINES[outcome]} (level ${level}):\n${findingList(lines)}`,
    actual: outcome,
    expected: "ok",
    operator: "assertVerified",
    stackStartFn: assertVerified,
  });
}
