import type { Address } from "../base/address.ts";
import { type ControlQuestions, NO_QUESTIONS } from "./control/answers.ts";
import type { LockedValue } from "./control/control-questions.ts";
import { expectedContract } from "./identity/judge-identity.ts";
import { tokenCalls } from "./identity/token-behaviour.ts";
import type { VerifyLevel } from "./report.ts";
import type { VerificationTarget } from "./targets.ts";
import type { WiringQuestions } from "./wiring/wiring-questions.ts";

/** What decides which questions to ask the contracts. */
export interface ContractQuestions {
  readonly level: VerifyLevel;
  readonly targets: readonly VerificationTarget[];
  /** The policy values in the lock file: what they name is asked at once. */
  readonly policy?: Readonly<Record<string, LockedValue>> | undefined;
}

/** What to ask at a level, and what the answers mean. */
export async function contractQuestions(
  { level, targets, policy }: ContractQuestions,
  present: ReadonlySet<Address>,
): Promise<ControlQuestions & { readonly wiring?: WiringQuestions }> {
  const ofTokens = targets.flatMap((target) =>
    target.address !== undefined &&
    present.has(target.address) &&
    isToken(target)
      ? tokenCalls(target.address)
      : [],
  );
  if (level !== "wiring") {
    return { ...NO_QUESTIONS, calls: ofTokens };
  }
  // Loaded at its level only, since it brings an ABI codec.
  const { wiringQuestions } = await import("./wiring/wiring-questions.ts");
  const wiring = wiringQuestions(targets, { present, policy });
  const { calls, ...others } = wiring.questions;
  return { ...others, calls: [...ofTokens, ...calls], wiring };
}

/** Whether what is to be there is a payment token, told by how it behaves. */
export function isToken(target: VerificationTarget): boolean {
  return expectedContract(target)?.kind === "token";
}
