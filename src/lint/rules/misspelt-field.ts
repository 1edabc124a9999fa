import { quoted } from "../quoted.ts";
import { type FieldSuggestion, suggestField } from "../suggest-field.ts";
import { titleOf } from "../title-of.ts";
import { tokenEdit } from "../token-edit.ts";
import type { Edit, LintFile, LintRule } from "../types.ts";
import { wordCounts } from "../word-counts.ts";

/** Names that are nearly a field's, which is missing. */
export const MISSPELT_FIELD: LintRule = {
  id: "misspelt-field",
  severity: "error",
  summary: "A field whose name is misspelt, so that nobody reads it.",
  fix: "Correct the name.",
  *check({ file }) {
    const found = file.entries.flatMap((entry) =>
      entry.fields.flatMap((field) => {
        const suggestion = suggestField(field.member, entry);
        return suggestion === undefined ? [] : [{ entry, suggestion }];
      }),
    );
    if (found.length === 0) {
      return;
    }
    const isSafe = safeNames(
      found.map(({ suggestion }) => suggestion),
      file,
    );
    for (const { entry, suggestion } of found) {
      const { member, name } = suggestion;
      const mayBeThere = entry.chain.beyond.length > 0;
      yield {
        place: member.key,
        message: `${quoted(member.name)} of ${titleOf(entry)} is no field. It is ${name}, ${mayBeThere ? "unless that is in what cannot be known without running the file" : "which is missing"}.`,
        severity: mayBeThere ? "warning" : undefined,
        fix: `Call it ${name}.`,
        edit:
          isSafe(member) && !mayBeThere
            ? renaming(suggestion, file)
            : undefined,
      };
    }
  },
};

function renaming(
  { member, name }: FieldSuggestion,
  { text }: LintFile,
): Edit | undefined {
  // `{ name }` is a constant's name too.
  return member.key.start === member.at.start
    ? undefined
    : tokenEdit(text, member.key, member.name, name);
}

/**
 * Whether a name stands nowhere else in the file's code, which may use it, and is
 * wrong for every chain that has it from there.
 */
function safeNames(
  suggestions: readonly FieldSuggestion[],
  { code, entries }: LintFile,
): (member: FieldSuggestion["member"]) => boolean {
  const words = wordCounts(code);
  const keys = new Map<string, Set<number>>();
  for (const { member } of suggestions) {
    const places = keys.get(member.name) ?? new Set();
    keys.set(member.name, places.add(member.key.start));
  }
  const wrong = Map.groupBy(suggestions, ({ member }) => member.key.start);
  const all = Map.groupBy(
    entries.flatMap(({ fields }) => fields),
    ({ member }) => member.key.start,
  );
  return ({ name, key: { start } }) =>
    words.get(name) === keys.get(name)?.size &&
    wrong.get(start)?.length === all.get(start)?.length;
}
