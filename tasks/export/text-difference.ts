import { endpointOrigin } from "../../src/base/secrets.ts";
import { untrustedText } from "../../src/base/untrusted-text.ts";

/** Lines that are shown at most. */
const MAX_LINES = 12;
/** How many lines ahead texts are looked through for where they agree again. */
const AHEAD = 40;
const UNSEEN =
  "  They differ in spaces, or in what is not seen, such as a byte order mark.";
/** A URL up to the quote that ends it; JSON may have its slashes escaped. */
const URL_TEXT = /\b[a-z][a-z\d+.-]{0,30}:(?:\\?\/){2}[^\s"`<>]+/gi;

/** A line that only one of two texts has, with its number in that, from 1. */
interface ChangedLine {
  readonly number: number;
  readonly sign: "-" | "+";
  readonly text: string;
}

/**
 * Where a text differs from the one that is expected: the first lines that only
 * one of them has, with their numbers; `undefined` where the texts differ in line
 * endings at most. Of URLs that only the text itself has no more than the origin is
 * shown: a file may hold what is hidden by now.
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
  const linesWith = (wanted: ChangedLine["sign"]) =>
    shown
      .filter(({ sign }) => sign === wanted)
      .map(({ number, text }) => `${number} ${text}`)
      .join("\n");
  const looksAlike = more <= 0 && linesWith("-") === linesWith("+");
  return [
    ...shown.map(({ number, sign, text }) =>
      `  ${number} ${sign} ${text}`.trimEnd(),
    ),
    ...(more > 0 ? [`  and ${more} more lines`] : []),
    ...(looksAlike ? [UNSEEN] : []),
  ].join("\n");
}

function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r\n|\r|\n/);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

function changedLines(
  has: readonly string[],
  wanted: readonly string[],
): readonly ChangedLine[] {
  const changed: ChangedLine[] = [];
  let [at, to] = [0, 0];
  while (at < has.length || to < wanted.length) {
    if (has[at] === wanted[to]) {
      at++;
      to++;
      continue;
    }
    const [removed, added] = distance(has, at, wanted, to);
    // One by one: a million arguments overflow the stack.
    for (const line of [
      ...numbered(has, at, removed, "-"),
      ...numbered(wanted, to, added, "+"),
    ]) {
      changed.push(line);
    }
    at += removed;
    to += added;
  }
  return changed;
}

/** How many lines of each to skip until both go on alike; all if they do not. */
function distance(
  has: readonly string[],
  at: number,
  wanted: readonly string[],
  to: number,
): readonly [removed: number, added: number] {
  for (let sum = 1; sum <= AHEAD; sum++) {
    for (let added = 0; added <= sum; added++) {
      const line = has[at + sum - added];
      if (line !== undefined && line === wanted[to + added]) {
        return [sum - added, added];
      }
    }
  }
  return [has.length - at, wanted.length - to];
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
    line.replace(URL_TEXT, (url) => {
      const origin = endpointOrigin(url.replaceAll("\\/", "/"));
      return known.has(url) || url === origin ? url : `${origin}/…`;
    }),
  );
}
