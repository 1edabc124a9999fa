import type { Address } from "../../src/base/address.ts";
import type { ResolvedAlphaNetwork } from "../../src/config/types.ts";
import {
  type Entry,
  entriesOf,
  type ListEntry,
  listsOf,
  withList,
} from "./mutation-entries.ts";

/** The ways to change one thing in a registry. */
export const MUTATION_CLASSES = [
  "two entries swapped",
  "another entry's address",
  "an account",
  "zero",
  "another network's address",
  "a contract that refuses all calls",
  "a contract that takes all calls",
  "the right code, unwired",
  "the right contract of a second set",
  "list order changed",
  "list item dropped",
  "list item added",
] as const;

export type MutationClass = (typeof MUTATION_CLASSES)[number];

/** A registry with one mistake in it. */
export interface Mutant {
  readonly mutation: MutationClass;
  /** `registry.Router := registry.Dispenser`. */
  readonly name: string;
  /** What is changed. */
  readonly ids: readonly string[];
  readonly network: ResolvedAlphaNetwork;
}

/** What a mutant can put in an entry's place; all but the account have code. */
export interface Replacements {
  readonly account: Address;
  readonly refusing: Address;
  readonly taking: Address;
  /** The same code as at an address, with no storage. */
  readonly unwiredCopy: (address: Address) => Address;
  /** What stands for an address in a second set, which is wired to itself. */
  readonly inSecondSet: (address: Address) => Address;
}

const ZERO: Address = "0x0000000000000000000000000000000000000000";

/**
 * Every single mistake of the known classes in a network's registry.
 *
 * @param others the other networks, as configured
 */
export function mutantsOf(
  network: ResolvedAlphaNetwork,
  others: readonly ResolvedAlphaNetwork[],
  replacements: Replacements,
): readonly Mutant[] {
  const entries = entriesOf(network);
  const each = (
    mutation: MutationClass,
    replacementsOf: (entry: Entry) => readonly (readonly [string, Address])[],
  ) =>
    entries.flatMap((entry) =>
      replacementsOf(entry)
        .filter(([, address]) => address !== entry.address)
        .map(
          ([what, address]): Mutant => ({
            mutation,
            name: `${entry.id} := ${what}`,
            ids: [entry.id],
            network: entry.replaced(network, address),
          }),
        ),
    );
  return [
    ...swaps(network, entries),
    ...each("another entry's address", () =>
      entries.map(({ id, address }) => [id, address]),
    ),
    ...each("an account", () => [["an account", replacements.account]]),
    ...each("zero", () => [["zero", ZERO]]),
    ...each("another network's address", ({ role }) =>
      others.flatMap((other) =>
        entriesOf(other)
          .filter((entry) => entry.role === role)
          .map(
            ({ id, address }) => [`${other.name}'s ${id}`, address] as const,
          ),
      ),
    ),
    ...each("a contract that refuses all calls", () => [
      ["a contract that refuses all calls", replacements.refusing],
    ]),
    ...each("a contract that takes all calls", () => [
      ["a contract that takes all calls", replacements.taking],
    ]),
    ...each("the right code, unwired", ({ address }) => [
      ["its code elsewhere", replacements.unwiredCopy(address)],
    ]),
    ...each("the right contract of a second set", ({ address }) => [
      ["a second set's", replacements.inSecondSet(address)],
    ]),
    ...listsOf(network).flatMap((list) => [
      ...reordered(network, list),
      ...dropped(network, list),
      ...added(network, list, replacements),
    ]),
  ];
}

function swaps(
  network: ResolvedAlphaNetwork,
  entries: readonly Entry[],
): readonly Mutant[] {
  return entries.flatMap((one, index) =>
    entries
      .slice(index + 1)
      .filter(({ address }) => address !== one.address)
      .map(
        (other): Mutant => ({
          mutation: "two entries swapped",
          name: `${one.id} <-> ${other.id}`,
          ids: [one.id, other.id],
          network: other.replaced(
            one.replaced(network, other.address),
            one.address,
          ),
        }),
      ),
  );
}

/** Every other order; no list is so long that these are many. */
function reordered(
  network: ResolvedAlphaNetwork,
  { key, items }: ListEntry,
): readonly Mutant[] {
  return permutations(items)
    .slice(1)
    .map((order) => ({
      mutation: "list order changed",
      name: `registry.${key} := ${order.map((item) => items.indexOf(item)).join(", ")}`,
      ids: [`registry.${key}`],
      network: withList(network, key, order),
    }));
}

function dropped(
  network: ResolvedAlphaNetwork,
  { key, items }: ListEntry,
): readonly Mutant[] {
  return items.map((_, index) => ({
    mutation: "list item dropped",
    name: `registry.${key} without [${index}]`,
    ids: [`registry.${key}`],
    network: withList(network, key, items.toSpliced(index, 1)),
  }));
}

function added(
  network: ResolvedAlphaNetwork,
  { key, items }: ListEntry,
  { account, refusing, taking, unwiredCopy, inSecondSet }: Replacements,
): readonly Mutant[] {
  const [first] = items;
  if (first === undefined) {
    return [];
  }
  const stranger = entriesOf(network).find(
    ({ role }) => role === "router",
  )?.address;
  const news: readonly (readonly [string, Address | undefined])[] = [
    ["an account", account],
    ["a contract that refuses all calls", refusing],
    ["a contract that takes all calls", taking],
    ["its first item again", first],
    ["the router", stranger],
    ["its first item's code elsewhere", unwiredCopy(first)],
    ["a second set's first item", inSecondSet(first)],
  ];
  return Array.from({ length: items.length + 1 }, (_, index) => index).flatMap(
    (index) =>
      news.flatMap(([what, address]): Mutant[] =>
        address === undefined
          ? []
          : [
              {
                mutation: "list item added",
                name: `registry.${key} with ${what} at [${index}]`,
                ids: [`registry.${key}`],
                network: withList(
                  network,
                  key,
                  items.toSpliced(index, 0, address),
                ),
              },
            ],
      ),
  );
}

function permutations<T>(items: readonly T[]): readonly (readonly T[])[] {
  return items.length < 2
    ? [items]
    : items.flatMap((item, index) =>
        permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
      );
}
