import { bySeverity, type Finding } from "../../base/problems.ts";
import { given } from "../../base/records.ts";
import type { CheckedFindings } from "../found.ts";
import { LOCK_FILE } from "../lock-file/lock-file.ts";
import type { LockChange, LockVerification } from "../lock-report.ts";
import { contractId } from "../values/path.ts";
import { type Reason, reasonKey } from "../values/reason.ts";
import { describeChange } from "./changes.ts";
import { findingFor, NEWER, NOT_LOCKED } from "./findings.ts";
import { factFinding } from "./parties.ts";
import { sentence } from "./sentences.ts";

/**
 * Findings on the changes since the lock that are wanted.
 *
 * @param subject what each begins with; by default the contract
 */
export function changeFindings(
  found: CheckedFindings,
  isWanted: (change: LockChange) => boolean,
  subject?: string,
): readonly Finding[] {
  const { lock } = found;
  return (lock?.changes ?? [])
    .filter(isWanted)
    .map((change) => changeFinding(change, found, subject));
}

function changeFinding(
  change: LockChange,
  found: CheckedFindings,
  subject = change.contract === undefined ? "" : `${change.contract}: `,
): Finding {
  const { severity } = change;
  const text = `${subject}${describeChange(change, found)}`;
  const reason: Reason = {
    code: "changed",
    subject: idOfChange(change),
    facts: { text },
  };
  return findingFor("failed", "changed", reason, { severity });
}

/**
 * The id of a change: a contract or a fact, or a member of the network's entry.
 */
export function idOfChange({ contract, fact, field }: LockChange): string {
  return contract ?? fact ?? field;
}

/**
 * The findings of the lock file's own row: the names of the rows that have
 * changed, what no other row says, and what could not be compared.
 */
export function lockFindings(
  lock: LockVerification,
  found: CheckedFindings,
  strict: boolean,
): readonly Finding[] {
  const { verdict, block, reason, changes, unread } = lock;
  const { unpinned = [], newer = [] } = lock;
  const { contracts, facts = [] } = found;
  const known = new Set(
    [...contracts, ...facts].map((one) => one.reason && reasonKey(one.reason)),
  );
  const rows = new Set([
    ...contracts.map(contractId),
    ...facts.map(({ id }) => id),
  ]);
  const named = changes.filter((change) => rows.has(idOfChange(change)));
  const names = [...Map.groupBy(named, ({ severity }) => severity)].map(
    ([severity, all]) =>
      `${[...new Set(all.map(idOfChange))].join(", ")} (${severity})`,
  );
  const task = block === undefined ? "locked" : "compared";
  const byReason = Map.groupBy(unread, (one) => reasonKey(one.reason));
  const isNotLocked = verdict === "unknown" && unread.length === 0;
  const other = (text: string): Reason => ({
    code: "changes",
    facts: { text },
  });
  return [
    ...given(isNotLocked && findingFor("unknown", NOT_LOCKED, reason)),
    ...changeFindings(found, (change) => !rows.has(idOfChange(change))),
    ...given(
      names.length > 0 &&
        findingFor("failed", "changed", other(names.join("; ")), {
          severity: named[0]?.severity,
        }),
    ),
    ...[...byReason].flatMap(([key, all]) => {
      const [first] = all;
      if (first === undefined) {
        return [];
      }
      const named = { names: all.map(({ id }) => id).join(", "), task };
      // A reason that the contracts or facts have already is not stated another way.
      const why: Reason = known.has(key)
        ? first.reason
        : { code: "not-compared", facts: named, cause: first.reason };
      const fact = facts.find(({ id }) => id === first.id);
      return [factFinding("unknown", "unknown", why, fact, found)];
    }),
    ...given(
      unpinned.length > 0 &&
        findingFor(strict ? "failed" : "unknown", "incomplete", {
          code: "not-in-lock",
          subject: unpinned.join(", "),
          facts: { names: unpinned.join(", ") },
        }),
      newer.length > 0 &&
        findingFor(strict ? "failed" : "ok", NEWER, {
          code: "newer-values",
          subject: newer.join(", "),
          facts: { names: newer.join(", ") },
        }),
    ),
  ].toSorted(bySeverity);
}

/**
 * How much differs from the lock, or could not be compared; empty if nothing counts.
 *
 * @param strict whether values that the lock could not have count
 */
export function lockSummary(lock: LockVerification, strict: boolean): string {
  const { block, changes, unread, reason, unpinned = [], newer = [] } = lock;
  if (reason !== undefined) {
    return sentence(reason);
  }
  const counts = given(
    counted(changes.length, "change"),
    counted(unread.length, "value", " that could not be compared"),
    unpinned.length > 0 && `incomplete, without ${unpinned.join(", ")}`,
    strict && counted(newer.length, "value", " newer than it"),
  );
  if (counts.length === 0) {
    return "";
  }
  const of = block === undefined ? LOCK_FILE : `${LOCK_FILE} of block ${block}`;
  return `${of}: ${counts.join(", ")}`;
}

function counted(number: number, what: string, more = ""): string {
  if (number === 0) {
    return "";
  }
  return `${number} ${what}${number === 1 ? "" : "s"}${more}`;
}
