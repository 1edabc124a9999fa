import type { Address } from "../../src/base/address.ts";
import type { ResolvedAlphaNetwork } from "../../src/config/types.ts";
import type { Replacements } from "../support/mutation-chain.ts";
import { withAddresses } from "../support/with-addresses.ts";
import {
  type Entry,
  entriesOf,
  type ListEntry,
  listsOf,
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

const ZERO: Address = "0x0000000000000000000000000000000000000000";

/** Every single mistake of the known classes in a network's registry. */
export function mutantsOf(
  network: ResolvedAlphaNetwork,
  others: readonly ResolvedAlphaNetwork[],
  replacements: Replacements,
): readonly Mutant[] {
  const { account, refusing, taking, unwiredCopy, inSecondSet } = replacements;
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
  const sameOf = (role: string) => (other: ResolvedAlphaNetwork) =>
    entriesOf(other)
      .filter((entry) => entry.role === role)
      .map(({ id, address }) => [`${other.name}'s ${id}`, address] as const);
  return [
    ...swaps(network, entries),
    ...each("another entry's address", () =>
      entries.map(({ id, address }) => [id, address]),
    ),
    ...each("an account", () => [["an account", account]]),
    ...each("zero", () => [["zero", ZERO]]),
    ...each("another network's address", ({ role }) =>
      others.flatMap(sameOf(role)),
    ),
    ...each("a contract that refuses all calls", () => [
      ["a contract that refuses all calls", refusing],
    ]),
    ...each("a contract that takes all calls", () => [
      ["a contract that takes all calls", taking],
    ]),
    ...each("the right code, unwired", ({ address }) => [
      ["its code elsewhere", unwiredCopy(address)],
    ]),
    ...each("the right contract of a second set", ({ address }) => [
      ["a second set's", inSecondSet(address)],
    ]),
    ...listsOf(network).flatMap((list) =>
      listMutants(network, list, replacements),
    ),
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
      .map((other): Mutant => {
        const half = one.replaced(network, other.address);
        return {
          mutation: "two entries swapped",
          name: `${one.id} <-> ${other.id}`,
          ids: [one.id, other.id],
          network: other.replaced(half, one.address),
        };
      }),
  );
}

/** Every other order of a list, each item dropped, and what is added at each place. */
function listMutants(
  network: ResolvedAlphaNetwork,
  { key, items }: ListEntry,
  { account, refusing, taking, unwiredCopy, inSecondSet }: Replacements,
): readonly Mutant[] {
  const id = `registry.${key}`;
  const mutant = (
    mutation: MutationClass,
    change: string,
    changed: readonly Address[],
  ): Mutant => ({
    mutation,
    name: `${id} ${change}`,
    ids: [id],
    network: withAddresses(network, { [key]: changed }),
  });
  const router = entriesOf(network).find(({ role }) => role === "router");
  const news = items.slice(0, 1).flatMap(
    (first) =>
      [
        ["an account", account],
        ["a contract that refuses all calls", refusing],
        ["a contract that takes all calls", taking],
        ["its first item again", first],
        ["the router", router?.address ?? ZERO],
        ["its first item's code elsewhere", unwiredCopy(first)],
        ["a second set's first item", inSecondSet(first)],
      ] as const,
  );
  const orders = permutations(items).slice(1);
  const places = [...items.keys(), items.length];
  return [
    ...orders.map((order) => {
      const change = order.map((item) => items.indexOf(item)).join(", ");
      return mutant("list order changed", `:= ${change}`, order);
    }),
    ...items.map((_, at) =>
      mutant("list item dropped", `without [${at}]`, items.toSpliced(at, 1)),
    ),
    ...places.flatMap((at) =>
      news.map(([what, address]) => {
        const longer = items.toSpliced(at, 0, address);
        return mutant("list item added", `with ${what} at [${at}]`, longer);
      }),
    ),
  ];
}

function permutations<T>(items: readonly T[]): readonly (readonly T[])[] {
  return items.length < 2
    ? [items]
    : items.flatMap((item, index) =>
        permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
      );
}
