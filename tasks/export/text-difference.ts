import { endpointOrigin } from "../../src/base/secrets.ts";
import { untrustedText } from "../../src/base/untrusted-text.ts";

const MAX_LINES = 12;
/** The number of lines to search for the next equal line. */
const LOOKAHEAD = 40;
const INVISIBLE =
  "  The lines only differ in whitespace or invisible characters, such as a byte order mark.";
/** A URL in source code or JSON, where slashes may be escaped. */
const URL_TEXT = /\b[a-z][a-z\d+.-]{0,30}:(?:\\?\/){2}[^\s"`<>]+/gi;

interface ChangedLine {
  /** In its own text, from 1. */
  readonly number: number;
  readonly sign: "-" | "+";
  readonly text: string;
}

/**
 * The first lines in which two texts differ, with their numbers. `undefined` if they
 * only differ in line endings. URLs that are only in the actual text are shortened to
 * their origin, since they may be secret.
 */
export function textDifference(
  actual: string,
  expected: string,
): string | undefined {
  const lines = changedLines(linesOf(actual), linesOf(expected));
  if (lines.length === 0) {
    return undefined;
  }
  const more = lines.length - MAX_LINES;
  const known = new Set(expected.match(URL_TEXT));
  const shown = lines.slice(0, MAX_LINES).map(({ number, sign, text }) => ({
    number,
    sign,
    text: sign === "-" ? withoutSecrets(text, known) : untrustedText(text),
  }));
  const linesWith = (lineSign: ChangedLine["sign"]) =>
    shown
      .filter(({ sign }) => sign === lineSign)
      .map(({ number, text }) => `${number} ${text}`)
      .join("\n");
  const looksAlike = more <= 0 && linesWith("-") === linesWith("+");
  return [
    ...shown.map(({ number, sign, text }) =>
      `  ${number} ${sign} ${text}`.trimEnd(),
    ),
    ...(more > 0 ? [`  and ${more} more lines`] : []),
    ...(looksAlike ? [INVISIBLE] : []),
  ].join("\n");
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
