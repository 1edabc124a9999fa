import { isAddress } from "../../base/address.ts";
import { isRecord } from "../../base/records.ts";
import { untrustedText } from "../../base/untrusted-text.ts";
import {
  plainOf,
  type ReadList,
  type ReadObject,
  type ReadValue,
} from "../../sources/script/values.ts";
import { asString } from "../../sources/source-kind.ts";
import { plainUrl, readHttpUrl } from "../network-index.ts";
import type { LintRuleInfo } from "../report.ts";
import { printableName, publicText } from "../texts.ts";
import type { LintProblem } from "../types.ts";
import { DIFFERENCE, NOT_COMPARED } from "./compare-rules.ts";

/** A difference between a file and what a command would write. */
export interface Difference extends LintProblem {
  readonly rule: LintRuleInfo;
}

export interface CompareOptions {
  /** What has the other values: `the configuration`, `the export`. */
  readonly other: string;
  /** What the paths begin with: `devnet: `. */
  readonly title: string;
  /** What is written, and shown, in place of secret values, by path. */
  readonly placeholders?: ReadonlyMap<string, string> | undefined;
  /** Whether placeholders are differences. */
  readonly reveal?: boolean | undefined;
  /**
   * Whether the file may have further members, further items of lists in any order, and
   * slashes at the end of URLs.
   */
  readonly isOpen?: boolean | undefined;
}

/**
 * Compares a value of a file with the data that a command would write. The order of
 * members, the case of addresses and the format of the text do not count, and `null` is
 * a value that is not set.
 *
 * @param path of the value: `registry.Router`
 */
export function* compareValues(
  actual: ReadValue,
  expected: unknown,
  path: string,
  options: CompareOptions,
): Generator<Difference> {
  const { other, title } = options;
  const name = `${title}${path === "" ? "the file" : path}`;
  const { place } = actual;
  if (actual.kind === "unknown") {
    yield {
      rule: NOT_COMPARED,
      place,
      message: `${name} (line ${place.line}) is not known: it ${actual.reason}.`,
    };
  } else if (isRecord(expected) && actual.kind === "object") {
    yield* compareMembers(actual, expected, path, options);
  } else if (Array.isArray(expected) && actual.kind === "list") {
    yield* compareItems(actual, expected, path, options);
  } else if (expected === null && !isNone(actual)) {
    yield {
      rule: NOT_COMPARED,
      place,
      message: `${name} (line ${place.line}) is ${shown(plainOf(actual))}, and ${other} does not set it.`,
      fix: "Set it in the Hardhat config, or remove it.",
    };
  } else if (!isSame(actual, expected, path, options)) {
    yield {
      rule: DIFFERENCE,
      place,
      message: `${name} (line ${place.line}) is ${describeBoth(actual, expected, path, options)}.`,
    };
  }
}

function* compareMembers(
  actual: ReadObject,
  expected: Readonly<Record<string, unknown>>,
  path: string,
  options: CompareOptions,
): Generator<Difference> {
  const { isOpen, other, title } = options;
  const { place } = actual;
  const missing: string[] = [];
  for (const [name, value] of Object.entries(expected)) {
    const own = actual.members.get(name);
    const inner = within(path, name);
    if (own !== undefined) {
      yield* compareValues(own.value, value, inner, options);
    } else if (!isNothing(value)) {
      missing.push(
        `${title}${inner} is missing, ${other} has ${shownExpected(value, inner, options)}`,
      );
    }
  }
  // Those of a nested value are one finding, because they have one place.
  const parts = path === "" ? missing : [missing.join("; ")].filter(Boolean);
  for (const part of parts) {
    yield { rule: DIFFERENCE, place, message: `${part}.` };
  }
  for (const { name, key, value } of actual.members.values()) {
    if (isOpen !== true && !isNone(value) && !Object.hasOwn(expected, name)) {
      yield {
        rule: DIFFERENCE,
        place: key,
        message: `${title}${within(path, name)} (line ${key.line}) is ${shown(plainOf(value))}, ${other} does not have it.`,
      };
    }
  }
}

function* compareItems(
  actual: ReadList,
  expected: readonly unknown[],
  path: string,
  options: CompareOptions,
): Generator<Difference> {
  const { isOpen, other, title } = options;
  const { items, place } = actual;
  const difference: Difference = {
    rule: DIFFERENCE,
    place,
    message: `${title}${path} (line ${place.line}) is ${describeBoth(actual, expected, path, options)}.`,
  };
  if (isOpen === true) {
    // What seems to be missing may be an item that is not known.
    const missing = expected
      .map((value) =>
        items.map((item) => [...compareValues(item, value, path, options)]),
      )
      .filter((found) => found.every(({ length }) => length > 0))
      .map((found) =>
        found.find((all) => all.every(({ rule }) => rule === NOT_COMPARED)),
      );
    yield* missing.includes(undefined)
      ? [difference]
      : missing.flatMap((unknown) => unknown ?? []);
    return;
  }
  const isSameLength = items.length === expected.length;
  for (const [index, value] of expected.entries()) {
    const item = items[index];
    const inner = path === "" ? "the text" : `${path}[${index}]`;
    const found =
      item === undefined ? [] : [...compareValues(item, value, inner, options)];
    yield* found;
    // What follows an inserted item differs, too.
    if (found.length > 0 && !isSameLength) {
      break;
    }
  }
  if (!isSameLength) {
    yield {
      ...difference,
      message: `${title}${path === "" ? "the file" : path} has ${items.length} ${path === "" ? "line" : "item"}${items.length === 1 ? "" : "s"}, ${other} has ${expected.length}.`,
    };
  }
}

function isSame(
  actual: ReadValue,
  expected: unknown,
  path: string,
  { isOpen, placeholders, reveal }: CompareOptions,
): boolean {
  const text = asString(actual);
  if (text === undefined || typeof expected !== "string") {
    return (
      actual.kind === "scalar" && (actual.value ?? null) === (expected ?? null)
    );
  }
  const isPlaceholder = reveal !== true && text === placeholders?.get(path);
  return (
    isPlaceholder || comparable(text, isOpen) === comparable(expected, isOpen)
  );
}

function comparable(text: string, isOpen: boolean | undefined): string {
  const url = isOpen === true ? readHttpUrl(text) : undefined;
  return url !== undefined
    ? plainUrl(url)
    : isAddress(text)
      ? text.toLowerCase()
      : text;
}

/** Whether a command writes nothing for a value, or an empty list. */
function isNothing(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    (Array.isArray(value) && value.length === 0)
  );
}

function isNone(value: ReadValue): boolean {
  return value.kind === "scalar" && (value.value ?? undefined) === undefined;
}

function within(path: string, name: string): string {
  return path === "" ? printableName(name) : `${path}.${printableName(name)}`;
}

function describeBoth(
  actual: ReadValue,
  expected: unknown,
  path: string,
  options: CompareOptions,
): string {
  const one = shown(plainOf(actual));
  const two = shownExpected(expected, path, options);
  return `${one}, ${options.other} has ${two}${one === two ? " with other characters, which are invisible or secret" : ""}`;
}

function shownExpected(
  value: unknown,
  path: string,
  { placeholders }: CompareOptions,
): string {
  return shown(placeholders?.get(path) ?? value);
}

/** Of a value in a message. In UTF-16 units. */
const MAX_LENGTH = 240;

function shown(value: unknown): string {
  if (value === undefined || value === null) {
    return "not set";
  }
  if (isAddress(value)) {
    return value;
  }
  return untrustedText(publicText(JSON.stringify(value)), {
    maxLength: MAX_LENGTH,
  });
}
