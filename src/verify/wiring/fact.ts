import type { Address } from "../../networks/definition.ts";
import type { FactVerification } from "../../report/verify-report.ts";
import type { Hex } from "../../rpc/types.ts";
import type { CallReading } from "../read-calls.ts";

/** One fact of the wiring: a call to make and what it must answer. */
export interface WiringFact {
  readonly id: string;
  /** The contract that is asked. */
  readonly of: Address;
  readonly data: Hex;
  readonly expected: string;
  /** What the answer says, in words; `undefined` if it is no such answer. */
  readonly read: (data: Hex) => string | undefined;
}

/**
 * Whether a fact holds. A contract that runs the call and fails, or answers
 * something else than the call returns, does not do what the fact says: the
 * fact is broken. One that could not be asked leaves it unknown.
 */
export function judgeFact(
  { id, expected, read }: WiringFact,
  reading: CallReading | undefined,
): FactVerification {
  if (reading === undefined || reading.kind === "unknown") {
    return {
      id,
      expected,
      verdict: "unknown",
      reason: `it could not be read${reading === undefined ? "" : `: ${reading.reason}`}`,
    };
  }
  const actual =
    reading.kind === "reverted"
      ? "the call fails"
      : (read(reading.data) ?? "no such answer");
  return actual.toLowerCase() === expected.toLowerCase()
    ? { id, expected, actual, verdict: "holds" }
    : {
        id,
        expected,
        actual,
        verdict: "broken",
        reason:
          reading.kind === "reverted"
            ? `expected ${expected}, but the call fails`
            : `expected ${expected}, got ${actual}`,
      };
}
