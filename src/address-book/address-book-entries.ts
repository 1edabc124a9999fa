import type { OceanAddressBook } from "./ocean-address-book.ts";

/** What clients of the Ocean stack look up for a chain on the own machine. */
const LOCAL_KEY = "development";

/**
 * The entries of an address file for the sandboxes that are served: each
 * network's under its own key, and the first one's as the local chain.
 */
export function addressBookEntries(
  books: readonly OceanAddressBook[],
): Readonly<Record<string, OceanAddressBook["entry"]>> {
  const entries: Record<string, OceanAddressBook["entry"]> = {};
  for (const { key, entry } of books) {
    // Two sandboxes may stand in for one network.
    entries[key] ??= entry;
  }
  const [first] = books;
  return first === undefined
    ? entries
    : { ...entries, [LOCAL_KEY]: first.entry };
}
