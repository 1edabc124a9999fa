import {
  type Finding,
  groupProblems,
  problemId,
  problemTitle,
  worstOf,
} from "../../base/problems.ts";
import { given } from "../../base/records.ts";
import { oneLine } from "../../base/text.ts";
import type { JudgedNetwork, JudgedReport, VerifyRow } from "../found.ts";
import type {
  ReportedContract,
  ReportedFinding,
  ReportedNetwork,
  ReportedProblem,
  VerifyReport,
} from "../report.ts";
import { contractId } from "../values/path.ts";
import { factWords } from "./fact-words-loader.ts";
import { sentence } from "./sentences.ts";

/** The report of a verification, in the shape of `schemas/verify.json`. */
export function reportOf(report: JudgedReport): VerifyReport {
  const { level, strict, outcome } = report;
  const networks = report.networks.map(reportedNetwork);
  return { schemaVersion: 2, task: "verify", level, strict, outcome, networks };
}

function reportedNetwork(judged: JudgedNetwork): ReportedNetwork {
  const { network, hardhatNetwork, chainId, outcome, endpoint, rows } = judged;
  const { block, doubt, anchors, notes, simulation, lock, audited } = judged;
  const compared = { ...judged, lock: audited?.lock ?? lock };
  const names = new Set(rows.map(({ name }) => name));
  const all = [
    ...rows,
    ...(audited?.rows ?? []).filter(({ name }) => !names.has(name)),
  ];
  // Entries of a list may have one name: each has its own row, in their order.
  const byName = Map.groupBy(all, ({ name }) => name);
  const nextRow = (name: string) => byName.get(oneLine(name))?.shift();
  const lockRow = rows.find(({ group }) => group === "lock");
  return {
    ...{ network, hardhatNetwork, chainId, outcome, reason: judged.why },
    problems: reportedProblems(rows),
    ...{ endpoint, block, doubt, anchors },
    finding: nextRow("network")?.findings.map(reportedFinding)[0],
    contracts: judged.contracts.map((contract): ReportedContract => {
      const { proxyUnread: _unread, ...one } = withoutReason(contract);
      const id = contractId(one);
      return {
        ...one,
        proxy: one.proxy && withoutReason(one.proxy),
        identity: one.identity && withoutReason(one.identity),
        change: compared.lock && factWords().reportedChange(id, compared),
        ...findingsOf(nextRow(id)),
      };
    }),
    facts: judged.facts?.map((fact) => ({
      ...factWords().reportedFact(fact, compared),
      finding: findingsOf(nextRow(fact.id)).finding,
    })),
    // In a simulation, the lock file's row is about the state afterwards.
    lock: lockRow &&
      lock && {
        verdict: lock.verdict,
        block: lock.block,
        findings: lockRow.findings.map(reportedFinding),
      },
    notLookedAt: judged.notLookedAt?.map(({ id, label, reason }) => ({
      id,
      code: reason.code,
      reason: oneLine(given(label, sentence(reason)).join(": ")),
    })),
    simulation,
    notes,
  };
}

function withoutReason<T extends { readonly reason?: unknown }>({
  reason: _reason,
  ...rest
}: T): Omit<T, "reason"> {
  return rest;
}

/** The findings on a contract or a fact besides its change, the worst first. */
function findingsOf(
  row: VerifyRow | undefined,
): Pick<ReportedContract, "finding" | "further"> {
  const findings = (row?.findings ?? []).filter(
    ({ code }) => code !== "changed",
  );
  const worst = worstOf(findings);
  const further = findings
    .filter((finding) => finding !== worst)
    .map(reportedFinding);
  return {
    finding: worst && reportedFinding(worst),
    further: further.length === 0 ? undefined : further,
  };
}

function reportedFinding(finding: Finding): ReportedFinding {
  const { status, verdict, code, reason, remedy } = finding;
  return { status, verdict, code, reason, remedy };
}

/** The problems of rows, each with an id that no other one has. */
function reportedProblems(
  rows: readonly VerifyRow[],
): readonly ReportedProblem[] {
  const counts = new Map<string, number>();
  return groupProblems(rows).map((problem) => {
    const { status, severity, reason, remedy, affected, named } = problem;
    const { code = "", subject, verdict } = problem;
    const base = problemId(code, subject, verdict);
    const count = (counts.get(base) ?? 0) + 1;
    counts.set(base, count);
    return {
      id: count === 1 ? base : `${base} ${count}`,
      status,
      severity,
      title: problemTitle(problem),
      reason,
      remedy,
      affects: affected.map(({ check }) => check.name),
      named: named.map(({ check }) => check.name),
    };
  });
}
