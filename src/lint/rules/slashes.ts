import { asString } from "../../sources/source-kind.ts";
import { each, fieldsIn } from "../parts.ts";
import { tokenEdit } from "../repair/edits.ts";
import { titleOf } from "../texts.ts";
import type { LintEntry, LintField, LintRule } from "../types.ts";

export const TRAILING_SLASH: LintRule = {
  id: "trailing-slash",
  severity: "warning",
  summary:
    "The network's URL with a slash at its end: clients append paths to it.",
  fix: "Remove the slash.",
  find: each(fieldsIn, ({ entry, member, field }, { file }) => {
    const text = asString(member.value) ?? "";
    const right = text.replace(/\/+$/, "");
    if (
      entry.kind !== "portal" ||
      right === text ||
      !isConfigured(right, field, entry)
    ) {
      return undefined;
    }
    const { place } = member.value;
    const { at } = member;
    const uses = file.words.get(file.text.slice(at.start, at.end));
    // Another use of a constant may need the value as it is.
    const isUsedOnce = place.start === at.start || uses === 2;
    return {
      place,
      message: `${member.name} of ${titleOf(entry)} ends with a slash.`,
      edit:
        isOwn(entry, member) && isUsedOnce
          ? tokenEdit(file.text, place, text, right)
          : undefined,
    };
  }),
};

function isConfigured(
  text: string,
  field: string,
  { isOtherVersion, network }: LintEntry,
): boolean {
  const { services, backend } = network ?? {};
  return [
    services?.[field],
    isOtherVersion ? backend?.[field] : undefined,
  ].some((service) => service?.layers.some(({ value }) => value === text));
}

/** True if a field is written in the chain itself, and not in an object that is spread. */
function isOwn({ chain: { place } }: LintEntry, { key }: LintField["member"]) {
  return key.start >= place.start && key.start < place.end;
}
