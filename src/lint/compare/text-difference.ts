import { endpointOrigin } from "../../base/secrets.ts";
import { untrustedText } from "../../base/untrusted-text.ts";

/** The number of lines to search for the next equal line. */
const LOOKAHEAD = 40;
const INVISIBLE =
  " They only differ in whitespace or invisible characters, such as a byte order mark.";
/** A URL in source code or JSON, where slashes may be escaped. */
const URL_TEXT = /\b[a-z][a-z\d+.-]{0,30}:(?:\\?\/){2}[^\s"`<>]+/gi;

interface ChangedLine {
  /** In its own text, from 1. */
  readonly number: number;
  readonly sign: "-" | "+";
  readonly text: string;
}

/** The first difference of two texts. */
export interface TextDifference {
  /** In the actual text, from 1. */
  readonly line: number;
  readonly message: string;
}

/**
 * The first line in which two texts differ, and the number of the others. `undefined` if
 * they only differ in line endings. URLs that are only in the actual text are shortened
 * to their origin, since they may be secret.
 */
export function textDifference(
  actual: string,
  expected: string,
): TextDifference | undefined {
  const own = linesOf(actual);
  const changed = changedLines(own, linesOf(expected));
  const [first] = changed;
  if (first === undefined) {
    return undefined;
  }
  const known = new Set(expected.match(URL_TEXT));
  const [removed, added] = (["-", "+"] as const).map((sign) => {
    const line = changed.find((candidate) => candidate.sign === sign);
    return line?.number === first.number
      ? sign === "-"
        ? withoutSecrets(line.text, known)
        : untrustedText(line.text)
      : undefined;
  });
  const more =
    changed.length -
    [removed, added].filter((text) => text !== undefined).length;
  const what =
    removed === undefined
      ? `The text has no line ${JSON.stringify(added)} of the export.`
      : added === undefined
        ? `The export has no line ${JSON.stringify(removed)}.`
        : `The export has ${JSON.stringify(added)}, not ${JSON.stringify(removed)}.${removed === added ? INVISIBLE : ""}`;
  return {
    line: Math.min(first.number, Math.max(own.length, 1)),
    message: `${what}${more === 0 ? "" : ` ${more} further ${more === 1 ? "line differs" : "lines differ"}.`}`,
  };
}

function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r\n|\r|\n/);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

function changedLines(
  actual: readonly string[],
  expected: readonly string[],
): readonly ChangedLine[] {
  const changed: ChangedLine[] = [];
  let actualIndex = 0;
  let expectedIndex = 0;
  while (actualIndex < actual.length || expectedIndex < expected.length) {
    if (actual[actualIndex] === expected[expectedIndex]) {
      actualIndex++;
      expectedIndex++;
      continue;
    }
    const [removed, added] = nextChange(
      actual,
      actualIndex,
      expected,
      expectedIndex,
    );
    // Not push(...lines): a million arguments overflow the stack.
    for (const line of [
      ...numbered(actual, actualIndex, removed, "-"),
      ...numbered(expected, expectedIndex, added, "+"),
    ]) {
      changed.push(line);
    }
    actualIndex += removed;
    expectedIndex += added;
  }
  return changed;
}

/** The number of lines up to the next equal line, or up to the end of both texts. */
function nextChange(
  actual: readonly string[],
  actualIndex: number,
  expected: readonly string[],
  expectedIndex: number,
): readonly [removed: number, added: number] {
  for (let sum = 1; sum <= LOOKAHEAD; sum++) {
    for (let added = 0; added <= sum; added++) {
      const line = actual[actualIndex + sum - added];
      if (line !== undefined && line === expected[expectedIndex + added]) {
        return [sum - added, added];
      }
    }
  }
  return [actual.length - actualIndex, expected.length - expectedIndex];
}

function numbered(
  lines: readonly string[],
  from: number,
  count: number,
  sign: "-" | "+",
): readonly ChangedLine[] {
  return lines
    .slice(from, from + count)
    .map((text, index) => ({ number: from + index + 1, sign, text }));
}

function withoutSecrets(line: string, known: ReadonlySet<string>): string {
  return untrustedText(
    line.replace(URL_TEXT, (match) => {
      // What ends a string or a list in source code is not part of the URL.
      const [end = ""] = /[',;)\]}]*$/.exec(match) ?? [];
      const url = match.slice(0, match.length - end.length);
      const origin = endpointOrigin(url.replaceAll("\\/", "/"));
      return known.has(match) || known.has(url) || url === origin
        ? match
        : `${origin}/…${end}`;
    }),
  );
}
