import { bySeverity, type Finding } from "../../base/problems.ts";
import type { JudgedNetwork, VerifyRow } from "../found.ts";
import { judgeByLock } from "../lock/judge-by-lock.ts";
import type { LockedNetwork } from "../lock-file/lock-file.ts";
import { type LockVerification, verdictOn } from "../lock-report.ts";
import type { Reason } from "../values/reason.ts";
import { rowOf } from "../words/findings.ts";
import { idOfChange, lockFindings } from "../words/lock-findings.ts";

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

/**
 * The state afterwards against the lock file, but for what may change. In doubt, only
 * what the transactions have changed is proven to differ.
 */
export function lockAfter(
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
  const { true: changes = [], false: doubted = [] } = Object.groupBy(
    lock.changes.filter((one) => !allowed.includes(idOfChange(one))),
    (one) => `${doubt === undefined || names.has(idOfChange(one))}` as const,
  );
  const reason: Reason = {
    code: "differs-in-doubt",
    facts: { doubt: doubt ?? "" },
  };
  const inDoubt = doubted.map((one) => ({ id: idOfChange(one), reason }));
  const compared = { ...lock, changes, unread: [...lock.unread, ...inDoubt] };
  return { ...compared, verdict: verdictOn(compared) };
}

/**
 * The row on differences from the lock file afterwards that are not allowed.
 */
export function lockRow(
  lock: LockVerification,
  after: JudgedNetwork,
  { isLockRequired, strict }: SimulationRules,
): VerifyRow {
  const findings = lockFindings(lock, { ...after, lock }, strict)
    .map((one) =>
      isLockRequired || one.status === "ok" ? one : withoutWeight(one),
    )
    .toSorted(bySeverity);
  return rowOf({ group: "lock", name: "lock file" }, findings, "holds");
}

function withoutWeight(finding: Finding): Finding {
  const reason = `${finding.reason}; this only fails with --lock`;
  return { ...finding, status: "skipped", reason };
}
