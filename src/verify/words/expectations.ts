import { alphaCommand } from "../../base/command.ts";
import type { Finding } from "../../base/problems.ts";
import { given } from "../../base/records.ts";
import { didYouMean } from "../../base/suggest-name.ts";
import {
  expectationOf,
  expectationPath,
  expectationsIn,
  expectationText,
  idKey,
} from "../../config/expectations.ts";
import { judgeExpectation } from "../expect/expectations.ts";
import {
  type CheckedFindings,
  FACT_OUTCOMES,
  type FactVerification,
  networkReason,
  readingOfFact,
  type VerifyRow,
} from "../found.ts";
import type { ReportedFact } from "../report.ts";
import { contractId } from "../values/path.ts";
import { because, type Reason } from "../values/reason.ts";
import { findingFor, rowOf } from "./findings.ts";
import { factText } from "./parties.ts";

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
export function judgeExpected(
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
  const isBroken = judged === "broken";
  if (isBroken && doubt === undefined) {
    const finding = findingFor("failed", "broken", reason, { remedy });
    return { verdict: "broken", expectation, finding };
  }
  const isDoubted = isBroken && doubt !== undefined;
  const why = isDoubted
    ? { ...because("in-doubt", reason, { doubt }), subject: id }
    : reason;
  const todo = isDoubted ? {} : { remedy };
  const finding = findingFor("unknown", "unknown", why, todo);
  const isFailed = FACT_OUTCOMES[verdict] === "failed";
  return { verdict: isFailed ? verdict : "unknown", expectation, finding };
}

/** Rows for the expectations whose id is of no fact, unless the contract is skipped. */
export function unmatchedRows(found: CheckedFindings): readonly VerifyRow[] {
  const { facts = [], contracts, cause, network, hardhatNetwork } = found;
  const ids = new Set(facts.map(({ id }) => idKey(id)));
  const skipped = contracts.filter(({ verdict }) => verdict === "skipped");
  const command = given(hardhatNetwork ?? "", "--format", "expect");
  return expectationsIn(found.expect).flatMap(({ id }) => {
    const isSkipped = skipped.some((one) =>
      id.startsWith(`${contractId(one)}.`),
    );
    if (isSkipped || ids.has(idKey(id))) {
      return [];
    }
    const named = { path: expectationPath(`${network}`, id) };
    const reason: Reason = cause
      ? networkReason(cause)
      : { code: "expectation-unmatched", subject: id, facts: named };
    const remedy = `${didYouMean(id, ids)}Correct the id: "${alphaCommand("verify", ...command)}" prints all of them.`;
    const finding = findingFor(
      "unknown",
      "unknown",
      reason,
      cause ?? { remedy },
    );
    return [rowOf({ group: "control", name: id }, [finding])];
  });
}
