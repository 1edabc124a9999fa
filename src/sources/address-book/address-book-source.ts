import { readEntries } from "../match-entries.ts";
import { readError } from "../read-source-file.ts";
import {
  asNumber,
  entriesSchema,
  type SourceNetwork,
  type SourceValue,
  sourceKind,
} from "../source-kind.ts";
import { namesOfRole } from "./names.ts";

export const ADDRESS_JSON = sourceKind(
  entriesSchema("address-json"),
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
      const paths = pathsOf(network);
      const repeated = [...book.duplicates, ...entry.duplicates].find(
        ({ name }) => [entry.name, "chainId", ...paths.keys()].includes(name),
      );
      const values: SourceValue[] = [];
      for (const [field, path] of paths) {
        const member = entry.members.get(field);
        if (member !== undefined) {
          values.push({ path, field, value: member.value, place: member.key });
        }
      }
      return {
        values,
        warnings: entry.warnings,
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

/** The paths of an entry's keys. */
function pathsOf({
  definition,
  hasOneContractSet,
}: SourceNetwork): ReadonlyMap<string, string> {
  const registry = Object.entries(definition.registry).flatMap(
    ([key, { role }]) =>
      namesOfRole(role).map((field) => [field, `registry.${key}`] as const),
  );
  // An address book has the block of the registry's router. The contracts of another
  // version of the portal configuration are older.
  const block = ["startBlock", "startBlock"] as const;
  return new Map(hasOneContractSet ? [...registry, block] : registry);
}
