import { fieldIn } from "../portal/dialects.ts";
import type { ReadMember } from "../sources/read/types.ts";
import { CLIENT_FIELDS } from "./client-fields.ts";
import { isMetadataField, METADATA_FIELDS } from "./metadata-fields.ts";
import { suggestName } from "./suggest-name.ts";
import type { LintEntry } from "./types.ts";

/** What a misspelt member of an entry should be called. */
export interface FieldSuggestion {
  readonly member: ReadMember;
  /** In the entry's dialect. */
  readonly name: string;
  /** What the reference calls it. */
  readonly field: string;
}

const known = new WeakMap<LintEntry, ReadonlyMap<string, FieldSuggestion>>();

/**
 * The field that a member's name is a misspelling of; `undefined` where the name
 * is one itself, or no field that is missing is like it and only it.
 */
export function suggestField(
  { name }: Pick<ReadMember, "name">,
  entry: LintEntry,
): FieldSuggestion | undefined {
  const suggestions = known.get(entry) ?? suggestionsFor(entry);
  known.set(entry, suggestions);
  return suggestions.get(name);
}

function suggestionsFor(
  entry: LintEntry,
): ReadonlyMap<string, FieldSuggestion> {
  const missing = missingNames(entry);
  const found: FieldSuggestion[] = [];
  for (const { member, definition } of entry.fields) {
    const { name } = member;
    const isField =
      definition !== undefined ||
      CLIENT_FIELDS.has(name) ||
      (entry.kind === "metadata" && isMetadataField(name));
    const suggested = isField ? undefined : suggestName(name, missing.keys());
    const field = missing.get(suggested ?? "");
    if (suggested !== undefined && field !== undefined) {
      found.push({ member, name: suggested, field });
    }
  }
  // Two names for one field: neither is sure.
  const byName = Map.groupBy(found, ({ name }) => name);
  const sure = found.filter(({ name }) => byName.get(name)?.length === 1);
  return new Map(
    sure.map((suggestion) => [suggestion.member.name, suggestion]),
  );
}

/** The names of missing fields in the entry's dialect, with the reference's. */
function missingNames(entry: LintEntry): ReadonlyMap<string, string> {
  const { fields, expected, kind, dialect } = entry;
  const has = new Set(fields.map(({ field }) => field));
  if (kind === "metadata") {
    return new Map(
      [...METADATA_FIELDS.keys()]
        .filter((name) => !has.has(name))
        .map((name) => [name, name]),
    );
  }
  return new Map(
    Object.keys(expected)
      .filter((field) => !has.has(field))
      .map((field) => [fieldIn(dialect, field), field]),
  );
}
