import type { Address } from "../../base/address.ts";
import type { ProbeCall } from "../../rpc/probe-calls.ts";
import type { CallReading } from "../readings.ts";
import type { FactVerification } from "../report.ts";
import type { VerificationTarget } from "../targets.ts";
import { judgeFact, type WiringFact, wiringSubjects } from "./facts.ts";
import { judgeOwners, ownerCalls, policyFacts } from "./policy-facts.ts";
import { structuralFacts } from "./structural-facts.ts";

/** The calls that tell the wiring, and what their answers mean. */
export interface WiringQuestions {
  readonly calls: readonly ProbeCall[];
  /** Takes the calls' readings, in the calls' order. */
  readonly judge: (readings: readonly CallReading[]) => {
    readonly structural: readonly FactVerification[];
    readonly policy: readonly FactVerification[];
  };
}

/**
 * What to ask the contracts of a registry about each other.
 *
 * @param present the contracts that are there; those that are not are not asked
 */
export function wiringQuestions(
  targets: readonly VerificationTarget[],
  present: ReadonlySet<Address>,
): WiringQuestions {
  const subjects = wiringSubjects(targets);
  const structural = structuralFacts(subjects);
  const policy = policyFacts(subjects);
  const owners = ownerCalls(subjects, present);
  const asked = [...structural, ...policy].filter(({ of }) => present.has(of));
  return {
    calls: [...asked.map(({ of, data }) => ({ to: of, data })), ...owners],
    judge: (readings) => {
      const judge = (fact: WiringFact) =>
        judgeFact(fact, readingOf(fact, asked, readings));
      const factory = subjects.get("erc721Factory")?.[0];
      return {
        structural: structural.map(judge),
        policy: [
          ...policy.map(judge),
          ...(factory === undefined || owners.length === 0
            ? []
            : [judgeOwners(factory, readings.slice(asked.length))]),
        ],
      };
    },
  };
}

function readingOf(
  fact: WiringFact,
  asked: readonly WiringFact[],
  readings: readonly CallReading[],
): CallReading {
  const index = asked.indexOf(fact);
  return (
    readings[index] ?? {
      kind: "unknown",
      reason: `${fact.of} was not asked, since it is not proven to be a contract`,
    }
  );
}

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
  ].map(({ id, expected }) => ({ id, expected, verdict: "unknown", reason }));
}
