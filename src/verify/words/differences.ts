import { given } from "../../base/records.ts";
import type { Difference, Part } from "../values/compare.ts";
import { joined, renderItem, type Words } from "./render.ts";

/** The name of a list, and the words of its values before and now. */
interface DifferenceWords {
  readonly label: string | undefined;
  readonly wasWords: Words;
  readonly isWords: Words;
}

/**
 * The items that were enabled, disabled, added to a list and removed from it.
 */
export function describeDifference(
  { added, removed }: Difference,
  { label = "", wasWords, isWords }: DifferenceWords,
): string {
  const toggled = added.filter(isToggle).map(({ at: [place], value }) => {
    const isActive = value?.kind === "flag" && value.value;
    const number = Number(place) + 1;
    return `${nounOf(label)} ${number} ${isActive ? "enabled" : "disabled"}`;
  });
  const partsOf = (parts: readonly Part[], words: Words) =>
    joined(
      parts
        .filter((part) => !isToggle(part))
        .map((part) => renderPart(part, words)),
    );
  const [more, less] = [partsOf(added, isWords), partsOf(removed, wasWords)];
  return given(
    ...toggled,
    more !== "" && `added ${more}`,
    less !== "" && `removed ${less}`,
  ).join("; ");
}

/** A part of a value in words. */
function renderPart({ value }: Part, words: Words): string {
  return value === undefined ? "not offered" : renderItem(value, words);
}

/** Tells whether a part says that an item of a list is active, or not. */
function isToggle({ at: [place, name] }: Part): boolean {
  return typeof place === "number" && name === "active";
}

/** `template` of "ERC721Factory token templates". */
function nounOf(label: string): string {
  return label.replace(/^.* (\w+)s$/, "$1");
}
