import { alphaCommand } from "../../base/command.ts";
import type { Finding } from "../../base/problems.ts";
import { given } from "../../base/records.ts";
import { didYouMean } from "../../base/suggest-name.ts";
import { oneLine, optionalLine } from "../../base/text.ts";
import {
  expectationOf,
  expectationPath,
  expectationsIn,
  expectationText,
  idKey,
} from "../../config/expectations.ts";
import { judgeExpectation } from "../expect/judge-expectation.ts";
import {
  type CheckedFindings,
  type ContractVerification,
  FACT_OUTCOMES,
  type FactVerification,
  type JudgedNetwork,
  networkReason,
  readingOfFact,
  type VerifyRow,
} from "../found.ts";
import { powerOf } from "../lock/changers.ts";
import { timesOf } from "../lock/power-holders.ts";
import { runsInFile } from "../lock-file/lock-file.ts";
import type { LockChange, LockVerification } from "../lock-report.ts";
import type {
  ReportedChange,
  ReportedChanger,
  ReportedFact,
} from "../report.ts";
import { encode, encodePart, type Json } from "../values/codec.ts";
import { contractId } from "../values/path.ts";
import { because, type Reason, told } from "../values/reason.ts";
import { describeChange } from "./changes.ts";
import { findingFor, rowOf } from "./findings.ts";
import { changeFindings, idOfChange, lockFindings } from "./lock-findings.ts";
import { factFinding, factText, lockedText } from "./render.ts";

export { judgeExpectation } from "../expect/judge-expectation.ts";
export { lockSummary } from "./lock-findings.ts";

const CHECK_WIRING =
  "Check the addresses of both contracts, and what was changed on chain.";

export function factRow(
  fact: FactVerification,
  found: CheckedFindings,
): VerifyRow {
  const { id, class: kind, verdict, expected, reason, severity } = fact;
  const judged = judgeExpected(fact, found);
  const status = FACT_OUTCOMES[verdict];
  const findings = [...given(judged.finding)];
  if (verdict === "changed") {
    findings.push(...changeFindings(found, (change) => change.fact === id));
  } else if (status !== "ok") {
    const why = reason ?? told(verdict);
    const remedy = verdict === "broken" ? CHECK_WIRING : undefined;
    findings.push({
      ...factFinding(status, verdict, why, fact, found),
      remedy,
    });
  }
  const subject = {
    group: kind === "structural" ? "wiring" : "control",
    name: id,
    expected: expected === undefined ? undefined : lockedText(fact, found),
    actual: factText(fact, found),
  } as const;
  const row = rowOf(subject, findings, judged.verdict);
  return row.verdict === "changed" ? { ...row, severity } : row;
}

export function lockRow(
  lock: LockVerification,
  found: CheckedFindings,
  strict: boolean,
): VerifyRow {
  const { verdict, block } = lock;
  const actual = block && `of block ${block}`;
  const subject = { group: "lock", name: "lock file", actual } as const;
  return rowOf(subject, lockFindings(lock, found, strict), verdict);
}

/** The changes of a contract since the lock, at the contract's own row. */
export function contractChanges(
  contract: ContractVerification,
  found: CheckedFindings,
): readonly Finding[] {
  const id = contractId(contract);
  // The contract's own verdict says that there is no code any more.
  const isCodeGone = ({ field, now }: LockChange) =>
    field === "codeHash" && now === undefined;
  return changeFindings(
    found,
    (change) => change.contract === id && !isCodeGone(change),
    "",
  );
}

/** A fact of a report, without its finding. */
export function reportedFact(
  fact: FactVerification,
  judged: JudgedNetwork,
): ReportedFact {
  const { reason: _why, power: _power, controls: _of, ...one } = fact;
  const { isInUse: _isInUse, ...reported } = one;
  const { verdict, expectation } = judgeExpected(fact, judged);
  const text = optionalLine(factText(fact, judged));
  const change = reportedChange(fact.id, judged);
  return { ...reported, verdict, expectation, text, change };
}

