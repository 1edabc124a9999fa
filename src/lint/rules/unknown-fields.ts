import type { ReadMember } from "../../sources/script/values.ts";
import {
  CLIENT_FIELDS,
  isMetadataField,
  suggestField,
} from "../known-fields.ts";
import { listed, printableName, readsField, titleOf } from "../texts.ts";
import type { LintEntry, LintField, LintProblem, LintRule } from "../types.ts";

export const UNKNOWN_FIELD: LintRule = {
  id: "unknown-field",
  severity: "warning",
  summary: "Fields that the entry's portal configuration does not have.",
  fix: "Remove them, unless your own code reads them.",
  *check({ file }) {
    const isRead = readsField(file);
    for (const entry of file.entries) {
      const unknown = entry.fields.flatMap((field) => {
        const reason = reasonOf(field, entry);
        // What the file's own code reads is known.
        return reason === undefined || isRead(field.member.name)
          ? []
          : [{ field, reason }];
      });
      for (const [reason, found] of Map.groupBy(
        unknown,
        ({ reason }) => reason,
      )) {
        yield describeUnknown(
          found.map(({ field }) => field.member),
          reason,
          entry,
        );
      }
    }
  },
};

/** Why a field is not one of an entry's portal configuration. */
type UnknownReason = "client" | "metadata" | "other network" | "unknown";

function reasonOf(
  { member, field, definition }: LintField,
  entry: LintEntry,
): UnknownReason | undefined {
  if (suggestField(member, entry) !== undefined) {
    return undefined;
  }
  if (entry.kind === "metadata") {
    return isMetadataField(member.name) ? undefined : "metadata";
  }
  if (Object.hasOwn(entry.expected, field)) {
    return undefined;
  }
  if (definition !== undefined) {
    return "other network";
  }
  return CLIENT_FIELDS.has(member.name) ? "client" : "unknown";
}

/** More names would not be read. */
const MAX_NAMES = 12;

function describeUnknown(
  members: readonly ReadMember[],
  reason: UnknownReason,
  entry: LintEntry,
): LintProblem {
  const [first] = members;
  const names = members
    .slice(0, MAX_NAMES)
    .map(({ name }) => printableName(name));
  const more = members.length - names.length;
  const list =
    more > 0 ? `${names.join(", ")} and ${more} more` : listed(names);
  const title = titleOf(entry);
  const isOne = members.length === 1;
  const place = first?.key ?? entry.chain.place;
  const count = isOne ? "A field" : `${members.length} fields`;
  switch (reason) {
    case "metadata":
      return {
        place,
        message: `${list} of ${title} ${isOne ? "is not a field" : "are not fields"} of a chain's metadata.`,
      };
    case "other network":
      return {
        place,
        severity: "note",
        message: `${count} of other portal configurations in ${title}: ${list}.`,
      };
    case "client":
      return {
        place,
        severity: "note",
        message: `${count} of ${title} that clients of the Ocean stack read, and the reference does not have: ${list}.`,
        fix: "No change is needed if your client reads them.",
      };
    case "unknown":
      return {
        place,
        // Nobody knows all fields of other chains.
        severity: entry.network === undefined ? "note" : undefined,
        message: `${count} of ${title} that neither the reference nor the file's own code has: ${list}.`,
      };
  }
}
