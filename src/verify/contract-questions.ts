import type { Address } from "../base/address.ts";
import type { ProbeCall } from "../rpc/probe-calls.ts";
import { isEarly, type QuestionsOf } from "./asking/ask-all.ts";
import type { Wiring } from "./audit-wiring.ts";
import {
  distinctAddresses,
  typeOfTarget,
  type VerificationTarget,
} from "./expect/targets.ts";
import { tokenCalls } from "./identity/judge-token.ts";
import { WiringAnswers } from "./questions/answers.ts";
import type { VerifyLevel } from "./report.ts";
import type { WiringContext } from "./wiring/wiring-questions.ts";

/** What decides which questions to ask the contracts. */
export interface ContractQuestions extends WiringContext {
  readonly level: VerifyLevel;
  readonly targets: readonly VerificationTarget[];
}

/** What to ask the contracts at a level, and what the answers mean. */
interface QuestionsAtLevel extends Wiring {
  /** The calls that need no answer to others. */
  readonly calls: readonly ProbeCall[];
}

/** Levels below `wiring` have no facts. */
const NO_WIRING: Wiring = {
  questionsOf: () => [],
  judge: () => ({ facts: [], notes: [], notLookedAt: [] }),
};

/** @param present the contracts that are there; others are not asked */
export async function contractQuestions(
  { level, targets, ...context }: ContractQuestions,
  present: ReadonlySet<Address>,
): Promise<QuestionsAtLevel> {
  const ofTokens = distinctAddresses(targets.filter(isToken))
    .filter((address) => present.has(address))
    .flatMap((address) => tokenCalls(address))
    .map((call) => ({ kind: "call", call }) as const);
  // Loaded at its level only, since it brings an ABI codec.
  const wiring =
    level === "wiring"
      ? (await import("./audit-wiring.ts")).auditWiring(
          targets,
          present,
          context,
        )
      : NO_WIRING;
  const questionsOf: QuestionsOf = (answers) => [
    ...ofTokens,
    ...wiring.questionsOf(answers),
  ];
  const calls = questionsOf(new WiringAnswers())
    .filter(isEarly)
    .map(({ call }) => call);
  return { ...wiring, questionsOf, calls };
}

/** Whether what is to be there is a payment token, recognised by how it behaves. */
export function isToken(target: VerificationTarget): boolean {
  return typeOfTarget(target)?.behaviour === "erc20";
}
