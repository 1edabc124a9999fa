import type { Address } from "../../base/address.ts";
import type { CheckStatus, Finding } from "../../base/problems.ts";
import {
  type CheckedFindings,
  type FactVerification,
  readingOfFact,
} from "../found.ts";
import {
  lockedReadings,
  presentReadings,
  type Readings,
} from "../lock/power-holders.ts";
import { type Json, readingOf } from "../values/codec.ts";
import type { Reason } from "../values/reason.ts";
import { findingFor } from "./findings.ts";
import { render, type Words } from "./render.ts";
import { sentence } from "./sentences.ts";

/** The members that the words of a value depend on. */
type Subject = Pick<FactVerification, "unit" | "severity">;

type Present = Parameters<typeof presentReadings>[0];

/** The holder behind an address is named where that matters. */
const CONTROL: Subject = { severity: "control" };

/** The words of values of one time. */
export function wordsBy(
  at: Readings,
  { unit, severity }: Subject = CONTROL,
): Words {
  const partyAt = (address: Address) => at(`${address}.is`);
  return { unit, partyAt: severity === "control" ? partyAt : undefined };
}

/** A fact's value in words; `undefined` where it was not read. */
export function factText(
  fact: FactVerification,
  found: Present,
): string | undefined {
  const reading = readingOfFact(fact);
  if (reading.kind === "unread") {
    return undefined;
  }
  return render(reading, wordsBy(presentReadings(found), fact));
}

/**
 * The expected value of a fact, in words: the registry's, or the locked one.
 */
export function lockedText(
  fact: FactVerification,
  { lock }: Pick<CheckedFindings, "lock">,
): string {
  const words = wordsBy(lockedReadings(lock?.entry), fact);
  return render(readingOf(fact.expected ?? null), words);
}

/**
 * A finding on a fact, or on its comparison with the lock. Its cause has the parts of the
 * value as they are, so that it is one wherever it is found.
 */
export function factFinding(
  status: CheckStatus,
  verdict: string,
  reason: Reason,
  fact: FactVerification | undefined,
  found: Present,
): Finding {
  return {
    ...findingFor(status, verdict, reason),
    reason: sentence(withWords(reason, fact, found)),
  };
}

/** A reason, in which the parts of a fact's value are words rather than JSON. */
function withWords(
  reason: Reason,
  fact: FactVerification | undefined,
  found: Present,
): Reason {
  const { code, cause } = reason;
  if (code !== "incomplete-baseline") {
    return cause ? { ...reason, cause: withWords(cause, fact, found) } : reason;
  }
  const words = wordsBy(presentReadings(found), fact);
  const parts: readonly Json[] = JSON.parse(reason.facts?.["parts"] ?? "[]");
  const text = parts.map((json) => render(readingOf(json), words)).join(", ");
  return { ...reason, facts: { ...reason.facts, parts: text } };
}
