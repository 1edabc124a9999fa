import { findingOf, problemsOf } from "../../base/problems.ts";
import { combineOutcomes } from "../../base/report.ts";
import { checkNetwork } from "../check-lock.ts";
import { checkOf, printable } from "../checks.ts";
import { lockFindings } from "../lock/describe-lock.ts";
import { judgeByLock } from "../lock/judge-by-lock.ts";
import type { LockedNetwork } from "../lock/lock-file.ts";
import type { LockChange } from "../lock/lock-report.ts";
import { lockedNetwork } from "../lock/update-lock.ts";
import type { NetworkVerification, VerifyCheck } from "../report.ts";
import type { SimulatedTransaction, Simulation } from "./report.ts";

/** What the state after transactions is compared with, and how strictly. */
export interface SimulationRules {
  /** The network in the lock file. */
  readonly locked: LockedNetwork | undefined;
  /** Whether what differs from the lock file fails. */
  readonly isLockRequired: boolean;
  /** Why what differs from the lock file, and was not changed, proves nothing. */
  readonly doubt: string | undefined;
}

/** A network before the transactions, as if it had been locked then. */
export function baselineOf(before: NetworkVerification): LockedNetwork {
  return lockedNetwork(before, before.block?.number ?? "0");
}

/**
 * The report on the state after transactions, whose checks are the transactions, and
 * what the audit says otherwise than before.
 */
export function judgeSimulation(
  before: NetworkVerification,
  after: NetworkVerification,
  simulation: Simulation,
  rules: SimulationRules,
): NetworkVerification {
  const { expected, transactions } = simulation;
  const different = differences(before, after);
  const names = different.map(({ name }) => name);
  const checks = [
    ...after.checks.filter(({ group }) => group === "network"),
    ...transactions.map(transactionCheck),
    ...different.map((check) =>
      expected.includes(check.name) ? asExpected(check) : check,
    ),
    ...lockChecks(after, new Set(names), expected, rules),
  ].map(printable);
  const outcome = combineOutcomes(
    checks.flatMap(({ status }) => (status === "skipped" ? [] : [status])),
  );
  const wrong = checks.filter(({ status }) => /failed|unknown/.test(status));
  const reasons = wrong.map(({ name, verdict }) => `${name} ${verdict}`);
  return {
    ...after,
    outcome,
    reason: outcome === "ok" ? undefined : reasons.join(", "),
    problems: problemsOf(checks),
    simulation,
    checks,
  };
}

const STATUSES = {
  succeeds: "ok",
  fails: "failed",
  unknown: "unknown",
  "not sent": "skipped",
} as const;

function transactionCheck(
  { call, from, verdict, reason }: SimulatedTransaction,
  index: number,
): VerifyCheck {
  const name = `transaction ${index + 1}`;
  const says = findingOf("ok", verdict, { reason: `${call} from ${from}` });
  const failure = findingOf(STATUSES[verdict], verdict, { reason });
  const findings = verdict === "succeeds" ? [says] : [says, failure];
  return checkOf({ group: "simulation", name }, findings, verdict);
}

/** The checks that are not the same as before, and those that could not be made. */
function differences(
  before: NetworkVerification,
  after: NetworkVerification,
): readonly VerifyCheck[] {
  const baseline = baselineOf(before);
  const [was, is] = [before, after].map((network) =>
    checkNetwork(network, baseline).checks.filter(
      ({ group }) => group !== "network" && group !== "lock",
    ),
  );
  const former = new Map(was?.map((check) => [check.name, check]));
  return (is ?? []).flatMap((check) => {
    const old = former.get(check.name);
    const isUnread = [old, check].some((one) => one?.verdict === "unknown");
    const isSame = JSON.stringify(old) === JSON.stringify(check);
    if (isUnread && (old?.status !== "ok" || check.status !== "failed")) {
      const worse = [check, old].find((one) => one?.verdict === "unknown");
      return worse ?? check;
    }
    // What follows from another change, such as the powers of a new owner.
    if (isSame || (old === undefined && check.status === "ok")) {
      return [];
    }
    const reason = `${old?.actual ?? old?.verdict} → ${check.actual ?? check.verdict}`;
    return check.status === "ok"
      ? checkOf(check, [findingOf("failed", "changed", { reason })])
      : check;
  });
}

function asExpected(check: VerifyCheck): VerifyCheck {
  const findings = check.findings.map((finding) =>
    finding.status === "failed"
      ? { ...finding, status: "ok" as const, verdict: "expected" }
      : finding,
  );
  return checkOf(check, findings, "expected");
}

/**
 * What differs from the lock file afterwards, though nobody expects that.
 *
 * @param changed the names of what the transactions have changed
 */
function lockChecks(
  after: NetworkVerification,
  changed: ReadonlySet<string>,
  expected: readonly string[],
  { locked, isLockRequired, doubt }: SimulationRules,
): readonly VerifyCheck[] {
  const { lock } = locked === undefined ? {} : judgeByLock(after, locked);
  if (lock === undefined) {
    return [];
  }
  const idOf = ({ fact, contract = "" }: LockChange) => fact ?? contract;
  const open = lock.changes.filter((one) => !expected.includes(idOf(one)));
  const isProven = (one: LockChange) =>
    doubt === undefined || changed.has(idOf(one));
  const reason = `it differs from the lock, which proves nothing: ${doubt}`;
  const doubted = open
    .filter((one) => !isProven(one))
    .map((one) => ({ contract: idOf(one), reason }));
  const compared = {
    ...lock,
    verdict: "changed",
    changes: open.filter(isProven),
    unread: [...lock.unread, ...doubted],
  } as const;
  const findings = lockFindings(compared, after, false).map((one) =>
    isLockRequired ? one : { ...one, status: "ok" as const },
  );
  return [checkOf({ group: "lock", name: "lock file" }, findings, "holds")];
}
