import { quoted } from "../../base/text.ts";
import { DIALECTS, fieldIn } from "../../sources/portal/dialects.ts";
import { tokenEdit } from "../edits.ts";
import {
  CLIENT_FIELDS,
  type FieldSuggestion,
  isMetadataField,
  METADATA_FIELDS,
  suggestField,
} from "../known-fields.ts";
import { titleOf, wordCounts } from "../texts.ts";
import type {
  Edit,
  LintEntry,
  LintField,
  LintFile,
  LintProblem,
  LintRule,
} from "../types.ts";

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

/** A field that is there more than once, so that only its last value counts. */
export const DUPLICATE_FIELD: LintRule = {
  id: "duplicate-field",
  severity: "error",
  summary: "A field that an entry has twice: the last one counts.",
  fix: "Keep one of them.",
  *check({ file }) {
    for (const entry of file.entries) {
      for (const { name, key } of entry.chain.duplicates) {
        const line = entry.chain.members.get(name)?.key.line;
        yield {
          place: key,
          message: `${quoted(name)} of ${titleOf(entry)} is there once more, on line ${line}, and that one counts.`,
        };
      }
    }
  },
};

/** Fields of both dialects in one file, of which a portal reads one. */
export const MIXED_DIALECTS: LintRule = {
  id: "mixed-dialects",
  severity: "warning",
  summary: "Fields of both dialects in one file: a portal reads one dialect.",
  fix: "Call the fields as your portal does: alpha config --dialect reference or ocean prints them.",
  *check({ file }) {
    const fields = file.entries
      .filter(({ kind }) => kind === "portal")
      .flatMap((entry) => entry.fields);
    const [first, second] = DIALECTS.map((dialect) =>
      fields.filter((field) => field.dialect === dialect),
    ).toSorted((one, other) => other.length - one.length);
    const [known] = first ?? [];
    for (const field of second ?? []) {
      yield {
        place: field.member.key,
        message: describe(field, known),
      };
    }
  },
};

function describe(
  { member, dialect }: LintField,
  other: LintField | undefined,
): string {
  return `${member.name} is of the dialect ${dialect}, and ${other?.member.name} on line ${other?.member.key.line} of ${other?.dialect}.`;
}
