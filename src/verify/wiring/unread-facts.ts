import type { FactVerification } from "../../report/verify-report.ts";
import type { VerificationTarget } from "../targets.ts";
import { judgeFact } from "./fact.ts";
import { policyFacts } from "./policy-facts.ts";
import { structuralFacts } from "./structural-facts.ts";
import { wiringSubjects } from "./subjects.ts";

/**
 * The facts of a network whose chain could not be asked: unknown, each of them,
 * so that no report has fewer of them because a node is down.
 *
 * @param strict whether those of policy count too
 */
export function unreadFacts(
  targets: readonly VerificationTarget[],
  { strict, reason }: { readonly strict: boolean; readonly reason: string },
): readonly FactVerification[] {
  const subjects = wiringSubjects(targets);
  return [
    ...structuralFacts(subjects),
    ...(strict ? policyFacts(subjects) : []),
  ].map((fact) => judgeFact(fact, { kind: "unknown", reason }));
}
