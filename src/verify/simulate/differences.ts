import type { Finding } from "../../base/problems.ts";
import { given } from "../../base/records.ts";
import type { JudgedNetwork, VerifyRow } from "../found.ts";
import { isOfferedId, prefixOfId } from "../values/path.ts";
import { because, told } from "../values/reason.ts";
import { findingFor, isOfExpectation, rowOf } from "../words/findings.ts";
import { NOT_LOOKED_AT } from "../words/rows.ts";

/** A row of the audit, and what it says as values. */
export interface AuditRow extends VerifyRow {
  readonly says: string;
  /** True if it says what was not looked at. */
  readonly isGap?: boolean;
}

/** The rows on contracts and facts, and one on each value that was not looked at. */
export function auditRows({ rows }: JudgedNetwork): readonly AuditRow[] {
  const audited = rows.filter(
    ({ group }) => group !== "network" && group !== "lock",
  );
  return audited.flatMap((row) => {
    const { name, status, verdict } = row;
    if (name === NOT_LOOKED_AT) {
      return gapRows(row);
    }
    const causes = row.findings.map((one) => [
      one.status,
      one.verdict,
      one.cause,
    ]);
    return { ...row, says: JSON.stringify([status, verdict, causes]) };
  });
}

/** The reasons are compared by their codes: later blocks have other numbers. */
function gapRows(row: VerifyRow): readonly AuditRow[] {
  const byId = Map.groupBy(row.findings, ({ subject }) => subject);
  return [...byId].map(([id, findings]) => {
    const name = id === undefined ? NOT_LOOKED_AT : `${NOT_LOOKED_AT}: ${id}`;
    const actual = findings.map(({ reason }) => reason).join("; ");
    const says = findings.map(({ status, code }) => `${status} ${code}`);
    const { group } = row;
    return {
      ...rowOf({ group, name, actual }, findings, row.verdict),
      says: says.sort().join(),
      isGap: true,
    };
  });
}

/**
 * The rows that are not the same as before, those that could not be compared, and those
 * that are not what people expect.
 *
 * @param doubt why what was so before proves nothing
 */
export function differences(
  was: readonly AuditRow[],
  is: readonly AuditRow[],
  doubt: string | undefined,
): readonly VerifyRow[] {
  const former = new Map(was.map((row) => [row.name, row]));
  const found: VerifyRow[] = [];
  for (const row of is) {
    const { name, status, actual } = row;
    const old = former.get(name);
    const unread = [row, old].find((one) => one?.verdict === "unknown");
    const isProven = old?.status === "ok" && status === "failed";
    // What follows from another change, such as the powers of a new owner.
    const isNew = old === undefined && status === "ok";
    if (unread !== undefined && !isProven) {
      found.push(unread);
    } else if (isNew || old?.says === row.says) {
      const findings = expectationsIn(row, doubt);
      found.push(...given(findings.length > 0 && rowOf(row, findings)));
    } else if (status === "ok") {
      const text = `${old?.actual ?? old?.verdict} → ${actual ?? row.verdict}`;
      found.push(differing(row, text));
    } else {
      found.push(row);
    }
  }
  return found;
}

/**
 * The values of the same code that are there on one side alone, such as an admin in a slot
 * that was empty, and what is not looked at there alone. Those that the analysis finds are
 * unknown: what a view returns tells whether it is one, an address if there is code, a list
 * if it has items.
 */
export function foundOnOneSide(
  was: readonly AuditRow[],
  is: readonly AuditRow[],
  different: readonly VerifyRow[],
): readonly VerifyRow[] {
  const before = namesIn(was);
  const after = namesIn(is);
  const changed = namesIn(different);
  const isOfSameCode = (name: string) => {
    const prefix = prefixOfId(name);
    const isThere = (row: AuditRow) => prefixOfId(row.name) === prefix;
    return (
      ![prefix, `${prefix}.codeHash`, `${prefix}.dependencies`].some((one) =>
        changed.has(one),
      ) &&
      was.some(isThere) &&
      is.some(isThere)
    );
  };
  const found: VerifyRow[] = [];
  for (const row of [...was, ...is]) {
    const { actual, isGap = false, ...named } = row;
    const { name, verdict } = row;
    const isOnOneSide = before.has(name) !== after.has(name);
    if (isOnOneSide && !changed.has(name) && (isGap || isOfSameCode(name))) {
      const says = actual ?? verdict;
      const text = before.has(name)
        ? `${says} → not found`
        : `not found → ${says}`;
      found.push(differing(named, text, !isOfferedId(name) || isGap));
    }
  }
  return found;
}

function differing(
  row: Omit<AuditRow, "says">,
  text: string,
  isProven = true,
): VerifyRow {
  const about = { subject: row.name, facts: { text } };
  const reason = { code: "differs-from-before", ...about } as const;
  return rowOf(row, [
    isProven
      ? findingFor("failed", "changed", reason)
      : findingFor("unknown", "unknown", reason),
  ]);
}

function namesIn(rows: readonly VerifyRow[]): ReadonlySet<string> {
  return new Set(rows.map(({ name }) => name));
}

/** The findings on expectations, which prove nothing on a chain in doubt. */
function expectationsIn(
  { name, findings }: VerifyRow,
  doubt: string | undefined,
): readonly Finding[] {
  const own = findings.filter(isOfExpectation);
  if (doubt === undefined) {
    return own;
  }
  return own.map(({ reason }) => {
    const why = because("in-doubt", told(reason), { doubt });
    return findingFor("unknown", "unknown", { ...why, subject: name });
  });
}
