import { readJsonObject } from "../read-json.ts";
import { readError } from "../read-source-file.ts";
import type { SourceWarning } from "../source-kind.ts";
import type { ReadMember, ReadName, ReadValue } from "../values.ts";

/** One network's entry in an `address.json`, by its key, such as `pontus-x-devnet`. */
export interface AddressBookEntry extends ReadName {
  /** Lists are `list`s, whether they are arrays or objects in the file. */
  readonly members: ReadonlyMap<string, ReadMember>;
  readonly duplicates: readonly ReadName[];
  /** About malformed keys that were read as others. */
  readonly warnings: readonly SourceWarning[];
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
export function parseAddressBook(text: string, file: string) {
  const root = readJsonObject(text, file, "networks by name");
  const entries = [...root.members.values()].map(
    ({ name, key, at, value }): AddressBookEntry => {
      if (value.kind !== "object") {
        throw readError(
          file,
          `Expected the entry ${JSON.stringify(name)} to be an object of addresses.`,
          at,
        );
      }
      const { duplicates } = value;
      const warnings: SourceWarning[] = [];
      const members = [...value.members].map(([field, member]) => {
        const list = listOf(member, { entry: name, file, warnings });
        return [field, { ...member, value: list }] as const;
      });
      return { name, key, members: new Map(members), duplicates, warnings };
    },
  );
  // The last one of duplicates counts.
  return { entries, duplicates: root.duplicates };
}

/** The value of a field: of an object by index, a list. */
function listOf(
  { name: field, value }: ReadMember,
  context: {
    readonly entry: string;
    readonly file: string;
    readonly warnings: SourceWarning[];
  },
): ReadValue {
  if (value.kind !== "object") {
    return value;
  }
  const items = [...value.members.values()]
    .map((item) => ({ item, index: Number(INDEX.exec(item.name)?.[1]) }))
    .toSorted((one, other) => one.index - other.index);
  if (items.some(({ index }) => Number.isNaN(index))) {
    return value;
  }
  const wrong = items.find(({ index }, position) => index !== position + 1);
  const place = value.duplicates[0]?.key ?? wrong?.item.key;
  const name = JSON.stringify(field);
  if (place !== undefined) {
    throw readError(
      context.file,
      `The entry ${JSON.stringify(context.entry)} has a missing or repeated index in ${name}. Expected "1" to "${items.length}", each of them once.`,
      place,
    );
  }
  for (const { item, index } of items) {
    if (item.name !== String(index)) {
      const message = `The key ${JSON.stringify(item.name)} in ${name} is read as "${index}"`;
      context.warnings.push({ place: item.key, message });
    }
  }
  const list = items.map(({ item }) => item.value);
  return { kind: "list", items: list, place: value.place };
}
