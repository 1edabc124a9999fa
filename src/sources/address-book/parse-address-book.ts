import { readJsonObject } from "../read-json.ts";
import { readError } from "../read-source-file.ts";
import type {
  Place,
  ReadMember,
  ReadName,
  ReadObject,
  ReadValue,
} from "../values.ts";

/** One network's entry in an `address.json`. */
export interface AddressBookEntry {
  /** Its key, such as `pontus-x-devnet`. */
  readonly name: string;
  readonly key: Place;
  /** Lists are `list`s, whether they are arrays or objects in the file. */
  readonly members: ReadonlyMap<string, ReadMember>;
  readonly duplicates: readonly ReadName[];
}

/** An `address.json`. */
export interface AddressBook {
  readonly entries: readonly AddressBookEntry[];
  /** Entries that a later one with the same name replaces. */
  readonly duplicates: readonly ReadName[];
  /** Malformed keys that were read as others. */
  readonly warnings: readonly AddressBookWarning[];
}

export interface AddressBookWarning {
  readonly entry: string;
  readonly place: Place;
  readonly message: string;
}

/** `1`, or the malformed key `1:`. */
const INDEX = /^([1-9]\d{0,2}):?$/;

/**
 * Parses an `address.json` in the format of `@oceanprotocol/contracts`: an object by
 * network name. Lists are objects by on-chain template index, from 1, or arrays. The
 * package has the malformed key `1:`, which is read as `1` with a warning.
 *
 * @throws HardhatPluginError with the place of a syntax error, or of an invalid
 * entry or list.
 */
export function parseAddressBook(text: string, file: string): AddressBook {
  const root = readJsonObject(text, file, "networks by name");
  const warnings: AddressBookWarning[] = [];
  const entries = [...root.members.values()].map((entry): AddressBookEntry => {
    if (entry.value.kind !== "object") {
      throw readError(
        file,
        `Expected the entry ${JSON.stringify(entry.name)} to be an object of addresses.`,
        entry.at,
      );
    }
    const context = { entry: entry.name, file, warnings };
    const members = [...entry.value.members].map(
      ([name, member]): [string, ReadMember] => {
        const { value } = member;
        const isObject = value.kind === "object";
        const list = isObject ? listOf(value, name, context) : value;
        return [name, { ...member, value: list }];
      },
    );
    return {
      name: entry.name,
      key: entry.key,
      members: new Map(members),
      duplicates: entry.value.duplicates,
    };
  });
  return { entries, duplicates: root.duplicates, warnings };
}

interface ListContext {
  readonly entry: string;
  readonly file: string;
  readonly warnings: AddressBookWarning[];
}

/** Converts an object by index to a list. Returns any other object unchanged. */
function listOf(
  value: ReadObject,
  key: string,
  { entry, file, warnings }: ListContext,
): ReadValue {
  const items = [...value.members.values()]
    .map((item) => ({ item, index: Number(INDEX.exec(item.name)?.[1]) }))
    .toSorted((one, other) => one.index - other.index);
  if (items.some(({ index }) => Number.isNaN(index))) {
    return value;
  }
  const wrong = items.find(({ index }, position) => index !== position + 1);
  const place = value.duplicates[0]?.key ?? wrong?.item.key;
  const name = JSON.stringify(key);
  if (place !== undefined) {
    throw readError(
      file,
      `The entry ${JSON.stringify(entry)} has a missing or repeated index in ${name}. Expected "1" to "${items.length}", each of them once.`,
      place,
    );
  }
  for (const { item, index } of items) {
    if (item.name !== String(index)) {
      const message = `The key ${JSON.stringify(item.name)} in ${name} is read as "${index}"`;
      warnings.push({ entry, place: item.key, message });
    }
  }
  const list = items.map(({ item }) => item.value);
  return { kind: "list", items: list, place: value.place };
}
