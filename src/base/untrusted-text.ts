import type { Scrubber } from "./scrubber.ts";

const MAX_LENGTH = 200;
/**
 * Controls (C0, C1), format characters (bidirectional overrides, zero-width
 * characters, tags), lone surrogates, unassigned code points, and the line and
 * paragraph separators.
 */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}\s]+/gu;

/** A control sequence of terminals (ECMA-48, CSI), including its letters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is for
const CONTROL_SEQUENCE = /(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]/g;

/**
 * Commands in the log of CI systems: `::error::`, `##[error]` (GitHub),
 * `##vso[task.complete]` (Azure), `##teamcity[testFailed]`.
 */
const LOG_COMMAND = /:(?=:)|##[a-z]*(?=\[)/gi;

/** The secrets to remove, and the maximum length. */
export interface UntrustedTextOptions {
  readonly scrubber?: Scrubber | undefined;
  /** In UTF-16 code units. Default: 200. */
  readonly maxLength?: number | undefined;
}

/**
 * One printable line of text that somebody else wrote. Secrets are removed first, then
 * everything that a terminal or a CI log would interpret. Secrets are removed again,
 * since removing characters can join the parts of one. The text is truncated last, so
 * that it cannot end with a part of a secret.
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

/** A short description of an unexpected JSON value. */
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
