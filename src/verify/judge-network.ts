import { problemsOf } from "../base/problems.ts";
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
  { level, strict = false }: Pick<VerifyReport, "level" | "strict">,
  networks: readonly NetworkVerification[],
): VerifyReport {
  return {
    schemaVersion: 1,
    task: "verify",
    level,
    strict: strict ? true : undefined,
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
  const outcome = combineOutcomes(
    checks.flatMap(({ status }) => (status === "skipped" ? [] : [status])),
  );
  const reasons = [summaryOf(checks), found.lock?.reason ?? ""];
  return {
    outcome,
    reason: outcome === "ok" ? undefined : reasons.filter(Boolean).join("; "),
    checks,
  };
}

/** How many checks are not ok; the reason alone where that is the network's. */
function summaryOf(checks: readonly VerifyCheck[]): string {
  const network = checks.find(({ group }) => group === "network");
  const facts = ["wiring", "control"];
  return (
    network?.findings[0]?.reason ??
    [
      counted("contracts", checks, ({ group }) => group === "contracts"),
      counted("facts", checks, ({ group }) => facts.includes(group)),
    ]
      .filter(Boolean)
      .join("; ")
  );
}

/** `of 11 contracts, 1 absent, 2 unknown`; empty if all are ok. */
function counted(
  name: string,
  checks: readonly VerifyCheck[],
  isCounted: (check: VerifyCheck) => boolean,
): string {
  const all = checks.filter(
    (check) => isCounted(check) && check.status !== "skipped",
  );
  const problems = (["failed", "unknown"] as const satisfies Outcome[]).flatMap(
    (wanted) => all.filter(({ status }) => status === wanted),
  );
  const verdicts = Map.groupBy(problems, ({ verdict }) => verdict);
  const parts = [...verdicts].map(
    ([verdict, { length }]) =>
      `${length} ${verdict === "unset" ? "not set" : verdict}`,
  );
  return parts.length === 0
    ? ""
    : [`of ${all.length} ${name}`, ...parts].join(", ");
}
