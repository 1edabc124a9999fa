import type { Finding } from "../../base/problems.ts";
import { given } from "../../base/records.ts";
import { oneLine, optionalLine } from "../../base/text.ts";
import {
  type CheckedFindings,
  type ContractVerification,
  FACT_OUTCOMES,
  type FactVerification,
  type JudgedNetwork,
  type VerifyRow,
} from "../found.ts";
import { powerOf } from "../lock/changers.ts";
import { timesOf } from "../lock/power-holders.ts";
import { runsInFile } from "../lock-file/lock-file.ts";
import type { LockChange, LockVerification } from "../lock-report.ts";
import type { ReportedChange, ReportedFact } from "../report.ts";
import { encode, encodePart, type Json } from "../values/codec.ts";
import { contractId } from "../values/path.ts";
import { told } from "../values/reason.ts";
import { describeChange } from "./changes.ts";
import { judgeExpected } from "./expectations.ts";
import { rowOf } from "./findings.ts";
import { changeFindings, idOfChange, lockFindings } from "./lock-findings.ts";
import { factFinding, factText, lockedText } from "./parties.ts";

export { judgeExpectation } from "../expect/expectations.ts";
export { unmatchedRows } from "./expectations.ts";
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
  const remedy = verdict === "broken" ? CHECK_WIRING : undefined;
  const findings =
    verdict === "changed"
      ? changeFindings(found, (change) => change.fact === id)
      : status === "ok"
        ? []
        : [
            {
              ...factFinding(
                status,
                verdict,
                reason ?? told(verdict),
                fact,
                found,
              ),
              remedy,
            },
          ];
  const row = rowOf(
    {
      group: kind === "structural" ? "wiring" : "control",
      name: id,
      expected: expected === undefined ? undefined : lockedText(fact, found),
      actual: factText(fact, found),
    },
    [...given(judged.finding), ...findings],
    judged.verdict,
  );
  return row.verdict === "changed" ? { ...row, severity } : row;
}

export function lockRow(
  lock: LockVerification,
  found: CheckedFindings,
  strict: boolean,
): VerifyRow {
  const { verdict, block } = lock;
  const actual = block && `of block ${block}`;
  return rowOf(
    { group: "lock", name: "lock file", actual },
    lockFindings(lock, found, strict),
    verdict,
  );
}

/** The changes of a contract since the lock, at the contract's own row. */
export function contractChanges(
  { verdict, ...contract }: ContractVerification,
  found: CheckedFindings,
): readonly Finding[] {
  const id = contractId(contract);
  // The contract's own verdict says that there is no code any more.
  return changeFindings(
    found,
    (change) =>
      change.contract === id &&
      !(change.field === "codeHash" && change.now === undefined),
    "",
  );
}

/** A fact of a report, without its finding. */
export function reportedFact(
  fact: FactVerification,
  judged: JudgedNetwork,
): ReportedFact {
  const {
    reason: _why,
    power: _power,
    controls: _controls,
    isInUse: _isInUse,
    ...reported
  } = fact;
  const { verdict, expectation } = judgeExpected(fact, judged);
  return {
    ...reported,
    verdict,
    expectation,
    text: optionalLine(factText(fact, judged)),
    change: reportedChange(fact.id, judged),
  };
}

/** All changes of a contract or a fact as one. */
export function reportedChange(
  id: string,
  judged: JudgedNetwork,
): ReportedChange | undefined {
  const changes = (judged.lock?.changes ?? []).filter(
    (change) => idOfChange(change) === id,
  );
  const [first] = changes;
  if (first === undefined) {
    return undefined;
  }
  const times = timesOf(judged);
  const described = changes.map((one) => {
    const power = powerOf(one, judged, times);
    const words = describeChange(one, judged, times, power);
    return { by: power.by ?? [], words };
  });
  const text = oneLine(described.map(({ words }) => words).join("; "));
  const by = described.flatMap((one) => one.by);
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
  return {
    before: Object.fromEntries(changes.flatMap(beforeOf)),
    ...who,
    text,
  };
}

/** The former values of a contract, as the lock file has them. */
function beforeOf(change: LockChange): [string, Json][] {
  if (change.before === undefined || change.field === "policy") {
    return [];
  }
  switch (change.field) {
    case "proxy":
      return [["runs", runsInFile(change.before)]];
    case "codeHash":
      return [["code", change.before]];
    default:
      return [["address", change.before]];
  }
}
