import { type Address, isZeroAddress } from "../../base/address.ts";
import { someOf } from "../../base/text.ts";
import type { ValueForm } from "../../contracts/contract-type.ts";
import {
  FOLLOWED,
  ofEnterpriseCollector,
} from "../../contracts/followed-values.ts";
import type { OfferedBy, WiringFact } from "../expect/facts.ts";
import { type PolicyFact, policyFactsOf } from "../expect/policy-facts.ts";
import type { Answers } from "../questions/question.ts";
import { codeKey } from "../questions/readings.ts";
import type { Json } from "../values/codec.ts";
import { nameInId } from "../values/path.ts";
import { addressesOf, type Reading, valueIn } from "../values/value.ts";
import {
  addressesIn,
  countOf,
  factValue,
  listValues,
  MAX_ITEMS,
} from "./decode-answers.ts";
import { addressesInItems, readOffered } from "./offered.ts";
import { actorsIn } from "./permissions.ts";
import { readRoles } from "./roles.ts";

/** An address that has a power, or that a list on chain has and no configuration. */
export interface Followed {
  readonly address: Address;
  /** 1 for what a contract of the network names. */
  readonly step: number;
  /** The powers: `Router owner, ERC721Factory owner`. */
  readonly label: string;
  /** The fact that names it first. */
  readonly by: string;
}

/** How many steps a power is followed. */
export const MAX_STEPS = 3;
/** More addresses are not followed. */
const MAX_FOLLOWED = 128;
/** If there are more, as many may be named by what anybody may change alone. */
const MAX_IN_USE = MAX_FOLLOWED / 2;

/** Who is followed. */
export interface FollowedAddresses {
  readonly followed: readonly Followed[];
  /** True if there are more than are followed. */
  readonly isCut: boolean;
}

/** The facts about an address; there are none if it is an account. */
export function factsAt(
  { address: of, step, label, by }: Followed,
  tokens: readonly Address[],
  offeredBy: OfferedBy = () => ({}),
): readonly PolicyFact[] {
  const isCollector = nameInId(by) === "enterpriseFeeCollector";
  const values = isCollector
    ? { ...FOLLOWED, ...ofEnterpriseCollector(tokens) }
    : FOLLOWED;
  return policyFactsOf(
    { ...values, ...offeredBy(of, of, values) },
    {
      of,
      prefix: of,
      label: startOf(label, of),
      controls: label,
      isLast: step === MAX_STEPS,
    },
  );
}

/** The prefix of the labels of values at an address. */
function startOf(label: string, address: Address): string {
  return `${label} → ${address}:`;
}

/** A value that names addresses to follow. */
export interface Naming {
  readonly label: string;
  /** The begin of the label of a power over an address that is followed itself. */
  readonly within?: string | undefined;
  readonly by: string;
  /** True for a value that changes in use, which must not displace a power. */
  readonly isInUse?: boolean | undefined;
  readonly addresses: readonly Address[];
}

/** More powers of one address are counted. */
const MAX_LABELS = 8;

/**
 * The powers of one address: `Router owner, ERC721Factory owner`. Those over one that is
 * followed itself begin alike, `Router owner → 0x…:`, which is said once.
 */
function labelOf(namings: readonly Pick<Naming, "label" | "within">[]): string {
  const byLabel = new Map(namings.map((one) => [one.label, one]));
  const distinct = [...byLabel.values()];
  const labels = distinct.map(({ label, within }, place) => {
    if (place > 0 && within && within === distinct[place - 1]?.within) {
      return label.slice(within.length).trimStart();
    }
    return label;
  });
  return someOf(labels, MAX_LABELS);
}

/**
 * The addresses that have powers, those that have powers over these, and so on, each
 * once, with all of its powers that are as few steps away as the first.
 *
 * @param namedBy the addresses that a fact names
 * @param isInUse tells whether a fact changes in use
 * @param maxInUse how many may be named by what changes in use alone
 */
export function follow(
  roots: readonly Naming[],
  factsOf: (one: Followed) => readonly PolicyFact[],
  namedBy: (fact: PolicyFact) => readonly Address[],
  isInUse: (fact: PolicyFact) => boolean = () => false,
  maxInUse = MAX_FOLLOWED,
): FollowedAddresses {
  const found = new Map<string, Followed>();
  let left = maxInUse;
  let isCut = false;
  let layer = roots;
  for (let step = 1; step <= MAX_STEPS; step += 1) {
    const named = layer.flatMap(({ addresses, ...naming }) =>
      addresses.map((address) => ({ ...naming, address })),
    );
    const added: Followed[] = [];
    const byKey = Map.groupBy(named, ({ address }) => codeKey(address));
    const isUsed = (namings: readonly Pick<Naming, "isInUse">[]) =>
      namings.every((one) => one.isInUse === true);
    const all = [...byKey];
    if (found.size + all.length > MAX_FOLLOWED) {
      all.sort(([, one], [, other]) => +isUsed(one) - +isUsed(other));
    }
    for (const [key, namings] of all) {
      const [first] = namings;
      if (
        first === undefined ||
        found.has(key) ||
        isZeroAddress(first.address)
      ) {
        continue;
      }
      const isOfUse = isUsed(namings);
      if (found.size >= MAX_FOLLOWED || (isOfUse && left === 0)) {
        isCut = true;
        continue;
      }
      left -= isOfUse ? 1 : 0;
      const one = { ...first, step, label: labelOf(namings) };
      found.set(key, one);
      added.push(one);
    }
    layer = added.flatMap((one) =>
      factsOf(one).map((fact) => ({
        label: fact.label,
        within: startOf(one.label, one.address),
        by: fact.id,
        isInUse: isInUse(fact),
        addresses: namedBy(fact),
      })),
    );
  }
  if (isCut && maxInUse === MAX_FOLLOWED) {
    return follow(roots, factsOf, namedBy, isInUse, MAX_IN_USE);
  }
  return { followed: [...found.values()], isCut };
}

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
    return addressesOf(valueIn(readRoles(fact, answers, locked).reading));
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
  if ("offered" in source && "items" in source.offered) {
    return addressesInItems(valueIn(reading));
  }
  return addressesOf(valueIn(reading));
}
