import { bySeverity, type Finding } from "../../base/problems.ts";
import { given } from "../../base/records.ts";
import type { CheckedFindings } from "../found.ts";
import { LOCK_FILE } from "../lock-file/lock-file.ts";
import type { LockChange, LockVerification } from "../lock-report.ts";
import { contractId } from "../values/path.ts";
import { type Reason, reasonKey } from "../values/reason.ts";
import { describeChange } from "./changes.ts";
import { findingFor, NEWER, NOT_LOCKED } from "./findings.ts";
import { factFinding } from "./render.ts";
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
  const changes = (found.lock?.changes ?? []).filter(isWanted);
  return changes.map((change) => {
    const { contract, severity } = change;
    const about = contract === undefined ? "" : `${contract}: `;
    const text = `${subject ?? about}${describeChange(change, found)}`;
    const reason: Reason = {
      code: "changed",
      subject: idOfChange(change),
      facts: { text },
    };
    return findingFor("failed", "changed", reason, { severity });
  });
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
  const findings: Finding[] = [];
  if (verdict === "unknown" && unread.length === 0) {
    const word = lock.entry === undefined ? NOT_LOCKED : verdict;
    findings.push(findingFor("unknown", word, reason, found.outdated));
  }
  findings.push(
    ...changeFindings(found, (change) => !rows.has(idOfChange(change))),
  );
  const named = changes.filter((change) => rows.has(idOfChange(change)));
  const names = [...Map.groupBy(named, ({ severity }) => severity)].map(
    ([severity, all]) =>
      `${[...new Set(all.map(idOfChange))].join(", ")} (${severity})`,
  );
  const [gravest] = named;
  if (gravest !== undefined) {
    const why: Reason = { code: "changes", facts: { text: names.join("; ") } };
    findings.push(findingFor("failed", "changed", why, gravest));
  }
  const task = block === undefined ? "locked" : "compared";
  for (const [key, all] of Map.groupBy(unread, (one) =>
    reasonKey(one.reason),
  )) {
    const [first] = all;
    if (first !== undefined) {
      const named = { names: all.map(({ id }) => id).join(", "), task };
      // A reason that the contracts or facts have already is not stated another way.
      const why: Reason = known.has(key)
        ? first.reason
        : { code: "not-compared", facts: named, cause: first.reason };
      const fact = facts.find(({ id }) => id === first.id);
      findings.push(factFinding("unknown", "unknown", why, fact, found));
    }
  }
  if (unpinned.length > 0) {
    const status = strict ? "failed" : "unknown";
    const why = { code: "not-in-lock", ...aboutAll(unpinned) } as const;
    findings.push(findingFor(status, "incomplete", why));
  }
  if (newer.length > 0) {
    const status = strict ? "failed" : "ok";
    const why = { code: "newer-values", ...aboutAll(newer) } as const;
    findings.push(findingFor(status, NEWER, why));
  }
  return findings.toSorted(bySeverity);
}

function aboutAll(ids: readonly string[]): Pick<Reason, "subject" | "facts"> {
  const names = ids.join(", ");
  return { subject: names, facts: { names } };
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
