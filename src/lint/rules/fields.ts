import { quoted } from "../../base/text.ts";
import { DIALECTS, fieldIn } from "../../sources/portal/dialects.ts";
import {
  type FieldSuggestion,
  METADATA_FIELDS,
  suggestField,
} from "../known-fields.ts";
import { tokenEdit } from "../repair/edits.ts";
import {
  listed,
  printedBy,
  readsField,
  titleOf,
  wordCounts,
} from "../texts.ts";
import type {
  Edit,
  LintEntry,
  LintField,
  LintFile,
  LintRule,
} from "../types.ts";

export const MISSING_FIELD: LintRule = {
  id: "missing-field",
  severity: "error",
  summary: "A missing field of the entry's portal configuration.",
  fix: "Add the missing fields.",
  *check({ file }) {
    const words = wordCounts(file.code);
    for (const entry of file.entries) {
      const missing = missingFields(entry, words);
      for (const isRequired of [true, false]) {
        const names = missing
          .filter((field) => field.isRequired === isRequired)
          .map(({ name }) => name);
        if (names.length > 0) {
          yield {
            place: entry.chain.place,
            message: `${titleOf(entry)} has no ${listed(names)}.`,
            severity: isRequired ? undefined : "warning",
            fix: `Add ${names.length === 1 ? "it" : "them"}. ${entry.kind === "metadata" ? "" : printedBy(entry)}`.trim(),
          };
        }
      }
    }
  },
};

interface MissingField {
  readonly name: string;
  /** Clients have defaults for the other ones. */
  readonly isRequired: boolean;
}

/** The fields without which an entry works. */
const SHOWN_FIELDS = new Set([
  "network",
  "name",
  "alphaTokenSymbol",
  "explorerUri",
]);

function missingFields(
  entry: LintEntry,
  words: ReadonlyMap<string, number>,
): readonly MissingField[] {
  const { chain, kind, network, expected, dialect } = entry;
  const found = new Set(
    entry.fields.flatMap((field) => [
      field.field,
      suggestField(field.member, entry)?.field ?? field.field,
    ]),
  );
  if (kind === "metadata") {
    return [...METADATA_FIELDS]
      .filter(
        ([name, requirement]) => requirement === "required" && !found.has(name),
      )
      .map(([name]) => ({ name, isRequired: true }));
  }
  const hasId = found.has("chainId") || found.has("networkId");
  if (network === undefined) {
    return hasId ? [] : [{ name: "chainId", isRequired: true }];
  }
  const isCustom = chain.members.get("isCustom")?.value;
  // Portals merge other entries with what their client library knows.
  const isMerged = isCustom?.kind !== "scalar" || isCustom.value !== true;
  return Object.entries(expected)
    .filter(([field]) => {
      switch (field) {
        case "chainId":
        case "networkId":
          return !hasId;
        case "isDefault":
          // A chain without it is not a default one.
          return false;
        case "isCustom":
          return !found.has(field) && words.has("getCustomChainIds");
        default:
          return !found.has(field);
      }
    })
    .map(([field, { type }]) => ({
      name: fieldIn(dialect, field),
      isRequired:
        field === "chainId" ||
        (!isMerged &&
          !SHOWN_FIELDS.has(field) &&
          ["string", "url", "address"].includes(type)),
    }));
}

export const MISSPELT_FIELD: LintRule = {
  id: "misspelt-field",
  severity: "error",
  summary: "A field with a misspelled name: clients do not read it.",
  fix: "Correct the name.",
  *check({ file }) {
    const isFieldRead = readsField(file);
    const found = file.entries.flatMap((entry) =>
      entry.fields.flatMap(({ member }) => {
        const suggestion = suggestField(member, entry);
        const isRead = isFieldRead(member.name);
        return suggestion === undefined ? [] : [{ entry, suggestion, isRead }];
      }),
    );
    if (found.length === 0) {
      return;
    }
    const isSafe = safeRenames(
      found.map(({ suggestion }) => suggestion),
      file,
    );
    for (const { entry, suggestion, isRead } of found) {
      const { member, name } = suggestion;
      yield {
        place: member.key,
        message: `Unknown field ${quoted(member.name)} of ${titleOf(entry)}; did you mean ${name}?`,
        severity: isRead ? "warning" : undefined,
        fix: `Rename it to ${name}${isRead ? ", also where your code reads it" : ""}.`,
        edit: isSafe(member) ? renameEdit(suggestion, file) : undefined,
      };
    }
  },
};

function renameEdit(
  { member, name }: FieldSuggestion,
  { text }: LintFile,
): Edit | undefined {
  // A shorthand property is also the name of a constant.
  return member.key.start === member.at.start
    ? undefined
    : tokenEdit(text, member.key, member.name, name);
}

/**
 * Whether a field can be renamed: its name does not occur elsewhere in the code,
 * which may use it, and is wrong for all chains that share the field.
 */
function safeRenames(
  suggestions: readonly FieldSuggestion[],
  { code, entries }: LintFile,
): (member: FieldSuggestion["member"]) => boolean {
  const words = wordCounts(code);
  const keys = new Map<string, Set<number>>();
  for (const { member } of suggestions) {
    const places = keys.get(member.name) ?? new Set();
    keys.set(member.name, places.add(member.key.start));
  }
  const misspelled = Map.groupBy(suggestions, ({ member }) => member.key.start);
  const all = Map.groupBy(
    entries.flatMap(({ fields }) => fields),
    ({ member }) => member.key.start,
  );
  return ({ name, key: { start } }) =>
    words.get(name) === keys.get(name)?.size &&
    misspelled.get(start)?.length === all.get(start)?.length;
}

export const DUPLICATE_FIELD: LintRule = {
  id: "duplicate-field",
  severity: "error",
  summary: "A field that an entry has twice: only the last one counts.",
  fix: "Keep one of them.",
  *check({ file }) {
    for (const entry of [...file.entries, ...file.books]) {
      for (const { name, key } of entry.chain.duplicates) {
        const line = entry.chain.members.get(name)?.key.line;
        yield {
          place: key,
          message: `${quoted(name)} of ${titleOf(entry)} is repeated on line ${line}, and only that one counts.`,
        };
      }
    }
  },
};

export const MIXED_DIALECTS: LintRule = {
  id: "mixed-dialects",
  severity: "warning",
  summary: "Fields of both dialects in one file: a portal reads one dialect.",
  fix: "Use the field names that your portal reads: alpha config prints them with --dialect reference or ocean.",
  *check({ file }) {
    const fields = file.entries
      .filter(({ kind }) => kind === "portal")
      .flatMap((entry) => entry.fields);
    const [first, second] = DIALECTS.map((dialect) =>
      fields.filter((field) => field.dialect === dialect),
    ).toSorted((one, other) => other.length - one.length);
    const [example] = first ?? [];
    const [other] = second ?? [];
    if (other !== undefined) {
      yield {
        place: other.member.key,
        message: describe(other, example),
      };
    }
  },
};

function describe(
  { member, dialect }: LintField,
  other: LintField | undefined,
): string {
  return `${member.name} is a name in the dialect ${dialect}, but ${other?.member.name} on line ${other?.member.key.line} is one in ${other?.dialect}.`;
}
