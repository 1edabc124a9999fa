import { fieldIn } from "../../portal/dialects.ts";
import { METADATA_FIELDS } from "../metadata-fields.ts";
import { suggestField } from "../suggest-field.ts";
import { titleOf } from "../title-of.ts";
import type { LintEntry, LintRule } from "../types.ts";

/** Fields that an entry should have, and has under no name. */
export const MISSING_FIELD: LintRule = {
  id: "missing-field",
  severity: "error",
  summary: "A field that the entry's portal configuration should have.",
  fix: "Add what is missing: alpha config prints it.",
  *check({ file }) {
    for (const entry of file.entries) {
      const missing = missingFields(entry);
      for (const isNeeded of [true, false]) {
        const names = missing
          .filter((field) => field.isNeeded === isNeeded)
          .map(({ name }) => name);
        if (names.length > 0) {
          yield {
            place: entry.chain.place,
            message: `${titleOf(entry)} has no ${names.join(", ")}.`,
            severity: isNeeded ? undefined : "warning",
          };
        }
      }
    }
  },
};

interface MissingField {
  readonly name: string;
  /** Whether clients have no default for it. */
  readonly isNeeded: boolean;
}

function missingFields(entry: LintEntry): readonly MissingField[] {
  const { chain, kind, network, expected, dialect } = entry;
  // What cannot be known may hold them.
  if (chain.beyond.length > 0) {
    return [];
  }
  const found = new Set(
    entry.fields.flatMap((field) => [
      field.field,
      suggestField(field.member, entry)?.field ?? field.field,
    ]),
  );
  if (kind === "metadata") {
    return [...METADATA_FIELDS]
      .filter(([name, need]) => need === "required" && !found.has(name))
      .map(([name]) => ({ name, isNeeded: true }));
  }
  if (network === undefined) {
    return found.has("chainId") || found.has("networkId")
      ? []
      : [{ name: "chainId", isNeeded: true }];
  }
  return Object.entries(expected)
    .filter(([field]) => !found.has(field))
    .map(([field, { type }]) => ({
      name: fieldIn(dialect, field),
      isNeeded:
        field === "chainId" || ["string", "url", "address"].includes(type),
    }));
}
