import { isAddress } from "../../base/address.ts";
import { isRecord } from "../../base/records.ts";
import { plainUrl } from "../../base/text.ts";
import { untrustedText } from "../../base/untrusted-text.ts";
import { asString } from "../../sources/source-kind.ts";
import {
  plainOf,
  type ReadList,
  type ReadObject,
  type ReadValue,
} from "../../sources/values.ts";
import type { FoundProblem } from "../findings.ts";
import { readHttpUrl } from "../network-index.ts";
import { MISSING_FIELD } from "../rules/fields.ts";
import { DIFFERENCE, NOT_COMPARED, UNKNOWABLE_CHAIN } from "../rules/files.ts";
import { WRONG_TYPE } from "../rules/values.ts";
import { LINT_RULES } from "../rules.ts";
import { listed, printableName, publicText } from "../texts.ts";

export interface CompareOptions {
  /** The origin of the other values: `the configuration`, `the export`. */
  readonly other: string;
  /** The beginning of paths: `devnet: `. */
  readonly title: string;
  /** The placeholders of secret values, by path. They are written and shown. */
  readonly placeholders?: ReadonlyMap<string, string> | undefined;
  /** True if placeholders are differences. */
  readonly reveal?: boolean | undefined;
  /** True if a value that neither has could not be compared. */
  readonly isEntry?: boolean | undefined;
  /**
   * True if the file may have further members, further items at the end of lists, and
   * slashes at the end of URLs. A list that is an object by index has no further items.
   */
  readonly isOpen?: boolean | undefined;
}

/**
 * Compares a value of a file with the data that a command would write. The order of
 * members, the case of addresses and the format of the text do not count, and `null` is
 * a value that is not set.
 */
