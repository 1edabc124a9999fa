import type { Address } from "../../base/address.ts";
import type { ValueForm } from "../../contracts/contract-type.ts";
import type { WiringFact } from "../expect/facts.ts";
import type { PolicyFact } from "../expect/policy-facts.ts";
import type { Answers } from "../questions/answers.ts";
import type { Json } from "../values/codec.ts";
import { addressesOf, type Reading, valueIn } from "../values/value.ts";
import {
  addressesIn,
  countOf,
  factValue,
  listValues,
  MAX_ITEMS,
} from "./decode-answers.ts";
import { readOffered } from "./offered.ts";
import { actorsIn } from "./permissions.ts";
import { readRoles } from "./roles.ts";

/** The values in the lock file by the ids of their facts. */
export type LockedPolicy = Readonly<Record<string, Json>>;

/** How many items of a list to ask: what is locked or listed, until it is counted. */
function itemsToAsk(
  fact: WiringFact,
  answers: Answers,
  locked: Reading | undefined,
): number {
  const count = countOf(fact, answers);
  if (count !== undefined) {
    return count > MAX_ITEMS ? 0 : count;
  }
  const listed = fact.class === "policy" ? fact.listed : 0;
  const value = valueIn(locked);
  const known = value?.kind === "sequence" ? value.items.length : listed;
  return Math.min(known, MAX_ITEMS);
}

const NAMING_FORMS: ReadonlySet<ValueForm> = new Set([
  "holder",
  "holders",
  "addresses",
  "items",
]);

/** Tells whether a fact names addresses that are followed. */
function isNaming(fact: WiringFact): fact is PolicyFact {
  return (
    fact.class === "policy" &&
    ("offered" in fact.source || NAMING_FORMS.has(fact.form)) &&
    !("derived" in fact.source && fact.source.derived !== "roles")
  );
}

/** The addresses that a fact names, by its answers. */
export function namedBy(
  fact: WiringFact,
  answers: Answers,
  locked: Reading | undefined,
): readonly Address[] {
  if (!isNaming(fact)) {
    return [];
  }
  if ("derived" in fact.source) {
    const roles = valueIn(readRoles(fact, answers, locked));
    return roles?.members.map(({ member }) => member) ?? [];
  }
  if ("offered" in fact.source) {
    const { offered } = fact.source;
    const { reading } = readOffered(fact.of, offered, answers, locked);
    return namedInReading(fact, reading);
  }
  const items = itemsToAsk(fact, answers, locked);
  return [
    factValue(fact, answers),
    ...listValues(fact, items, answers),
  ].flatMap((one) => addressesIn(valueIn(one)));
}

/** The addresses that a value of a fact names, such as the locked one. */
export function namedInReading(
  fact: WiringFact,
  reading: Reading | undefined,
): readonly Address[] {
  if (!isNaming(fact)) {
    return [];
  }
  const { source } = fact;
  if ("offered" in source && "permissions" in source.offered) {
    return actorsIn(reading, source.offered.permissions);
  }
  return addressesOf(valueIn(reading));
}
