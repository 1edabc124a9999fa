import { CLIENT_FIELDS } from "../client-fields.ts";
import { isMetadataField } from "../metadata-fields.ts";
import { quoted } from "../quoted.ts";
import { suggestField } from "../suggest-field.ts";
import { titleOf } from "../title-of.ts";
import type { LintEntry, LintField, LintProblem, LintRule } from "../types.ts";

/** Names that are no field's, and that are not nearly one. */
export const UNKNOWN_FIELD: LintRule = {
  id: "unknown-field",
  severity: "warning",
  summary: "A field that the entry's portal configuration does not have.",
  fix: "Remove it, unless something of yours reads it.",
  *check({ file }) {
    for (const entry of file.entries) {
      for (const field of entry.fields) {
        const problem = problemOf(field, entry);
        if (problem !== undefined) {
          yield { place: field.member.key, ...problem };
        }
      }
    }
  },
};

function problemOf(
  { member, field, definition }: LintField,
  entry: LintEntry,
): Omit<LintProblem, "place"> | undefined {
  const name = quoted(member.name);
  const title = titleOf(entry);
  if (entry.kind === "metadata") {
    return isMetadataField(member.name) ||
      suggestField(member, entry) !== undefined
      ? undefined
      : {
          message: `${name} of ${title} is no member of a chain's metadata.`,
        };
  }
  if (Object.hasOwn(entry.expected, field)) {
    return undefined;
  }
  if (definition !== undefined) {
    return {
      severity: "note",
      message: `${name} is a field of other networks' portal configuration, and not of ${title}'s.`,
    };
  }
  if (CLIENT_FIELDS.has(member.name)) {
    return {
      severity: "note",
      message: `${name} is read by clients of the Ocean stack, and no field of ${title}'s portal configuration.`,
      fix: "Nothing, if your client reads it.",
    };
  }
  return suggestField(member, entry) === undefined
    ? {
        message: `${name} is no field of ${title}'s portal configuration.`,
      }
    : undefined;
}
