import { isClientField, METADATA_FIELDS } from "../known-fields.ts";
import { each, entriesIn } from "../parts.ts";
import { isFieldRead, listed, printableName, titleOf } from "../texts.ts";
import type { LintEntry, LintField, LintRule } from "../types.ts";

export const UNKNOWN_FIELD: LintRule = {
  id: "unknown-field",
  severity: "warning",
  summary:
    "Fields that no portal configuration or wallet's chain has, and that the file's own code does not read.",
  fix: "Remove them, unless your own code reads them.",
  find: each(entriesIn, (entry, { file }) => {
    const unknown = entry.fields
      .filter((field) => isUnknown(field, entry))
      .map(({ member }) => member)
      .filter(({ name }) => !isFieldRead(name, file));
    const [first] = unknown;
    if (first === undefined) {
      return undefined;
    }
    const what = unknown.length === 1 ? "A field" : `${unknown.length} fields`;
    const names = listed(unknown.map(({ name }) => printableName(name)));
    return {
      place: first.key,
      message: `${what} of ${titleOf(entry)} that neither the reference nor the file's own code has: ${names}.`,
    };
  }),
};

function isUnknown({ member, definition }: LintField, entry: LintEntry) {
  if (entry.suggestions.has(member.name)) {
    return false;
  }
  if (entry.kind === "metadata") {
    return !METADATA_FIELDS.has(member.name);
  }
  // Nobody knows all fields of other chains.
  return (
    entry.network !== undefined &&
    definition === undefined &&
    !isClientField(member.name)
  );
}
