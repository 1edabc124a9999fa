import type { Hex } from "../../base/hex.ts";
import { given } from "../../base/records.ts";
import type { AbsenceEvidence, CodeReading } from "./readings.ts";
import { hasCode } from "./readings.ts";

/** The address whose code is the smallest to read; `undefined` if none has code. */
export function smallestContract(
  codes: Iterable<readonly [address: Hex, code: CodeReading]>,
): Hex | undefined {
  const sizes = [...codes].flatMap(([address, reading]) =>
    given(reading.kind === "code" && { address, size: reading.size }),
  );
  const [smallest] = sizes.toSorted((a, b) => a.size - b.size);
  return smallest?.address;
}

/**
 * Judges single reads of addresses without code. They are unknown if the
 * endpoint has reported any false absence. Where no contract shows that it has
 * any code at all, the absence is not witnessed.
 */
export function judgeAbsence(evidence: AbsenceEvidence): CodeReading {
  const { sample, witness } = evidence;
  const isFalse =
    sample.some(hasCode) || witness?.some(({ kind }) => kind === "none");
  if (isFalse) {
    return notProven(
      "the endpoint has reported no code for a contract that has some",
    );
  }
  const unread = sample.find(({ kind }) => kind === "unknown");
  if (unread?.kind === "unknown") {
    return notProven(`a second read could not confirm it: ${unread.reason}`);
  }
  return { kind: "none", isWitnessed: witness !== undefined };
}

/** An absence, by the bulk probe or beside a contract that has code. */
export function provenAbsence(
  code: CodeReading,
  absence: CodeReading,
): CodeReading {
  if (absence.kind !== "none") {
    return absence;
  }
  const isProbed = code.kind === "none" && code.isProbed === true;
  if (absence.isWitnessed === true || isProbed) {
    return { kind: "none" };
  }
  return notProven(
    "the endpoint shows no code of any contract and does not run the bulk probe, so it may not have the chain's state",
  );
}

function notProven(why: string): CodeReading {
  return { kind: "unknown", reason: `no code was reported, but ${why}` };
}
