const MAX_LENGTH = 200;

/**
 * Controls (C0, C1), format characters (bidirectional overrides, zero-width
 * characters, tags), lone surrogates, unassigned code points, the line and paragraph
 * separators, and whatever else is not seen: fillers, variation selectors, empty Braille.
 */
export const INVISIBLE =
  /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const INVISIBLE_IN_LINES = new RegExp(`(?!\n)${INVISIBLE.source}`, "gu");

/**
 * A control sequence of terminals (ECMA-48), including its letters: CSI, the strings
 * that set titles and links (OSC and the like), and short escape sequences.
 */
const CONTROL_SEQUENCE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is for
  /(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]|(?:\u001B[P\]X^_]|[\u0090\u0098\u009D-\u009F])[^\u0007\u0018\u001A\u001B\u0080-\u009F]*(?:\u0007|\u001B\\|\u009C)|\u001B[ -/]+[0-~]/g;

/**
 * Commands in the log of CI systems: `::error::`, `##[error]` (GitHub),
 * `##vso[task.complete]` (Azure), `##teamcity[testFailed]`. An IPv6 address in a URL,
 * such as `[::1]`, is none.
 */
const LOG_COMMAND = /:(?=:)(?!(?<=\[[\da-f:.]*):[\da-f:.]*\])|##[a-z]*(?=\[)/gi;
/** The same in a message of ours, which may contain `[::1]`. */
const LOG_COMMAND_IN_LINES = /^[^\S\n]*:(?=:)|##[a-z]*(?=\[)/gim;
/**
 * The characters that are escaped in literals: one that is not seen, or the first of
 * `##[error]`.
 */
export const UNPRINTABLE_IN_LITERALS = new RegExp(
  `${INVISIBLE.source}|#(?=#[A-Za-z]*\\[)`,
  "gu",
);

/** In place of a text that contains a secret. Its words classify no error. */
export const HIDDEN_TEXT = "(not shown: it may contain part of the URL)";

/** The scrubber that knows the secrets, and the maximum length. */
export interface UntrustedTextOptions {
  readonly scrubber?: { text(text: string): string } | undefined;
  /** In UTF-16 code units. Default: 200. */
  readonly maxLength?: number | undefined;
}

/** Returns whether a text contains a character that is not seen, or acts on what is. */
export function hasInvisible(text: string): boolean {
  return text.search(INVISIBLE) !== -1;
}

/** A text as one line, without what a terminal would interpret or not show. */
export function printableLine(source: string): string {
  return source
    .replace(CONTROL_SEQUENCE, " ")
    .replace(INVISIBLE, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/**
 * A message of ours with texts of others in it. Its lines stay lines, and have nothing
 * that a terminal or a CI log would interpret.
 */
export function printableMessage(message: string): string {
  return message
    .replace(INVISIBLE_IN_LINES, " ")
    .replace(LOG_COMMAND_IN_LINES, "$& ");
}

/**
 * One printable line of text that somebody else wrote, without what a terminal or a CI
 * log would interpret. The line is searched for secrets as it would be shown; if it
 * contains one, none of it is.
 */
export function untrustedText(
  source: string,
  options: UntrustedTextOptions = {},
): string {
  const { scrubber, maxLength = MAX_LENGTH } = options;
  const line = cut(printableLine(source), maxLength);
  const shown = scrubber?.text(line) ?? line;
  return cut(shown.replace(LOG_COMMAND, "$& "), maxLength);
}

/** The same in quotes, except for {@link HIDDEN_TEXT}. */
export function quoteUntrusted(
  source: string,
  options: UntrustedTextOptions = {},
): string {
  const line = untrustedText(source, options);
  return line === HIDDEN_TEXT ? line : `"${line}"`;
}

function cut(line: string, maxLength: number): string {
  if (line.length <= maxLength) {
    return line;
  }
  return `${line.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

const QUOTED_LENGTH = 60;
const HEX_TEXT = /^0x[0-9a-f]+$/i;
const MAX_NUMBER_LENGTH = 3;

/**
 * A short description of an unexpected JSON value. Long numbers and hexadecimal data,
 * which a scrubber does not replace, are not quoted.
 */
export function describeValue(value: unknown): string {
  if (typeof value === "string") {
    return describeString(value);
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
  if (typeof value === "number" || typeof value === "bigint") {
    const digits = String(value);
    if (digits.length <= MAX_NUMBER_LENGTH) {
      return `the ${typeof value} ${digits}`;
    }
    return `a ${typeof value}`;
  }
  return typeof value === "boolean" ? `the boolean ${value}` : "nothing";
}

function describeString(text: string): string {
  if (text === "") {
    return "an empty text";
  }
  if (text === HIDDEN_TEXT) {
    return `a text ${HIDDEN_TEXT}`;
  }
  if (HEX_TEXT.test(text)) {
    return `0x and ${text.length - 2} hexadecimal digits`;
  }
  return `the text ${quoteUntrusted(text, { maxLength: QUOTED_LENGTH })}`;
}