export function compareValues(
  value: ReadValue,
  data: unknown,
  { other, title, isEntry, isOpen, placeholders, reveal }: CompareOptions,
): Generator<FoundProblem> {
  return compare(value, data, "");

  /** @param path of the value: `registry.Router` */
  function* compare(
    actual: ReadValue,
    expected: unknown,
    path: string,
  ): Generator<FoundProblem> {
    const { place } = actual;
    const name = `${title}${path === "" ? "the file" : path} (line ${place.line})`;
    const isUnset = isNone(actual);
    const placeholder = placeholders?.get(path);
    if (actual.kind === "unknown") {
      yield {
        rule: NOT_COMPARED,
        place,
        message: `${name} is not known: it ${actual.reason}.`,
        covers: [UNKNOWABLE_CHAIN.id],
      };
    } else if (isRecord(expected) && actual.kind === "object") {
      yield* compareMembers(actual, expected, path);
    } else if (Array.isArray(expected) && actual.kind === "list") {
      const compareLists = isOpen === true ? compareOpenItems : compareItems;
      yield* compareLists(actual, expected, path);
    } else if (expected === null && (isEntry === true || !isUnset)) {
      yield {
        rule: NOT_COMPARED,
        place,
        message: isUnset
          ? `${name} is set neither in the file nor in ${other}.`
          : `${name} is ${shown(plainOf(actual))}, and ${other} does not set it.`,
        fix: "Set it in the Hardhat config, or remove it.",
        covers: isUnset ? [WRONG_TYPE.id] : undefined,
      };
    } else if (
      placeholder !== undefined &&
      reveal !== true &&
      asString(actual) === placeholder
    ) {
      yield {
        rule: DIFFERENCE,
        severity: "warning",
        place,
        message: `${name} is the placeholder ${placeholder}, which is written without --reveal.`,
        fix: "Replace it with the value, which a portal needs. With --reveal, placeholders are errors.",
        covers: LINT_RULES.map(({ id }) => id),
      };
    } else if (!isSame(actual, expected)) {
      yield {
        rule: DIFFERENCE,
        place,
        message: `${name} is ${describeBoth(actual, expected, path)}.`,
      };
    }
  }

  function* compareMembers(
    { members, duplicates, place }: ReadObject,
    expected: Readonly<Record<string, unknown>>,
    path: string,
  ): Generator<FoundProblem> {
    const missing: string[] = [];
    const unset: string[] = [];
    for (const [name, wanted] of Object.entries(expected)) {
      const own = members.get(name);
      const inner = within(path, name);
      if (own !== undefined) {
        yield* compare(own.value, wanted, inner);
      } else if (wanted === null) {
        unset.push(inner);
      } else if (!isNothing(wanted)) {
        missing.push(
          `${title}${inner} is missing, ${other} has ${shownExpected(wanted, inner)}`,
        );
      }
    }
    // Those of a nested value are one finding, because they have one place.
    const parts = path === "" ? missing : [missing.join("; ")].filter(Boolean);
    for (const part of parts) {
      yield { rule: DIFFERENCE, place, message: `${part}.` };
    }
    if (isEntry === true && unset.length > 0) {
      const [verb, them] = unset.length === 1 ? ["is", "it"] : ["are", "them"];
      yield {
        rule: NOT_COMPARED,
        place,
        message: `${title}${listed(unset)} ${verb} set neither in the file nor in ${other}.`,
        fix: `Set ${them} in the Hardhat config, and write the file again.`,
        covers: [MISSING_FIELD.id],
      };
    }
    for (const { name, key, line } of duplicates) {
      yield {
        rule: DIFFERENCE,
        place: key,
        message: `${title}${within(path, name)} (line ${key.line}) is repeated on line ${line}, and only that one counts.`,
        fix: "Keep one of them.",
      };
    }
    const isListed = isOpen !== true || isByIndex(expected);
    for (const { name, key, value: further } of members.values()) {
      if (isListed && !isNone(further) && !Object.hasOwn(expected, name)) {
        yield {
          rule: DIFFERENCE,
          place: key,
          message: `${title}${within(path, name)} (line ${key.line}) is ${shown(plainOf(further))}, ${other} does not have it.`,
        };
      }
    }
  }

  function* compareItems(
    { items, place }: ReadList,
    expected: readonly unknown[],
    path: string,
  ): Generator<FoundProblem> {
    const isSameLength = items.length === expected.length;
    for (const [index, wanted] of expected.entries()) {
      const item = items[index];
      const inner = path === "" ? "the text" : `${path}[${index}]`;
      const found = item === undefined ? [] : [...compare(item, wanted, inner)];
      yield* found;
      // After an inserted item, all others differ, too.
      if (found.length > 0 && !isSameLength) {
        break;
      }
    }
    if (!isSameLength) {
      const [whole, unit] = path === "" ? ["the file", "line"] : [path, "item"];
      yield {
        rule: DIFFERENCE,
        place,
        message: `${title}${whole} has ${items.length} ${unit}${items.length === 1 ? "" : "s"}, ${other} has ${expected.length}.`,
      };
    }
  }

  /** Compares a list that may have further items after the expected ones. */
  function* compareOpenItems(
    actual: ReadList,
    expected: readonly unknown[],
    path: string,
  ): Generator<FoundProblem> {
    const { items, place } = actual;
    for (const [index, wanted] of expected.entries()) {
      const item = items[index];
      const found = item && [...compare(item, wanted, path)];
      if (!found?.every(({ rule }) => rule === NOT_COMPARED)) {
        yield {
          rule: DIFFERENCE,
          place,
          message: `${title}${path} (line ${place.line}) is ${describeBoth(actual, expected, path)}.`,
        };
        return;
      }
      yield* found;
      // It may stand for no items or several, so that the others have no known index.
      if (item?.kind === "unknown") {
        return;
      }
    }
  }

  function isSame(actual: ReadValue, expected: unknown): boolean {
    const text = asString(actual);
    if (text !== undefined && typeof expected === "string") {
      return comparable(text) === comparable(expected);
    }
    const plain = actual.kind === "scalar" ? actual.value : actual;
    return (plain ?? null) === (expected ?? null);
  }

  function comparable(text: string): string {
    if (isAddress(text)) {
      return text.toLowerCase();
    }
    const url = isOpen === true ? readHttpUrl(text) : undefined;
    return url === undefined ? text : plainUrl(url);
  }

  function describeBoth(actual: ReadValue, expected: unknown, path: string) {
    const one = shown(plainOf(actual));
    const two = shownExpected(expected, path);
    const difference =
      one === two
        ? " with other characters, which are invisible or secret"
        : "";
    return `${one}, ${other} has ${two}${difference}`;
  }

  function shownExpected(expected: unknown, path: string): string {
    return shown(placeholders?.get(path) ?? expected);
  }
}

function isNone(value: ReadValue): boolean {
  return value.kind === "scalar" && (value.value ?? null) === null;
}

/** True for a list that is an object by index, as the templates of an address book. */
function isByIndex(expected: Readonly<Record<string, unknown>>): boolean {
  const names = Object.keys(expected);
  return names.length > 0 && names.every((name) => /^\d+$/.test(name));
}

/** True if a command writes nothing for a value, or an empty list. */
function isNothing(value: unknown): boolean {
  return [value ?? []].flat().length === 0;
}

function within(path: string, name: string): string {
  return path === "" ? printableName(name) : `${path}.${printableName(name)}`;
}

/** Maximum length of a value in a message, in UTF-16 units. */
const MAX_LENGTH = 240;

function shown(value: unknown): string {
  if (value === undefined || value === null) {
    return "not set";
  }
  if (isAddress(value)) {
    return value;
  }
  // With spaces, at which a narrow terminal breaks the line.
  const text = JSON.stringify(value, null, 1).replaceAll(
    /([[{])?\n *([\]}])?/g,
    (_, open = "", close = "") => open + close || " ",
  );
  return untrustedText(publicText(text), { maxLength: MAX_LENGTH });
}

/** Further members of a file are other networks, if the user named the networks. */
export function onlyMembersOf(expected: unknown, actual: ReadValue): ReadValue {
  if (actual.kind !== "object") {
    return actual;
  }
  const isExpected = (name: string) => Object.hasOwn(Object(expected), name);
  const members = [...actual.members].filter(([name]) => isExpected(name));
  const duplicates = actual.duplicates.filter(({ name }) => isExpected(name));
  return { ...actual, members: new Map(members), duplicates };
}
