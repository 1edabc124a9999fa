import { ownValue } from "../../base/records.ts";
import type { FactVerification, LockVerification } from "../report.ts";
import { textOf } from "./compare-policy.ts";
import { LOCK_FILE, type LockedNetwork } from "./lock-file.ts";
import { describePolicyChange } from "./lock-findings.ts";

/**
 * Policy facts by what the lock has of them: one that it does not have stays
 * listed, and fails only where everything must be pinned.
 */
export function judgePolicy(
  facts: readonly FactVerification[],
  { policy = {} }: Pick<LockedNetwork, "policy">,
  {
    comparison: { changes },
    strict,
  }: {
    readonly comparison: Pick<LockVerification, "changes">;
    /** Whether everything must be in the lock. */
    readonly strict: boolean;
  },
): readonly FactVerification[] {
  const byFact = new Map(changes.map((change) => [change.fact, change]));
  return facts.map((fact): FactVerification => {
    const locked = ownValue(policy, fact.id);
    if (fact.class !== "policy") {
      return fact;
    }
    if (locked === undefined) {
      return strict && fact.verdict === "listed"
        ? {
            ...fact,
            verdict: "changed",
            reason: `${fact.label ?? fact.id} is not in ${LOCK_FILE}: ${fact.actual}`,
          }
        : fact;
    }
    const expected = textOf(locked);
    const change = byFact.get(fact.id);
    if (change !== undefined) {
      return {
        ...fact,
        expected,
        verdict: "changed",
        reason: describePolicyChange(change),
      };
    }
    return fact.verdict === "listed"
      ? { ...fact, expected, verdict: "holds" }
      : { ...fact, expected };
  });
}
