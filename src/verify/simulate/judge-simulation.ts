import { bySeverity } from "../../base/problems.ts";
import { given, ownValue } from "../../base/records.ts";
import { didYouMean } from "../../base/suggest-name.ts";
import {
  type FactVerification,
  type JudgedNetwork,
  readingOfFact,
  type VerifyRow,
} from "../found.ts";
import { judgeNetwork, outcomeOf } from "../judge-network.ts";
import { judgeByLock } from "../lock/judge-by-lock.ts";
import { lockedNetwork } from "../lock/update-lock.ts";
import type { LockedNetwork } from "../lock-file/lock-file.ts";
import {
  type LockChange,
  type LockVerification,
  verdictOn,
} from "../lock-report.ts";
import type { Simulation } from "../simulation-report.ts";
import { readingOf } from "../values/codec.ts";
import { compare, sameness } from "../values/compare.ts";
import { isOfExpectation, rowOf } from "../words/findings.ts";
import { idOfChange, lockFindings } from "../words/lock-findings.ts";
import { printable } from "../words/rows.ts";
import { transactionRow } from "./describe-call.ts";
import { auditRows, differences, foundOnOneSide } from "./differences.ts";

/** The rules by which the state after transactions is judged. */
export interface SimulationRules {
  /** The network in the lock file. */
  readonly locked: LockedNetwork | undefined;
  /** True if what differs from the lock file fails. */
  readonly isLockRequired: boolean;
  /**
   * The reason why what differs from the lock file, and was not changed, proves
   * nothing.
   */
  readonly doubt: string | undefined;
  /** True if what becomes unidentified, or is not in the lock file, fails. */
  readonly strict: boolean;
  /** Remarks on the file. */
  readonly notes?: readonly string[] | undefined;
}

/** A network before the transactions, as if it had been locked then. */
export function baselineOf(before: JudgedNetwork): LockedNetwork {
  return lockedNetwork(before, before.block?.number ?? "0");
}

/**
 * The report on the state after transactions: the transactions, and what the audit says
 * otherwise than before.
 */
export function judgeSimulation(
  before: JudgedNetwork,
  after: JudgedNetwork,
  simulation: Simulation,
  rules: SimulationRules,
): JudgedNetwork {
  const { allowed, transactions } = simulation;
  const baseline = baselineOf(before);
  const compared = comparedWith(baseline, after, rules.strict);
  const was = auditRows(comparedWith(baseline, before, rules.strict));
  const is = auditRows(compared);
  const changed = differences(was, is, rules.doubt);
  const different = [...changed, ...foundOnOneSide(was, is, changed)];
  const lock = lockAfter(after, different, allowed, rules);
  const rows = [
    ...after.rows.filter(({ group }) => group === "network"),
    ...transactions.map(transactionRow),
    ...different.map((row) =>
      allowed.includes(row.name) ? asAllowed(row) : row,
    ),
    ...given(lock && lockRow(lock, after, rules)),
  ].map(printable);
  const outcome = outcomeOf(rows);
  const wrong = rows.filter(
    ({ status }) => status === "failed" || status === "unknown",
  );
  const reasons = wrong.map(({ name, verdict }) => `${name} ${verdict}`);
  return {
    ...compared,
    outcome,
    why: outcome === "ok" ? undefined : reasons.join(", "),
    simulation,
    rows,
    lock,
    audited: compared,
    notes: [
      ...after.notes,
      ...(rules.notes ?? []),
      ...unknownNames(allowed, [...was, ...is]),
    ],
  };
}

/** A network compared with the baseline. What was not read before is not new. */
function comparedWith(
  baseline: LockedNetwork,
  network: JudgedNetwork,
  strict: boolean,
): JudgedNetwork {
  const { notLookedAt } = network;
  // A change of a value that may be any is still one.
  const { lock, facts, ...found } = judgeByLock(
    { ...network, expect: undefined },
    baseline,
  );
  const changes = lock?.changes.filter(
    ({ field, before }) => field !== "contract" || before !== undefined,
  );
  return judgeNetwork(
    {
      ...found,
      notLookedAt,
      expect: network.expect,
      facts: facts?.map((fact) => withBaseline(fact, baseline)),
      lock: lock && changes && { ...lock, changes },
    },
    strict,
  );
}

/**
 * A fact that is neither the same nor changed is unknown, unless both sides leave open
 * the same: what either side alone has may come from the transactions.
 */
function withBaseline(
  fact: FactVerification,
  { policy }: LockedNetwork,
): FactVerification {
  const before = ownValue(policy, fact.id);
  if (before === undefined || fact.value === undefined) {
    return fact;
  }
  const difference = compare(readingOf(before), readingOfFact(fact));
  const { unsure } = difference;
  if (sameness(difference) !== "unclear") {
    return fact;
  }
  if (unsure.before.length + unsure.now.length === 0) {
    return { ...fact, verdict: "listed", reason: undefined };
  }
  return { ...fact, verdict: "unknown", reason: { code: "may-have-changed" } };
}

/** Findings on names that no row has, which are probably mistyped. */
function unknownNames(
  allowed: readonly string[],
  rows: readonly VerifyRow[],
): readonly string[] {
  const names = new Set(rows.map(({ name }) => name));
  return allowed
    .filter((id) => !names.has(id))
    .map((id) =>
      `--allow names "${id}", which was not verified. ${didYouMean(id, names)}`.trim(),
    );
}

function asAllowed(row: VerifyRow): VerifyRow {
  const findings = row.findings.map((finding) => {
    const isChange =
      finding.status === "failed" || finding.code === "differs-from-before";
    if (isChange && !isOfExpectation(finding)) {
      return { ...finding, status: "ok" as const, verdict: "allowed" };
    }
    return finding;
  });
  return rowOf(row, findings, "allowed");
}

/**
 * The state afterwards against the lock file, but for what may change. In doubt, only
 * what the transactions have changed is proven to differ.
 */
function lockAfter(
  after: JudgedNetwork,
  changed: readonly VerifyRow[],
  allowed: readonly string[],
  { locked, doubt }: SimulationRules,
): LockVerification | undefined {
  const lock = locked && judgeByLock(after, locked).lock;
  if (lock === undefined) {
    return undefined;
  }
  const names = new Set(changed.map(({ name }) => name));
  const changes: LockChange[] = [];
  const unread = [...lock.unread];
  for (const change of lock.changes) {
    const id = idOfChange(change);
    if (allowed.includes(id)) {
      continue;
    }
    if (doubt === undefined || names.has(id)) {
      changes.push(change);
    } else {
      const reason = { code: "differs-in-doubt", facts: { doubt } } as const;
      unread.push({ id, reason });
    }
  }
  const compared = { ...lock, changes, unread };
  return { ...compared, verdict: verdictOn(compared) };
}

/**
 * The row on differences from the lock file afterwards that are not allowed.
 */
function lockRow(
  lock: LockVerification,
  after: JudgedNetwork,
  { isLockRequired, strict }: SimulationRules,
): VerifyRow {
  const findings = lockFindings(lock, { ...after, lock }, strict).map((one) => {
    if (isLockRequired || one.status === "ok") {
      return one;
    }
    const reason = `${one.reason}; this only fails with --lock`;
    return { ...one, status: "skipped" as const, reason };
  });
  const subject = { group: "lock", name: "lock file" } as const;
  return rowOf(subject, findings.toSorted(bySeverity), "holds");
}
