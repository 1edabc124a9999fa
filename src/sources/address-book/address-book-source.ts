import { z } from "zod";
import { strictObject } from "../../config/validate/fields.ts";
import { readEntries } from "../match-entries.ts";
import { readError } from "../read-source-file.ts";
import {
  asNumber,
  entryFields,
  FILE_FIELDS,
  type SourceNetwork,
  type SourceValue,
  sourceKind,
} from "../source-kind.ts";
import { namesOfRole } from "./names.ts";
import type { AddressBookEntry } from "./parse-address-book.ts";

export const ADDRESS_JSON = sourceKind(
  (networks) =>
    strictObject({
      type: z.literal("address-json"),
      ...FILE_FIELDS,
      ...entryFields(networks),
    }),
  async (source, { text, ...context }) => {
    const { parseAddressBook } = await import("./parse-address-book.ts");
    const { file } = context;
    const book = parseAddressBook(text, file);
    const entries = book.entries.map((entry) => ({
      ...entry,
      names: [entry.name],
      chainId: asNumber(entry.members.get("chainId")?.value),
      place: entry.key,
    }));
    const all = { entries, unknownParts: [] };
    return readEntries(all, source, context, (entry, network) => {
      const repeated = [...book.duplicates, ...entry.duplicates].find(
        ({ name }) => name === entry.name || isRead(name, network),
      );
      return {
        values: () => valuesIn(entry, network),
        warnings: book.warnings.filter(
          (warning) => warning.entry === entry.name,
        ),
        problem:
          repeated &&
          readError(
            file,
            `${JSON.stringify(repeated.name)} is repeated. Remove one.`,
            repeated.key,
          ),
      };
    });
  },
);

function valuesIn(
  entry: AddressBookEntry,
  network: SourceNetwork,
): SourceValue[] {
  return pathsOf(network).flatMap(([field, path]) => {
    const member = entry.members.get(field);
    return member === undefined
      ? []
      : [{ path, field, value: member.value, place: member.key }];
  });
}

function isRead(name: string, network: SourceNetwork): boolean {
  return (
    name === "chainId" || pathsOf(network).some(([field]) => field === name)
  );
}

/** The paths of an entry's keys. */
function pathsOf({
  definition,
  hasOneContractSet,
}: SourceNetwork): readonly (readonly [field: string, path: string])[] {
  const registry = Object.entries(definition.registry).flatMap(
    ([key, { role }]) =>
      namesOfRole(role).map((field) => [field, `registry.${key}`] as const),
  );
  // An address book has the block of the registry's router. The contracts of another
  // version of the portal configuration are older.
  return hasOneContractSet
    ? [...registry, ["startBlock", "startBlock"]]
    : registry;
}
