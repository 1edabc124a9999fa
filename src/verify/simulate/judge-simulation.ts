import { type Finding, findingOf, problemsOf } from "../../base/problems.ts";
import { given } from "../../base/records.ts";
import { didYouMean } from "../../base/suggest-name.ts";
import { checkNetwork } from "../check-lock.ts";
import { checkOf, printable } from "../checks.ts";
import { outcomeOf } from "../judge-network.ts";
import { lockFindings } from "../lock/describe-lock.ts";
import { judgeByLock } from "../lock/judge-by-lock.ts";
import type { LockedNetwork } from "../lock/lock-file.ts";
import type { LockChange } from "../lock/lock-report.ts";
import { lockedNetwork } from "../lock/update-lock.ts";
import type { NetworkVerification, VerifyCheck } from "../report.ts";
import type { SafeHashes, SimulatedTransaction, Simulation } from "./report.ts";

/** What the state after transactions is compared with, and how strictly. */
export interface SimulationRules {
  /** The network in the lock file. */
  readonly locked: LockedNetwork | undefined;
  /** Whether what differs from the lock file fails. */
  readonly isLockRequired: boolean;
  /** Why what differs from the lock file, and was not changed, proves nothing. */
  readonly doubt: string | undefined;
  /** Whether what becomes unidentified, or is not in the lock file, fails. */
  readonly strict: boolean;
  /** What to know of the file. */
  readonly notes?: readonly string[] | undefined;
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
  const baseline = baselineOf(before);
  const [was = [], is = []] = [before, after].map((network) =>
    checkNetwork(network, baseline, rules.strict).checks.filter(
      ({ group }) => group !== "network" && group !== "lock",
    ),
  );
  const different = differences(was, is);
  const checks = [
    ...after.checks.filter(({ group }) => group === "network"),
    ...transactions.map(transactionCheck),
    ...different.map((check) =>
      expected.includes(check.name) ? asExpected(check) : check,
    ),
    ...lockChecks(after, different, expected, rules),
  ].map(printable);
  const outcome = outcomeOf(checks);
  const wrong = checks.filter(({ status }) => /failed|unknown/.test(status));
  const reasons = wrong.map(({ name, verdict }) => `${name} ${verdict}`);
  return {
    ...after,
    outcome,
    reason: outcome === "ok" ? undefined : reasons.join(", "),
    problems: problemsOf(checks),
    simulation,
    checks,
    notes: [
      ...after.notes,
      ...(rules.notes ?? []),
      ...unknownNames(expected, [...was, ...is]),
    ],
  };
}

/** What is said of names that no check has, which are probably mistyped. */
function unknownNames(
  expected: readonly string[],
  checks: readonly VerifyCheck[],
): readonly string[] {
  const names = new Set(checks.map(({ name }) => name));
  return expected
    .filter((id) => !names.has(id))
    .map((id) =>
      `--expect names "${id}", which was not verified. ${didYouMean(id, names)}`.trim(),
    );
}

const STATUSES = {
  succeeds: "ok",
  fails: "failed",
  unknown: "unknown",
  "not sent": "skipped",
} as const;

function transactionCheck(
  { call, from, verdict, reason, signed, safe }: SimulatedTransaction,
  index: number,
): VerifyCheck {
  const name = `transaction ${index + 1}`;
  const hashes = signed === undefined ? [] : signedLines(signed, safe?.nonce);
  const says = [`${call} from ${from}`, ...hashes].map((line) =>
    findingOf("ok", verdict, { reason: line }),
  );
  const failure = findingOf(STATUSES[verdict], verdict, { reason });
  const findings = verdict === "succeeds" ? says : [...says, failure];
  return checkOf({ group: "simulation", name }, findings, verdict);
}

/** What is compared with the screen of a device that signs, and what it is for. */
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

/** The checks that are not the same as before, and those that could not be made. */
function differences(
  was: readonly VerifyCheck[],
  is: readonly VerifyCheck[],
): readonly VerifyCheck[] {
  const former = new Map(was.map((check) => [check.name, check]));
  return is.flatMap((check) => {
    const old = former.get(check.name);
    const unread = [check, old].find((one) => one?.verdict === "unknown");
    const isProven = old?.status === "ok" && check.status === "failed";
    if (unread !== undefined && !isProven) {
      return unread;
    }
    // What follows from another change, such as the powers of a new owner.
    const isNew = old === undefined && check.status === "ok";
    if (isNew || JSON.stringify(old) === JSON.stringify(check)) {
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
 * @param changed what the transactions have changed
 */
function lockChecks(
  after: NetworkVerification,
  changed: readonly VerifyCheck[],
  expected: readonly string[],
  { locked, isLockRequired, doubt, strict }: SimulationRules,
): readonly VerifyCheck[] {
  const lock = locked && judgeByLock(after, locked).lock;
  if (lock === undefined) {
    return [];
  }
  const idOf = ({ fact, contract, field }: LockChange) =>
    fact ?? contract ?? field;
  const names = new Set(changed.map(({ name }) => name));
  const { true: proven = [], false: doubted = [] } = Object.groupBy(
    lock.changes.filter((one) => !expected.includes(idOf(one))),
    (one) => `${doubt === undefined || names.has(idOf(one))}` as const,
  );
  const reason = `it differs from the lock, which proves nothing: ${doubt}`;
  const unread = doubted.map((one) => ({ contract: idOf(one), reason }));
  const compared = {
    ...lock,
    verdict: "changed",
    changes: proven,
    unread: [...lock.unread, ...unread],
  } as const;
  const findings = lockFindings(compared, after, strict).map((one) =>
    isLockRequired || one.status === "ok" ? one : withoutWeight(one),
  );
  return [checkOf({ group: "lock", name: "lock file" }, findings, "holds")];
}

function withoutWeight(finding: Finding): Finding {
  const reason = `${finding.reason}; this counts with --lock`;
  return { ...finding, status: "skipped", reason };
}