/** All changes of a contract or a fact as one. */
export function reportedChange(
  id: string,
  judged: JudgedNetwork,
): ReportedChange | undefined {
  const all = judged.lock?.changes ?? [];
  const changes = all.filter((change) => idOfChange(change) === id);
  const [first] = changes;
  if (first === undefined) {
    return undefined;
  }
  const times = timesOf(judged);
  const words: string[] = [];
  const by: ReportedChanger[] = [];
  for (const one of changes) {
    const power = powerOf(one, judged, times);
    words.push(describeChange(one, judged, times, power));
    by.push(...(power.by ?? []));
  }
  const text = oneLine(words.join("; "));
  const who = by.length === 0 ? {} : { by };
  if (first.field === "policy") {
    const { before, difference } = first;
    const { added = [], removed = [] } = difference ?? {};
    const isList = before.kind === "read" && before.value.kind === "set";
    return {
      before: before.kind === "unread" ? undefined : encode(before),
      ...(isList && {
        added: added.map(({ value }) => encodePart(value)),
        removed: removed.map(({ value }) => encodePart(value)),
      }),
      ...who,
      text,
    };
  }
  // As the lock file has them.
  const former: Record<string, Json> = {};
  for (const { field, before } of changes) {
    if (field === "policy" || before === undefined) {
      continue;
    }
    if (typeof before === "object") {
      former["runs"] = runsInFile(before);
    } else {
      former[field === "codeHash" ? "code" : "address"] = before;
    }
  }
  return { before: former, ...who, text };
}

const RESTORE =
  "If that was not meant, restore the value on chain. If it was, correct the expectation: --write-lock never accepts it.";
const WRITE =
  "Write it as reports show it: --format expect prints the present values.";
const WRONG = {
  broken: { code: "expectation-broken", remedy: RESTORE },
  unread: { code: "expectation-unread", remedy: undefined },
  malformed: { code: "expectation-malformed", remedy: WRITE },
} as const;

/** A fact by what people expect of it, which counts whatever the lock says. */
function judgeExpected(
  fact: FactVerification,
  found: CheckedFindings,
): Pick<ReportedFact, "verdict" | "expectation"> & { finding?: Finding } {
  const { id, verdict } = fact;
  const { expect, doubt, network } = found;
  const expected = expectationOf(expect, id);
  const reading = readingOfFact(fact);
  const judged = judgeExpectation(expect, fact, reading);
  if (expected === undefined || judged === undefined) {
    return { verdict };
  }
  const path = expectationPath(`${network}`, expected.id);
  const text = expectationText(expected.expectation);
  const expectation = { path, text, verdict: judged };
  if (judged === "any" || judged === "holds" || reading.kind === "unread") {
    const isHeld = judged === "holds" && verdict === "listed";
    return { verdict: isHeld ? "holds" : verdict, expectation };
  }
  const { code, remedy } = WRONG[judged];
  const facts = { path, expected: text, actual: `${factText(fact, found)}` };
  const reason: Reason = { code, subject: id, facts };
  if (judged === "broken" && doubt === undefined) {
    const finding = findingFor("failed", "broken", reason, { remedy });
    return { verdict: "broken", expectation, finding };
  }
  let finding = findingFor("unknown", "unknown", reason, { remedy });
  if (judged === "broken" && doubt !== undefined) {
    const why = { ...because("in-doubt", reason, { doubt }), subject: id };
    finding = findingFor("unknown", "unknown", why);
  }
  const isFailed = FACT_OUTCOMES[verdict] === "failed";
  return { verdict: isFailed ? verdict : "unknown", expectation, finding };
}

/** Rows for the expectations whose id is of no fact, unless the contract is skipped. */
export function unmatchedRows(found: CheckedFindings): readonly VerifyRow[] {
  const { facts = [], contracts, cause, network, hardhatNetwork } = found;
  const ids = new Set(facts.map(({ id }) => idKey(id)));
  const skipped = contracts.filter(({ verdict }) => verdict === "skipped");
  const command = given(hardhatNetwork ?? "", "--format", "expect");
  const rows: VerifyRow[] = [];
  for (const { id } of expectationsIn(found.expect)) {
    const isSkipped = skipped.some((one) =>
      id.startsWith(`${contractId(one)}.`),
    );
    if (isSkipped || ids.has(idKey(id))) {
      continue;
    }
    const named = { path: expectationPath(`${network}`, id) };
    const reason: Reason = cause
      ? networkReason(cause)
      : { code: "expectation-unmatched", subject: id, facts: named };
    const remedy = `${didYouMean(id, ids)}Correct the id: "${alphaCommand("verify", ...command)}" prints all of them.`;
    const todo = cause ?? { remedy };
    const finding = findingFor("unknown", "unknown", reason, todo);
    rows.push(rowOf({ group: "control", name: id }, [finding]));
  }
  return rows;
}
