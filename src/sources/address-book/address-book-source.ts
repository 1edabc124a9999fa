import { z } from "zod";
import { matchEntries, passedOver } from "../match-entries.ts";
import { readError } from "../read-source-file.ts";
import {
  ENTRY_FIELDS,
  FILE_FIELDS,
  type Finding,
  numberIn,
  type SourceNetwork,
  sourceKind,
} from "../source-kind.ts";
import { namesOfRole } from "./names.ts";
import type { AddressBookEntry } from "./parse-address-book.ts";

export const ADDRESS_JSON = sourceKind(
  z
    .object({
      type: z.literal("address-json"),
      ...FILE_FIELDS,
      ...ENTRY_FIELDS,
    })
    .strict(),
  async (source, { text, file, networks }) => {
    const { parseAddressBook } = await import("./parse-address-book.ts");
    const book = parseAddressBook(text, file);
    const entries = book.entries.map((entry) => ({
      ...entry,
      names: [entry.name],
      chainId: numberIn(entry.members.get("chainId")?.value),
      place: entry.key,
    }));
    const matched = matchEntries(entries, source, networks, file);
    const readings = matched.map(({ network, entry }) => {
      const repeated = [...book.duplicates, ...entry.duplicates].find(
        ({ name }) => name === entry.name || isRead(name, network),
      );
      if (repeated !== undefined) {
        throw readError(
          file,
          `${JSON.stringify(repeated.name)} is there twice. Keep one.`,
          repeated.key,
        );
      }
      return {
        network: network.name,
        findings: findingsIn(entry, network),
        warnings: book.warnings.filter(
          (warning) => warning.entry === entry.name,
        ),
      };
    });
    return [
      ...readings,
      ...passedOver({ entries, matched, beyond: [] }, source, networks),
    ];
  },
);

function findingsIn(
  entry: AddressBookEntry,
  network: SourceNetwork,
): Finding[] {
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

/** Which of an entry's keys is which value. */
function pathsOf({
  definition,
  hasOneContractSet,
}: SourceNetwork): readonly (readonly [field: string, path: string])[] {
  const registry = Object.entries(definition.registry).flatMap(
    ([key, { role }]) =>
      namesOfRole(role).map((field) => [field, `registry.${key}`] as const),
  );
  // The block of the registry's router, which is not where the portal's older
  // contracts begin.
  return hasOneContractSet
    ? [...registry, ["startBlock", "startBlock"]]
    : registry;
}
