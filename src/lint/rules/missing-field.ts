import { fieldIn } from "../../portal/dialects.ts";
import type { LintSeverity } from "../../report/lint-report.ts";
import { entryDialect } from "../entry-dialect.ts";
import { METADATA_FIELDS } from "../metadata-fields.ts";
import { suggestField } from "../suggest-field.ts";
import { titleOf } from "../title-of.ts";
import type { LintEntry, LintRule } from "../types.ts";

/** Fields that an entry should have, and has under no name. */
export const MISSING_FIELD: LintRule = {
  id: "missing-field",
  severity: "error",
  summary: "A field that the entry's portal configuration should have.",
  fix: "Add it: alpha config prints its value.",
  *check({ file }) {
    for (const entry of file.entries) {
      for (const { name, severity } of missingFields(entry)) {
        yield {
          place: entry.chain.place,
          message: `${titleOf(entry)} has no ${name}.`,
          severity,
        };
      }
    }
  },
};

interface MissingField {
  readonly name: string;
  readonly severity?: LintSeverity;
}

function missingFields(entry: LintEntry): readonly MissingField[] {
  const { chain, kind, network, expected } = entry;
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
      .map(([name]) => ({ name }));
  }
  if (network === undefined) {
    return found.has("chainId") ? [] : [{ name: "chainId" }];
  }
  const dialect = entryDialect(entry);
  return Object.entries(expected)
    .filter(([field]) => !found.has(field))
    .map(([field, { type }]) => {
      const name = fieldIn(dialect, field);
      // Clients have a default for the rest.
      const isNeeded =
        field === "chainId" || ["string", "url", "address"].includes(type);
      return isNeeded ? { name } : { name, severity: "warning" };
    });
}
