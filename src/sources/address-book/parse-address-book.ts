import { readError } from "../read-source-file.ts";
import { parsePlacedJson } from "../script/placed-json.ts";
import type {
  Place,
  ReadMember,
  ReadObject,
  ReadValue,
} from "../script/values.ts";

/** One network's entry in an `address.json`. */
export interface AddressBookEntry {
  /** The key it stands under, such as `pontus-x-devnet`. */
  readonly name: string;
  readonly key: Place;
  /** Addresses, numbers, and lists of addresses, whichever way they are written. */
  readonly members: ReadonlyMap<string, ReadMember>;
  readonly duplicates: readonly ReadMember[];
}

/** An `address.json`. */
export interface AddressBook {
  readonly entries: readonly AddressBookEntry[];
  /** Entries that a later one of the same name replaces. */
  readonly duplicates: readonly ReadMember[];
  /** Keys that had to be understood as others. */
  readonly warnings: readonly AddressBookWarning[];
}

export interface AddressBookWarning {
  readonly entry: string;
  readonly place: Place;
  readonly message: string;
}

/** The key `1` with a colon that belongs after it. */
const INDEX = /^([1-9]\d{0,2})(:?)$/;

/**
 * An `address.json` in the shape of `@oceanprotocol/contracts`: an object keyed by
 * the networks' names. Its lists are objects keyed by the on-chain template index
 * from 1, as in the package, or arrays, as in documents; both become lists. The
 * key `1:` that the package has is read as `1`, with a warning.
 *
 * @throws HardhatPluginError with the line of a syntax error, or the place of
 * what is no entry or no list.
 */
export function parseAddressBook(text: string, file: string): AddressBook {
  const root = parsePlacedJson(text, file);
  if (root.kind !== "object") {
    throw readError(
      file,
      "Expected an object of networks by name.",
      root.place,
    );
  }
  const warnings: AddressBookWarning[] = [];
  const entries = [...root.members.values()].map((entry): AddressBookEntry => {
    if (entry.value.kind !== "object") {
      throw readError(
        file,
        `Expected the entry ${JSON.stringify(entry.name)} to be an object of addresses.`,
        entry.at,
      );
    }
    const members = new Map<string, ReadMember>();
    for (const member of entry.value.members.values()) {
      const { value } = member;
      members.set(
        member.name,
        value.kind === "object"
          ? {
              ...member,
              value: listOf(value, member, {
                entry: entry.name,
                file,
                warnings,
              }),
            }
          : member,
      );
    }
    const { duplicates } = entry.value;
    return { name: entry.name, key: entry.key, members, duplicates };
  });
  return { entries, duplicates: root.duplicates, warnings };
}

/** Where a list stands, and where what is to be said of it is gathered. */
interface ListContext {
  readonly entry: string;
  readonly file: string;
  readonly warnings: AddressBookWarning[];
}

/** The object that a member holds as a list, if its keys are a list's. */
function listOf(
  value: ReadObject,
  { name }: ReadMember,
  { entry, file, warnings }: ListContext,
): ReadValue {
  const items = new Map<number, ReadMember>();
  for (const item of value.members.values()) {
    const [, index, colon] = INDEX.exec(item.name) ?? [];
    if (index === undefined) {
      // Something else than a list, which only matters to who needs it.
      return value;
    }
    if (items.has(Number(index))) {
      throw readError(
        file,
        `The entry ${JSON.stringify(entry)} has two addresses of the index ${index} under ${JSON.stringify(name)}. Keep one.`,
        item.key,
      );
    }
    items.set(Number(index), item);
    if (colon === ":") {
      warnings.push({
        entry,
        place: item.key,
        message: `The key ${JSON.stringify(item.name)} under ${JSON.stringify(name)} is read as "${index}"`,
      });
    }
  }
  const [repeated] = value.duplicates;
  if (repeated !== undefined) {
    throw readError(
      file,
      `The entry ${JSON.stringify(entry)} has ${JSON.stringify(repeated.name)} twice under ${JSON.stringify(name)}. Keep one.`,
      repeated.key,
    );
  }
  const inOrder = Array.from(
    { length: items.size },
    (_, index) => items.get(index + 1)?.value,
  ).filter((item) => item !== undefined);
  if (inOrder.length !== items.size) {
    throw readError(
      file,
      `The entry ${JSON.stringify(entry)} has a list under ${JSON.stringify(name)} that leaves out an index. Expected "1" to "${items.size}".`,
      value.place,
    );
  }
  return { kind: "list", items: inOrder, beyond: [], place: value.place };
}
