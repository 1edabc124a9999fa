import { isAddress } from "../../base/address.ts";
import { quoted } from "../../base/text.ts";
import { untrustedText } from "../../base/untrusted-text.ts";
import type { ReadMember, ReadValue } from "../../sources/script/values.ts";
import { asString } from "../../sources/source-kind.ts";
import { plainUrl, readHttpUrl } from "../network-index.ts";
import { printableName, titleOf } from "../texts.ts";
import type { LintEntry, LintFile } from "../types.ts";
import { type Difference, withoutProof } from "./compare-entry.ts";
import {
  DIFFERING_VALUE,
  MISSING_NETWORK,
  MISSING_VALUE,
  NOT_COMPARED,
  OTHER_CHAIN,
} from "./compare-rules.ts";

/** What a wallet only shows: another text is no mistake. */
const SHOWN = new Set(["name", "chain", "shortName", "infoURL", "standard"]);
/** Lists that may have more items than the export. */
const OPEN_LISTS = new Set(["rpc", "explorers", "faucets"]);
const MAX_VALUE_LENGTH = 300;
const START = { line: 1, column: 1, start: 0, end: 0 };

/**
 * Compares the entries of a file with those of an export by value: the order, the
 * format of the text and other chains do not count.
 *
 * @param isExplicit whether the user selected the networks by name
 */
export function compareExport(
  file: LintFile,
  exported: LintFile,
  isExplicit: boolean,
): readonly Difference[] {
  const entries = [...file.entries, ...file.books];
  const mayHaveMore = file.unknownParts.length > 0;
  const pairs = [...exported.entries, ...exported.books].map((expected) => ({
    expected,
    actual: entries.find(
      ({ kind, network }) =>
        kind === expected.kind &&
        network !== undefined &&
        network.network.name === expected.network?.network.name,
    ),
  }));
  const isNone = pairs.every(({ actual }) => actual === undefined);
  const compared = new Set(pairs.map(({ actual }) => actual));
  const found = pairs.flatMap(({ expected, actual }): Difference[] =>
    actual === undefined
      ? [
          {
            rule: isNone && !isExplicit ? NOT_COMPARED : MISSING_NETWORK,
            place: START,
            message: `No entry could be identified as ${titleOf(expected)}.`,
            severity: mayHaveMore
              ? "unknown"
              : isExplicit || isNone
                ? undefined
                : "note",
          },
        ]
      : [...compareMembers(actual, expected)],
  );
  const others = [...entries, ...file.others]
    .filter((entry) => !compared.has(entry))
    .map((entry) => ({
      rule: OTHER_CHAIN,
      place: entry.chain.place,
      message: `${titleOf(entry)} was not compared.`,
    }));
  return mayHaveMore
    ? [...found.map(withoutProof), ...others]
    : [...found, ...others];
}

function* compareMembers(
  actual: LintEntry,
  expected: LintEntry,
): Generator<Difference> {
  const title = titleOf(actual);
  for (const member of expected.chain.members.values()) {
    const own = actual.chain.members.get(member.name);
    if (own !== undefined) {
      yield* compareValue(own.value, member, { path: member.name, title });
    } else if (!isEmptyList(member.value)) {
      yield {
        rule: MISSING_VALUE,
        place: actual.chain.place,
        message: `${title} has no ${member.name}; the export has ${shown(member.value)}.`,
        severity: SHOWN.has(member.name) ? "note" : undefined,
      };
    }
  }
}

interface Where {
  /** `nativeCurrency.symbol` */
  readonly path: string;
  readonly title: string;
}

function* compareValue(
  actual: ReadValue,
  { name, value: expected }: Pick<ReadMember, "name" | "value">,
  { path, title }: Where,
): Generator<Difference> {
  if (actual.kind === "unknown") {
    yield {
      rule: NOT_COMPARED,
      place: actual.place,
      message: `${path} of ${title} is not known: it ${actual.reason}.`,
    };
  } else if (expected.kind === "object" && actual.kind === "object") {
    for (const member of expected.members.values()) {
      const own = actual.members.get(member.name);
      const inner = `${path}.${printableName(member.name)}`;
      if (own !== undefined) {
        yield* compareValue(own.value, member, { path: inner, title });
      } else if (!SHOWN.has(member.name)) {
        yield {
          rule: MISSING_VALUE,
          place: actual.place,
          message: `${title} has no ${inner}; the export has ${shown(member.value)}.`,
        };
      }
    }
  } else if (expected.kind === "list" && actual.kind === "list") {
    for (const [index, item] of expected.items.entries()) {
      const candidates = OPEN_LISTS.has(name)
        ? actual.items
        : actual.items.slice(index, index + 1);
      if (!candidates.some((candidate) => hasSame(candidate, item))) {
        yield {
          rule: DIFFERING_VALUE,
          place: actual.place,
          message: `${path} of ${title} does not have ${shown(item)}.`,
        };
      }
    }
  } else if (!isSame(actual, expected)) {
    yield {
      rule: DIFFERING_VALUE,
      place: actual.place,
      message: `${path} of ${title} is ${shownOwn(actual)}; the export has ${shown(expected)}.`,
      severity: SHOWN.has(name) ? "note" : undefined,
    };
  }
}

/** Whether an item has all that counts of an expected one, such as an explorer's URL. */
function hasSame(actual: ReadValue, expected: ReadValue): boolean {
  if (expected.kind !== "object" || actual.kind !== "object") {
    return isSame(actual, expected);
  }
  return [...expected.members.values()].every(({ name, value }) => {
    const own = actual.members.get(name)?.value;
    return SHOWN.has(name) || (own !== undefined && hasSame(own, value));
  });
}

/** Compares addresses without regard to case, and URLs without a slash at the end. */
function isSame(actual: ReadValue, expected: ReadValue): boolean {
  const [one, other] = [asString(actual), asString(expected)];
  if (one === undefined || other === undefined) {
    return (
      actual.kind === "scalar" &&
      expected.kind === "scalar" &&
      actual.value === expected.value
    );
  }
  const [url, otherUrl] = [readHttpUrl(one), readHttpUrl(other)];
  return url !== undefined && otherUrl !== undefined
    ? plainUrl(url) === plainUrl(otherUrl)
    : isAddress(one) && isAddress(other)
      ? one.toLowerCase() === other.toLowerCase()
      : one === other;
}

function isEmptyList(value: ReadValue): boolean {
  return value.kind === "list" && value.items.length === 0;
}

/** A value of the checked file in a message; of URLs, which may be secret, the origin. */
function shownOwn(value: ReadValue): string {
  const text = asString(value);
  return text === undefined ? shown(value) : quoted(text);
}

/** A value of the export in a message. */
function shown(value: ReadValue): string {
  if (value.kind === "scalar") {
    const text = untrustedText(String(value.value), {
      maxLength: MAX_VALUE_LENGTH,
    });
    return typeof value.value === "string" ? JSON.stringify(text) : text;
  }
  const url = value.kind === "object" ? value.members.get("url") : undefined;
  return url === undefined ? "another value" : shown(url.value);
}
