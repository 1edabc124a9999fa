import type { Address } from "../../../base/address.ts";
import { ownValue } from "../../../base/records.ts";
import type { WiringAnswers, WiringQuestions } from "../answers.ts";
import {
  addressesIn,
  callsOf,
  countOf,
  factValue,
  listValues,
  MAX_ITEMS,
} from "../decode-answers.ts";
import type { LockedValue, WiringFact } from "../facts.ts";
import type { PolicyFact } from "../policy-facts.ts";
import {
  type Delegation,
  dependenciesOf,
  lockedAddresses,
} from "./dependencies.ts";
import { readRoles, roleQuestions } from "./roles.ts";

/** The values in the lock file by the ids of their facts. */
export type LockedPolicy = Readonly<Record<string, LockedValue>>;

/** An address with its facts, and what is known of its code. */
export interface Place {
  readonly of: Address;
  readonly facts: readonly WiringFact[];
  /** Whether a contract is there, as far as that is known. */
  readonly isContract: boolean;
  /** How it runs the code of others; `undefined` if it does not. */
  readonly delegation: Delegation | undefined;
}

/** What to ask of a place besides what its views tell. */
export function furtherQuestions(
  place: Place,
  answers: WiringAnswers,
  policy: LockedPolicy,
): WiringQuestions {
  const { of, facts, isContract, delegation } = place;
  return facts.flatMap(({ id, source }): WiringQuestions => {
    const locked = ownValue(policy, id);
    const isRun = delegation !== undefined || locked !== undefined;
    if ("slot" in source) {
      const { slot } = source;
      const isOwned = source.contract !== undefined;
      return isRun || isOwned
        ? [{ kind: "slot", address: of, slot, isOwned }]
        : [];
    }
    switch ("derived" in source ? source.derived : undefined) {
      case "roles":
        return isContract || locked !== undefined
          ? roleQuestions(of, answers, locked)
          : [];
      case "dependencies":
        return isRun ? runsQuestions(place, answers, locked) : [];
      default:
        return [];
    }
  });
}

/** What to read to learn what a contract runs, and that code. */
function runsQuestions(
  { of, facts, delegation = { named: [], isWhole: false } }: Place,
  answers: WiringAnswers,
  locked: LockedValue | undefined,
): WiringQuestions {
  const found = dependenciesOf(of, delegation, answers);
  const calls = facts.flatMap((fact) =>
    callsOf(fact, 0).map(({ call }) => call),
  );
  return [
    ...[...found, ...lockedAddresses(locked)].map(
      (address) => ({ kind: "code", address }) as const,
    ),
    ...(delegation.isWhole
      ? []
      : [{ kind: "runs", address: of, calls } as const]),
  ];
}

/** How many items of a list to ask: what is locked or listed, until it is counted. */
export function itemsToAsk(
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

/** Whether a fact names those who may act, rather than what is in a list. */
export function isPower(fact: WiringFact): boolean {
  return fact.class === "policy" && /^holders?$/.test(fact.form);
}

/** Whether a fact names addresses that are followed. */
function isNaming(fact: WiringFact): fact is PolicyFact {
  return (
    fact.class === "policy" &&
    /^(holders?|addresses|items)$/.test(fact.form) &&
    !("derived" in fact.source && fact.source.derived !== "roles")
  );
}

/** The addresses that a fact names, by its answers. */
export function namedBy(
  fact: WiringFact,
  answers: WiringAnswers,
  locked: LockedValue | undefined,
): readonly Address[] {
  if (!isNaming(fact)) {
    return [];
  }
  if ("derived" in fact.source) {
    const roles = readRoles(fact.of, answers, locked);
    return roles.kind === "read"
      ? roles.value.members.map(({ member }) => member)
      : [];
  }
  const items = itemsToAsk(fact, answers, locked);
  return [
    factValue(fact, answers),
    ...listValues(fact, items, answers),
  ].flatMap((one) => (one.kind === "read" ? addressesIn(one.value) : []));
}

/** The addresses that a locked value names. */
export function namedInLock(
  fact: WiringFact,
  locked: LockedValue | undefined,
): readonly Address[] {
  return isNaming(fact) ? lockedAddresses(locked) : [];
}
