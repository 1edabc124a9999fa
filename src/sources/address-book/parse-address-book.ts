import { readError } from "../read-source-file.ts";
import { readJsonObject } from "../script/read-json.ts";
import type {
  Place,
  ReadMember,
  ReadName,
  ReadObject,
  ReadValue,
} from "../script/values.ts";

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
const INDEX = /^([1-9]\d{0,2})(:?)$/;

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

interface ListContext {
  readonly entry: string;
  readonly file: string;
  readonly warnings: AddressBookWarning[];
}

/** Converts an object by index to a list. Returns any other object unchanged. */
function listOf(
  value: ReadObject,
  { name }: ReadMember,
  { entry, file, warnings }: ListContext,
): ReadValue {
  const items = new Map<number, ReadMember>();
  for (const item of value.members.values()) {
    const [, index, colon] = INDEX.exec(item.name) ?? [];
    if (index === undefined) {
      return value;
    }
    if (items.has(Number(index))) {
      throw readError(
        file,
        `The entry ${JSON.stringify(entry)} has two addresses with index ${index} in ${JSON.stringify(name)}. Remove one.`,
        item.key,
      );
    }
    items.set(Number(index), item);
    if (colon === ":") {
      warnings.push({
        entry,
        place: item.key,
        message: `The key ${JSON.stringify(item.name)} in ${JSON.stringify(name)} is read as "${index}"`,
      });
    }
  }
  const [repeated] = value.duplicates;
  if (repeated !== undefined) {
    throw readError(
      file,
      `The entry ${JSON.stringify(entry)} has ${JSON.stringify(repeated.name)} twice in ${JSON.stringify(name)}. Remove one.`,
      repeated.key,
    );
  }
  const sorted = Array.from(
    { length: items.size },
    (_, index) => items.get(index + 1)?.value,
  ).filter((item) => item !== undefined);
  if (sorted.length !== items.size) {
    throw readError(
      file,
      `The entry ${JSON.stringify(entry)} has a list with a missing index in ${JSON.stringify(name)}. Expected "1" to "${items.size}".`,
      value.place,
    );
  }
  return { kind: "list", items: sorted, place: value.place };
}
