import type { Address } from "../../base/address.ts";
import type { Decoded } from "../../base/records.ts";
import type { ControlAnswers, ControlQuestions } from "../control/answers.ts";
import { type ControlFact, controlFacts } from "../control/control-facts.ts";
import {
  controlQuestions,
  furtherQuestions,
  type LockedValue,
} from "../control/control-questions.ts";
import { judgeControl } from "../control/judge-control.ts";
import { callKey } from "../reading/readings.ts";
import { describeNotAsked, type FactVerification } from "../report.ts";
import type { VerificationTarget } from "../targets.ts";
import { judgeFact, type WiringFact } from "./facts.ts";
import { structuralFacts } from "./structural-facts.ts";

/** What tells the wiring and who controls it, and what the answers mean. */
export interface WiringQuestions {
  readonly questions: ControlQuestions;
  /** What to ask once the first answers are there. */
  readonly furtherOf: (answers: ControlAnswers) => ControlQuestions;
  /** @param isRelease whether the code at an address is a release of a contract, if it was read */
  readonly judge: (
    answers: ControlAnswers,
    isRelease: (address: Address, contract: string) => Decoded<boolean>,
  ) => readonly FactVerification[];
}

/** What is known before anything is asked. */
export interface WiringParameters {
  /** The contracts that are there; those that are not are not asked. */
  readonly present: ReadonlySet<Address>;
  /** What the lock file has, so that what it names is asked at once. */
  readonly policy?: Readonly<Record<string, LockedValue>> | undefined;
}

/** What to ask the contracts of a registry about each other and their owners. */
export function wiringQuestions(
  targets: readonly VerificationTarget[],
  { present, policy }: WiringParameters,
): WiringQuestions {
  const structural = structuralFacts(targets);
  const control = controlFacts(targets);
  const ofPolicy = controlQuestions(control, present, policy);
  const notAsked = ({ of }: WiringFact | ControlFact) =>
    present.has(of) ? undefined : describeNotAsked(of);
  return {
    questions: {
      ...ofPolicy,
      calls: [
        ...structural
          .filter((fact) => notAsked(fact) === undefined)
          .map(({ of, data }) => ({ to: of, data })),
        ...ofPolicy.calls,
      ],
    },
    furtherOf: (answers) => furtherQuestions(control, answers),
    judge: (answers, isRelease) => [
      ...structural.map((fact) => {
        const reason = notAsked(fact);
        return judgeFact(
          fact,
          reason === undefined
            ? answers.calls.get(callKey({ to: fact.of, data: fact.data }))
            : { kind: "unknown", reason },
        );
      }),
      ...control.map((fact) =>
        judgeControl(fact, answers, { isRelease, notAsked }),
      ),
    ],
  };
}

/**
 * The facts of a network whose chain could not be asked: unknown, each of them,
 * so that no report has fewer of them because a node is down.
 */
export function unreadFacts(
  targets: readonly VerificationTarget[],
  reason: string,
): readonly FactVerification[] {
  const unread = { verdict: "unknown", reason } as const;
  return [
    ...structuralFacts(targets).map(
      ({ id, expected }): FactVerification => ({
        id,
        class: "structural",
        expected,
        ...unread,
      }),
    ),
    ...controlFacts(targets).map(
      ({ id, label }): FactVerification => ({
        id,
        class: "policy",
        label,
        ...unread,
      }),
    ),
  ];
}
