import {
  type Address,
  addressOf,
  isZeroAddress,
  uniqueAddresses,
} from "../../base/address.ts";
import { ownValue } from "../../base/records.ts";
import type { KnownCodes } from "../identity/judge-identity.ts";
import {
  describeNotAsked,
  describeUnreadFact,
  type FactVerification,
} from "../report.ts";
import type { VerificationTarget } from "../targets.ts";
import type { WiringAnswers } from "./answers.ts";
import { callsOf, countOf, holderOf, MAX_ITEMS } from "./decode-answers.ts";
import {
  type LockedValue,
  unknownFact,
  type WiringFact,
  wiringFacts,
} from "./facts.ts";
import { judgeFact } from "./judge-facts.ts";
import type { QuestionsOf } from "./read-wiring.ts";

/** What to ask of a network's contracts, and what the answers mean. */
export interface Wiring {
  readonly questionsOf: QuestionsOf;
  readonly judge: (
    answers: WiringAnswers,
    codes: KnownCodes,
  ) => readonly FactVerification[];
}

/**
 * How contracts are wired, and who controls them. What the lock file names is asked in
 * the first round, so that nothing is left to ask if nothing has changed.
 *
 * @param present the contracts that are there; others are not asked
 */
export function wiringOf(
  targets: readonly VerificationTarget[],
  present: ReadonlySet<Address>,
  policy: Readonly<Record<string, LockedValue>> = {},
): Wiring {
  const facts = wiringFacts(targets);
  const asked = facts.filter(({ of }) => present.has(of));
  return {
    questionsOf: (answers) => ({
      calls: asked.flatMap((fact) =>
        callsOf(fact, itemsToAsk(fact, answers, ownValue(policy, fact.id))).map(
          ({ call }) => call,
        ),
      ),
      slots: asked.flatMap(({ source, of }) =>
        "slot" in source ? [{ address: of, slot: source.slot }] : [],
      ),
      holders: uniqueAddresses(
        asked.flatMap((fact) =>
          [
            holderIn(fact, ownValue(policy, fact.id)),
            holderOf(fact, answers),
          ].flatMap((address) => address ?? []),
        ),
      ).filter((address) => !isZeroAddress(address)),
    }),
    judge: (answers, codes) =>
      facts.map((fact) =>
        present.has(fact.of)
          ? judgeFact(fact, answers, codes)
          : unknownFact(fact, describeUnreadFact(describeNotAsked(fact.of))),
      ),
  };
}

/** How many items of a list to ask: what is locked or listed, until it is counted. */
function itemsToAsk(
  fact: WiringFact,
  answers: WiringAnswers,
  locked: LockedValue | undefined,
): number {
  const count = countOf(fact, answers);
  if (count !== undefined) {
    return count > MAX_ITEMS ? 0 : count;
  }
  const listed = fact.class === "policy" ? fact.listed : 0;
  return Math.min(Array.isArray(locked) ? locked.length : listed, MAX_ITEMS);
}

/** The address that the locked value of a holder begins with. */
function holderIn(
  fact: WiringFact,
  locked: LockedValue | undefined,
): Address | undefined {
  const isHolder = fact.class === "policy" && fact.form === "holder";
  return isHolder && typeof locked === "string"
    ? addressOf(locked.split(" ")[0])
    : undefined;
}
