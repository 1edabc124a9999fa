import { given } from "../../base/records.ts";
import { quoted } from "../../base/text.ts";
import { entryVersion } from "../../config/other-portal.ts";
import { DIALECTS, fieldIn } from "../../networks/dialects.ts";
import { asString } from "../../sources/source-kind.ts";
import { expectedInBook } from "../book-addresses.ts";
import {
  isClientField,
  METADATA_FIELDS,
  REQUIRED_METADATA,
} from "../known-fields.ts";
import type { NetworkIndex } from "../network-index.ts";
import {
  adviceFor,
  isFieldRead,
  listed,
  printableName,
  titleOf,
  tokenEdit,
} from "../texts.ts";
import type {
  LintEntry,
  LintField,
  LintInput,
  LintProblem,
  LintRule,
} from "../types.ts";
import {
  all,
  each,
  entriesAndBooksIn,
  entriesIn,
  fieldsIn,
  wholeFile,
} from "../types.ts";
import { namesOfOthers } from "./chains.ts";

export const MISSING_FIELD: LintRule = {
  id: "missing-field",
  severity: "error",
  summary:
    "A missing field of the entry's portal configuration, a wallet's chain or an address book. A warning if clients have a default for it.",
  fix: "Add the missing fields.",
  find: missingIn,
};

/** The missing fields of each entry, once those that it needs and once the others. */
function* missingIn(input: LintInput): Generator<LintProblem> {
  for (const entry of entriesAndBooksIn(input)) {
    const all =
      entry.kind === "book"
        ? missingInBook(entry, input.index)
        : missingFields(entry, input.file.words);
    for (const isRequired of [true, false]) {
      const missing = all.filter((one) => one.isRequired === isRequired);
      if (missing.length > 0) {
        const names = [...new Set(missing.map(({ name }) => name))];
        const fields = missing.map(({ field }) => field);
        const add = missing.length === 1 ? "Add it." : "Add them.";
        yield {
          place: entry.chain.place,
          message: `${titleOf(entry)} has no ${listed(names)}.`,
          severity: isRequired ? undefined : "warning",
          fix: adviceFor(entry, add, fields),
        };
      }
    }
  }
}

interface MissingField {
  /** In the entry's dialect. */
  readonly name: string;
  /** In the reference. */
  readonly field: string;
  /** Clients have defaults for the other ones. */
  readonly isRequired: boolean;
}

/** The contracts that the configuration has. Another network's entry is reported as such. */
function missingInBook(
  entry: LintEntry,
  index: NetworkIndex,
): readonly MissingField[] {
  if (namesOfOthers(entry, index).length > 0) {
    return [];
  }
  const all = expectedInBook(entry);
  const present = all.filter(
    ({ value }) => value !== undefined && asString(value) !== "",
  );
  const found = new Set(present.map(({ path }) => path));
  return all
    .filter(({ path, address }) => !found.has(path) && address !== undefined)
    .map(({ name }) => ({ name, field: name, isRequired: false }));
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
  const { chain, kind, network, expected, dialect, suggestions } = entry;
  const found = new Set([
    ...entry.fields.map(({ field }) => field),
    ...[...suggestions.values()].map(({ field }) => field),
  ]);
  if (kind === "metadata") {
    return REQUIRED_METADATA.filter((name) => !found.has(name)).map((name) => ({
      name,
      field: name,
      isRequired: true,
    }));
  }
  const hasId = found.has("chainId") || found.has("networkId");
  if (network === undefined) {
    const id = { name: "chainId", field: "chainId", isRequired: true };
    return given(!hasId && id);
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
      field,
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
  find: misspeltIn,
};

function* misspeltIn(input: LintInput): Generator<LintProblem> {
  const { file } = input;
  const fields = fieldsIn(input).map(({ entry, member }) => {
    const right = entry.suggestions.get(member.name)?.name;
    return { entry, member, right };
  });
  /** Keys that are the right ones of another chain. */
  const shared = new Set(
    fields.map(({ member, right }) => right === undefined && member.key.start),
  );
  for (const { entry, member, right } of fields) {
    if (right === undefined) {
      continue;
    }
    const { name, at, key } = member;
    const isRead = isFieldRead(name, file);
    // A shorthand property is also the name of a constant.
    const isSafe = !shared.has(key.start) && key.start !== at.start;
    yield {
      place: key,
      message: `Unknown field ${quoted(name)} of ${titleOf(entry)}; did you mean ${right}?`,
      severity: isRead ? "warning" : undefined,
      fix: `Rename it to ${right}${isRead ? ", also where your code reads it" : ""}.`,
      edit:
        isSafe && !isRead ? tokenEdit(file.text, key, name, right) : undefined,
    };
  }
}

export const MIXED_VERSIONS: LintRule = {
  id: "mixed-versions",
  severity: "error",
  summary:
    "An entry with the contracts of two versions. A warning for the field names of both dialects in one file: a portal reads one.",
  fix: "Keep the contracts of one version: both use the same field names for different contracts.",
  find: all(
    each(entriesIn, ({ chain, fields, kind, network }) => {
      const names = fields.map(({ field }) => field);
      if (
        network === undefined ||
        kind !== "portal" ||
        entryVersion(network.definition, names) !== "both"
      ) {
        return undefined;
      }
      const { versions, otherPortal } = network.definition;
      return {
        place: chain.place,
        message: `${network.name} has contracts of both ${versions.portal} and ${otherPortal?.version}.`,
      };
    }),
    each(wholeFile, ({ entries }) => {
      const portals = entries.filter(({ kind }) => kind === "portal");
      const fields = portals.flatMap((entry) => entry.fields);
      const [first, second] = DIALECTS.map((dialect) =>
        fields.filter((field) => field.dialect === dialect),
      ).toSorted((one, other) => other.length - one.length);
      const [example] = first ?? [];
      const [other] = second ?? [];
      return (
        other && {
          place: other.member.key,
          severity: "warning",
          message: `${other.member.name} is a name in the dialect ${other.dialect}, but ${example?.member.name} on line ${example?.member.key.line} is one in ${example?.dialect}.`,
          fix: "Use the field names that your portal reads: alpha config prints them with --dialect reference or ocean.",
        }
      );
    }),
  ),
};

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
