import type { CheckStatus } from "../../base/problems.ts";
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
import type {
  SafeHashes,
  SimulatedTransaction,
  Simulation,
} from "../simulation-report.ts";
import { readingOf } from "../values/codec.ts";
import { compare, sameness } from "../values/compare.ts";
import { because, type Reason, told } from "../values/reason.ts";
import { findingFor, isOfExpectation, rowOf } from "../words/findings.ts";
import { printable } from "../words/rows.ts";
import { lockAfter, lockRow, type SimulationRules } from "./lock-after.ts";

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
  const different = differences(was, is, rules.doubt);
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
  const wrong = rows.filter(({ status }) => IS_WRONG[status]);
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

const IS_WRONG: Readonly<Record<CheckStatus, boolean>> = {
  failed: true,
  unknown: true,
  ok: false,
  skipped: false,
};

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

const STATUSES = {
  succeeds: "ok",
  fails: "failed",
  unknown: "unknown",
  "not sent": "skipped",
} as const;

function transactionRow(
  { call, from, verdict, reason, signed, safe }: SimulatedTransaction,
  index: number,
): VerifyRow {
  const name = `transaction ${index + 1}`;
  const hashes = signed === undefined ? [] : signedLines(signed, safe?.nonce);
  const findingOf = (status: CheckStatus, text: string) =>
    findingFor(status, verdict, {
      code: "transaction",
      subject: name,
      facts: { text },
    });
  const says = [`${call} from ${from}`, ...hashes].map((line) =>
    findingOf("ok", line),
  );
  const failure = findingOf(STATUSES[verdict], reason ?? verdict);
  const findings = verdict === "succeeds" ? says : [...says, failure];
  const status = STATUSES[verdict];
  return { group: "simulation", name, status, verdict, findings };
}

/**
 * The lines to compare with the screen of a device that signs, and their
 * purpose.
 */
function signedLines(
  signed: SafeHashes,
  named: string | undefined,
): readonly string[] {
  const { nonce, presentNonce, multiSend } = signed;
  const why = named === undefined ? ", since the transaction names none" : "";
  return given(
    multiSend && `the calls are one, by MultiSendCallOnly at ${multiSend}`,
    `domain hash ${signed.domainHash}`,
    `message hash ${signed.messageHash}`,
    `safeTxHash ${signed.safeTxHash}`,
    nonce === presentNonce
      ? `the hashes are for nonce ${nonce}, the Safe's present one${why}`
      : `the hashes are for nonce ${nonce}, which the transaction names; it was executed with the Safe's present one, ${presentNonce}`,
  );
}

/** A row of the audit, and what it says as values. */
interface AuditRow extends VerifyRow {
  readonly says: string;
}

/** The rows on contracts and facts. */
function auditRows({ rows }: JudgedNetwork): readonly AuditRow[] {
  return rows
    .filter(({ group }) => group !== "network" && group !== "lock")
    .map((row) => {
      const { status, verdict, findings } = row;
      const causes = findings.map((one) => [
        one.status,
        one.verdict,
        one.cause,
      ]);
      return { ...row, says: JSON.stringify([status, verdict, causes]) };
    });
}

/**
 * The rows that are not the same as before, those that could not be compared, and those
 * that are not what people expect.
 *
 * @param doubt why what was so before proves nothing
 */
function differences(
  was: readonly AuditRow[],
  is: readonly AuditRow[],
  doubt: string | undefined,
): readonly VerifyRow[] {
  const former = new Map(was.map((row) => [row.name, row]));
  return is.flatMap((row): VerifyRow[] => {
    const old = former.get(row.name);
    const unread = [row, old].find((one) => one?.verdict === "unknown");
    const isProven = old?.status === "ok" && row.status === "failed";
    if (unread !== undefined && !isProven) {
      return [unread];
    }
    // What follows from another change, such as the powers of a new owner.
    const isNew = old === undefined && row.status === "ok";
    if (isNew || old?.says === row.says) {
      // Whatever was so before is not proven on a chain in doubt.
      const findings = row.findings.filter(isOfExpectation).map((one) => {
        if (doubt === undefined) {
          return one;
        }
        return findingFor("unknown", "unknown", {
          ...because("in-doubt", told(one.reason), { doubt }),
          subject: row.name,
        });
      });
      if (findings.length === 0) {
        return [];
      }
      return [rowOf(row, findings)];
    }
    const text = `${old?.actual ?? old?.verdict} → ${row.actual ?? row.verdict}`;
    const reason: Reason = {
      code: "differs-from-before",
      subject: row.name,
      facts: { text },
    };
    if (row.status === "ok") {
      return [rowOf(row, [findingFor("failed", "changed", reason)])];
    }
    return [row];
  });
}

function asAllowed(row: VerifyRow): VerifyRow {
  const findings = row.findings.map((finding) => {
    if (finding.status === "failed" && !isOfExpectation(finding)) {
      return { ...finding, status: "ok" as const, verdict: "allowed" };
    }
    return finding;
  });
  return rowOf(row, findings, "allowed");
}
