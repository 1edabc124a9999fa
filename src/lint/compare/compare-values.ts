import { isAddress } from "../../base/address.ts";
import { quoted } from "../../base/text.ts";
import type { ReadMember, ReadValue } from "../../sources/script/values.ts";
import { asString } from "../../sources/source-kind.ts";
import { printableName } from "../texts.ts";
import type { Difference } from "./compare-entry.ts";
import {
  ADDITIONAL_FIELD,
  DIFFERING_VALUE,
  MISSING_VALUE,
  NOT_COMPARED,
  OTHER_CHAIN,
} from "./compare-rules.ts";

/**
 * Compares the values of a file with those of an export. The order of members, the case
 * of addresses and the format of the text do not count.
 *
 * @param isPart whether further members of the whole are other networks, and no differences
 */
export function* compareWhole(
  actual: ReadValue,
  expected: ReadValue,
  isPart: boolean,
): Generator<Difference> {
  if (!isPart || actual.kind !== "object" || expected.kind !== "object") {
    yield* compareValues(actual, expected, "");
    return;
  }
  const [own, others] = [true, false].map((isExpected) =>
    [...actual.members].filter(
      ([name]) => expected.members.has(name) === isExpected,
    ),
  );
  yield* compareValues({ ...actual, members: new Map(own) }, expected, "");
  for (const [name, { key }] of others ?? []) {
    yield {
      rule: OTHER_CHAIN,
      place: key,
      message: `${quoted(name)} was not compared.`,
    };
  }
}

/** @param path of the value: `devnet.registry.Router` */
function* compareValues(
  actual: ReadValue,
  expected: ReadValue,
  path: string,
): Generator<Difference> {
  const { place } = actual;
  const title = path === "" ? "The file" : path;
  if (actual.kind === "unknown") {
    yield {
      rule: NOT_COMPARED,
      place,
      message: `${title} is not known: it ${actual.reason}.`,
    };
  } else if (actual.kind === "object" && expected.kind === "object") {
    for (const { name, value } of expected.members.values()) {
      const own = actual.members.get(name);
      if (own !== undefined) {
        yield* compareValues(own.value, value, within(path, name));
      } else if (!isNull(value)) {
        yield {
          rule: MISSING_VALUE,
          place,
          message: `${title} has no ${printableName(name)}${described(value, "; the export has ")}.`,
        };
      }
    }
    for (const { name, key } of actual.members.values()) {
      if (!expected.members.has(name)) {
        yield {
          rule: ADDITIONAL_FIELD,
          place: key,
          message: `The export has no ${within(path, name)}.`,
        };
      }
    }
  } else if (actual.kind === "list" && expected.kind === "list") {
    yield* compareLists(actual, expected, path);
  } else if (!isSamePlain(actual, expected)) {
    yield {
      rule: DIFFERING_VALUE,
      place,
      message: `${title} is ${described(actual, "") || "another value"}; the export has ${described(expected, "") || "another value"}.`,
    };
  }
}

function* compareLists(
  actual: Extract<ReadValue, { kind: "list" }>,
  expected: Extract<ReadValue, { kind: "list" }>,
  path: string,
): Generator<Difference> {
  if (actual.items.length !== expected.items.length) {
    yield {
      rule: DIFFERING_VALUE,
      place: actual.place,
      message: `${path} has ${actual.items.length} items; the export has ${expected.items.length}.`,
    };
    return;
  }
  for (const [position, value] of expected.items.entries()) {
    const item = actual.items[position];
    if (item !== undefined) {
      yield* compareValues(item, value, `${path}[${position}]`);
    }
  }
}

function isSamePlain(actual: ReadValue, expected: ReadValue): boolean {
  const [one, other] = [asString(actual), asString(expected)];
  return isAddress(one) && isAddress(other)
    ? one.toLowerCase() === other.toLowerCase()
    : actual.kind === "scalar" &&
        expected.kind === "scalar" &&
        actual.value === expected.value;
}

function isNull(value: ReadMember["value"]): boolean {
  return value.kind === "scalar" && value.value === null;
}

function within(path: string, name: string): string {
  return path === "" ? printableName(name) : `${path}.${printableName(name)}`;
}

/** A scalar; of URLs the origin. Empty for any other value. */
function described(value: ReadValue, before: string): string {
  const text = asString(value);
  return value.kind !== "scalar"
    ? ""
    : `${before}${text === undefined ? String(value.value) : quoted(text)}`;
}
