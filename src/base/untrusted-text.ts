import type { Scrubber } from "./scrubber.ts";

const MAX_LENGTH = 200;
/**
 * Controls (C0, C1), format characters (bidirectional overrides, zero-width
 * characters, tags), lone surrogates, unassigned code points, and the line and
 * paragraph separators.
 */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}\s]+/gu;

/** A terminal's control sequence (ECMA-48, CSI), its letters included. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is for
const CONTROL_SEQUENCE = /(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]/g;

/**
 * What a CI system's log takes for a command: `::error::`, `##[error]` (GitHub),
 * `##vso[task.complete]` (Azure), `##teamcity[testFailed]`.
 */
const LOG_COMMAND = /:(?=:)|##[a-z]*(?=\[)/gi;

/** What to take out of a text, and how much of it to keep. */
export interface UntrustedTextOptions {
  readonly scrubber?: Scrubber | undefined;
  /** In UTF-16 code units. Default: 200. */
  readonly maxLength?: number | undefined;
}

/**
 * One printable line made of text that somebody else wrote. Secrets go first,
 * then whatever a terminal or a report could take for a command; they are
 * looked for once more, since removing characters can join the halves of one;
 * the length is cut last, so that no half of a secret is left at the end.
 */
export function untrustedText(
  source: string,
  options: UntrustedTextOptions = {},
): string {
  const { scrubber, maxLength = MAX_LENGTH } = options;
  const scrub = (text: string): string => scrubber?.text(text) ?? text;

  const printable = scrub(source)
    .replace(CONTROL_SEQUENCE, " ")
    .replace(UNPRINTABLE, " ")
    .trim();
  const line = cut(scrub(printable), maxLength);
  return cut(line.replace(LOG_COMMAND, "$& "), maxLength);
}

function cut(line: string, maxLength: number): string {
  return line.length <= maxLength
    ? line
    : `${line.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

const QUOTED_LENGTH = 60;

/** A few words for a person about a JSON value that was not expected. */
export function describeValue(value: unknown): string {
  if (typeof value === "string") {
    return value === ""
      ? "an empty text"
      : `the text "${untrustedText(value, { maxLength: QUOTED_LENGTH })}"`;
  }
  if (value === null) {
    return "null";
  }
  if (Array.isArray(value)) {
    return "a list";
  }
  if (typeof value === "object") {
    return Object.keys(value).length === 0 ? "an empty object" : "an object";
  }
  if (
    typeof value === "number" ||
    typeof value === "bigint" ||
    typeof value === "boolean"
  ) {
    return `the ${typeof value} ${String(value)}`;
  }
  return "nothing";
}
