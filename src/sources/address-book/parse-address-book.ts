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
 * @throws HardhatPluginError with the place of a syntax error, or of an invalid entry.
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
        const list = listOf(member, warnings);
        return [field, { ...member, value: list }] as const;
      });
      return { name, key, members: new Map(members), duplicates, warnings };
    },
  );
  // The last one of duplicates counts.
  return { entries, duplicates: root.duplicates };
}

/**
 * The value of a field: of an object by index, a list, which is unknown if an index is
 * missing or repeated.
 *
 * @param warnings are completed
 */
function listOf(
  { name: field, value }: ReadMember,
  warnings: SourceWarning[],
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
  if (place !== undefined) {
    const reason = `has a missing or repeated index, not "1" to "${items.length}" once each`;
    return { kind: "unknown", reason, place };
  }
  for (const { item, index } of items) {
    if (item.name !== String(index)) {
      const message = `The key ${JSON.stringify(item.name)} in ${JSON.stringify(field)} is read as "${index}"`;
      warnings.push({ place: item.key, message });
    }
  }
  const list = items.map(({ item }) => item.value);
  return { kind: "list", items: list, place: value.place };
}
