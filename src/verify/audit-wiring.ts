import { given } from "../base/records.ts";
import type { ContractVerification, FactVerification, Gap } from "./found.ts";
import type { KnownCodes } from "./identity/judge-identity.ts";
import type { ReadPresence } from "./presence/verify-presence.ts";
import type { Answers } from "./questions/answers.ts";
import { codeKey } from "./questions/readings.ts";
import { lookUpImplementations } from "./wiring/by-lock.ts";
import { type ToCompare, wiringOf } from "./wiring/wiring-questions.ts";
import { describePaths, describeUnlisted } from "./words/audit-notes.ts";

/** Looks up how contracts are wired, and who controls them. */
export function lookUpWiring(
  presence: ReadPresence,
  context: ToCompare,
  answers: Answers,
): void {
  const present = presence.targets
    .map(({ address = "0x" }) => address)
    .filter(
      (one) =>
        answers.isEarly || presence.codes.get(codeKey(one))?.kind === "code",
    );
  const { locked } = context;
  if (locked !== undefined) {
    lookUpImplementations(locked, answers);
  }
  wiringOf(presence, present, context, answers, locked).lookUp();
}

/** Judges all facts by the answers, with notes. */
export function judgeWiring(
  presence: ReadPresence,
  contracts: readonly ContractVerification[],
  context: ToCompare,
  { answers, codes }: { readonly answers: Answers; readonly codes: KnownCodes },
): {
  readonly facts: readonly FactVerification[];
  /** Notes on the holder of each power, and on what the registry lacks. */
  readonly notes: readonly string[];
  readonly notLookedAt: readonly Gap[];
} {
  const present = contracts.flatMap(({ verdict, address }) =>
    given(verdict === "present" && address),
  );
  const { judged, powers, followed, known, ...found } = wiringOf(
    presence,
    present,
    context,
    answers,
  ).judge(codes);
  const notes = [
    ...describeUnlisted(judged, known, answers),
    ...describePaths(powers, followed, answers),
  ];
  return { ...found, notes };
}
