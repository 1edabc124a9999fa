import type { Address } from "../base/address.ts";
import { namesOfRole } from "../sources/address-book/names.ts";
import { asString } from "../sources/source-kind.ts";
import type { Place, ReadObject, ReadValue } from "../sources/values.ts";
import type { LintEntry } from "./types.ts";

/** A contract of a network's registry, as its entry in an address book has it. */
export interface BookAddress {
  /** As {@link stringsOf} names it: `Router`, `ERC20Template.1`. */
  readonly name: string;
  /** `registry.ERC20Template[0]` */
  readonly path: string;
  /** `undefined` if it is not set. */
  readonly address: Address | undefined;
  /** The entry's value; `undefined` if it has none. */
  readonly value: ReadValue | undefined;
}

/**
 * The contracts of the registry that an address book's entry should have, under each of
 * the names that it uses for them. Lists are arrays, or objects by index from 1. How many
 * templates a network of the project's own has is unknown if they are not set.
 */
export function expectedInBook({
  chain,
  network,
}: LintEntry): readonly BookAddress[] {
  return (network?.contracts ?? []).flatMap((contract): BookAddress[] => {
    if (contract.kind !== "registry") {
      return [];
    }
    const { key, index, role, address } = contract;
    const isOwn = network?.definition.like !== undefined;
    if (isOwn && index !== undefined && address === undefined) {
      return [];
    }
    const [first = key, ...others] = namesOfRole(role);
    const used = [first, ...others].filter((one) => chain.members.has(one));
    const path = `registry.${key}${index === undefined ? "" : `[${index}]`}`;
    return (used.length === 0 ? [first] : used).map((name) => {
      const value = chain.members.get(name)?.value;
      if (index === undefined) {
        return { name, path, address, value };
      }
      return { ...itemOf(value, name, index), path, address };
    });
  });
}

function itemOf(
  list: ReadValue | undefined,
  name: string,
  index: number,
): Pick<BookAddress, "name" | "value"> {
  if (list?.kind !== "object") {
    const isUnknown = list?.kind === "unknown";
    const item = list?.kind === "list" ? list.items[index] : undefined;
    return { name, value: isUnknown ? list : item };
  }
  // The published file has the malformed key "1:".
  const key = [`${index + 1}`, `${index + 1}:`].find((one) =>
    list.members.has(one),
  );
  return {
    name: `${name}.${key ?? index + 1}`,
    value: list.members.get(key ?? "")?.value,
  };
}

/** Malformed keys of lists: `1:` for `1`. */
export function* malformedIndexes({
  chain,
}: LintEntry): Generator<{ readonly name: string; readonly place: Place }> {
  for (const { name, value } of chain.members.values()) {
    const items = value.kind === "object" ? value.members.values() : [];
    for (const item of items) {
      if (/^[1-9]\d{0,2}:$/.test(item.name)) {
        yield { name: `${name}.${item.name}`, place: item.key };
      }
    }
  }
}

/** Names that a book's entry has beside those of contracts. */
export const BOOK_VALUES: ReadonlySet<string> = new Set([
  "chainId",
  "startBlock",
]);

/**
 * True for an entry of an address book: contracts with names like those of types, and no
 * URLs and switches as in a portal's entry. Former books have no chain ids and other
 * contracts.
 */
export function isBookEntry({ members }: Pick<ReadObject, "members">): boolean {
  const all = [...members.values()];
  return (
    all.some(
      ({ name, value }) => !BOOK_VALUES.has(name) && isContract(value),
    ) &&
    all.every(
      ({ name, value }) =>
        BOOK_VALUES.has(name) ||
        (/^[A-Z]|^ve[A-Z]|^[a-z]+Template$/.test(name) && isContract(value)),
    )
  );
}

/** An address, also a malformed or missing one, or a list of them. */
function isContract(value: ReadValue): boolean {
  switch (value.kind) {
    case "scalar":
      return /^(?:0x|$)/i.test(asString(value) ?? "-");
    case "list":
      return value.items.every(isContract);
    case "object":
      return [...value.members.values()].every((item) =>
        isContract(item.value),
      );
    case "unknown":
      return false;
  }
}
