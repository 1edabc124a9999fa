import { bySeverity, problemsOf } from "../base/problems.ts";
import { combineOutcomes, type Outcome } from "../base/report.ts";
import { verifyChecks } from "./checks.ts";
import type {
  CheckedFindings,
  NetworkFindings,
  NetworkVerification,
  VerifyCheck,
  VerifyReport,
} from "./report.ts";

/** The report of networks that were verified. */
export function verifyReport(
  { level, strict }: Pick<VerifyReport, "level" | "strict">,
  networks: readonly NetworkVerification[],
): VerifyReport {
  return {
    schemaVersion: 1,
    task: "verify",
    level,
    strict: strict || undefined,
    outcome: combineOutcomes(networks.map(({ outcome }) => outcome)),
    networks,
  };
}

/** A network with all that follows from its findings. */
export function judgeNetwork(
  found: NetworkFindings,
  strict = false,
): NetworkVerification {
  const { network, hardhatNetwork, chainId } = found;
  const { checks, ...judged } = judgeFindings(found, strict);
  const verdict = { ...judged, problems: problemsOf(checks) };
  // The verdict is in front of the findings, and replaces that of a former judgement.
  const head = { network, hardhatNetwork, chainId, ...verdict };
  return { ...head, ...found, ...verdict, checks };
}

/**
 * The checks of findings, and their outcome.
 *
 * @param strict whether code of no known release fails; else it is unknown whether it is
 * the contract, since a network may run a release that nobody fingerprinted
 */
export function judgeFindings(
  found: CheckedFindings,
  strict = false,
): Pick<NetworkVerification, "outcome" | "reason" | "checks"> {
  const checks = verifyChecks(found, strict);
  const outcome = outcomeOf(checks);
  const reasons = [summaryOf(checks), found.lock?.reason ?? ""];
  return {
    outcome,
    reason: outcome === "ok" ? undefined : reasons.filter(Boolean).join("; "),
    checks,
  };
}

/** The worst status of checks. Skipped ones do not count. */
export function outcomeOf(checks: readonly VerifyCheck[]): Outcome {
  return combineOutcomes(
    checks.flatMap(({ status }) => (status === "skipped" ? [] : [status])),
  );
}

const COUNTED: readonly (readonly [name: string, groups: readonly string[]])[] =
  [
    ["contracts", ["contracts"]],
    ["facts", ["wiring", "control"]],
  ];

/**
 * How many checks are not ok, as in `of 11 contracts, 1 absent, 2 unknown`; the network's
 * own reason where it has one.
 */
function summaryOf(checks: readonly VerifyCheck[]): string {
  const own = checks.find(({ group }) => group === "network")?.findings[0];
  const counts = COUNTED.flatMap(([name, groups]) => {
    const all = checks.filter(
      ({ group, status }) => groups.includes(group) && status !== "skipped",
    );
    const problems = all.filter(({ status }) => status !== "ok");
    const byVerdict = Map.groupBy(
      problems.toSorted(bySeverity),
      ({ verdict }) => (verdict === "unset" ? "not set" : verdict),
    );
    return problems.length === 0
      ? []
      : [
          `of ${all.length} ${name}`,
          ...[...byVerdict].map(
            ([verdict, { length }]) => `${length} ${verdict}`,
          ),
        ].join(", ");
  });
  return own?.reason ?? counts.join("; ");
}
