import { endpointOrigin } from "./secrets.ts";
import { UNPRINTABLE_IN_LITERALS, untrustedText } from "./untrusted-text.ts";

/** Longer than any regular name or reason. In UTF-16 code units. */
const MAX_LENGTH = 2_000;

/**
 * A text of a report as one printable line, without characters that an output format
 * would interpret; a dash if nothing printable is left.
 */
export function oneLine(text: string): string {
  return untrustedText(text, { maxLength: MAX_LENGTH }) || "–";
}

/** A text as one line, where there is one. */
export function optionalLine(text: string | undefined): string | undefined {
  return text === undefined ? undefined : oneLine(text);
}

/**
 * A text with what is unprintable in it as `\uXXXX`, an escape that JSON and
 * JavaScript read back inside of their string literals.
 */
export function escapeUnprintable(text: string): string {
  return escapeCharacters(text, UNPRINTABLE_IN_LITERALS);
}

/** The same with other characters. */
export function escapeCharacters(text: string, characters: RegExp): string {
  return text.replace(characters, (found) =>
    [...Array(found.length).keys()]
      .map((unit) => found.charCodeAt(unit).toString(16).padStart(4, "0"))
      .map((digits) => `\\u${digits}`)
      .join(""),
  );
}

const MAX_QUOTED_LENGTH = 60;
const URL_TEXT = /[a-z][a-z\d+.-]*:\/\/\S+/gi;

/** A name from a file in quotes, printable and short; URLs as their origin. */
export function quoted(text: string): string {
  const shown = text.slice(0, 1_000).replace(URL_TEXT, endpointOrigin);
  return JSON.stringify(untrustedText(shown, { maxLength: MAX_QUOTED_LENGTH }));
}

const MIB = 1024 * 1024;

/** A size in MiB if it is a whole number of them, else in bytes. */
export function formatBytes(bytes: number): string {
  return bytes % MIB === 0 ? `${bytes / MIB} MiB` : `${bytes} bytes`;
}

/**
 * A block's time, in ISO 8601 without fractions.
 *
 * @param timestamp in seconds since 1970
 */
export function describeTime(timestamp: number): string {
  const date = new Date(timestamp * 1000);
  if (Number.isNaN(date.getTime())) {
    return `${timestamp}`;
  }
  return date.toISOString().replace(".000Z", "Z");
}

/** A network's name, and that of the Hardhat network if it is different. */
export function networkLabel({
  network,
  hardhatNetwork,
}: {
  readonly network: string;
  readonly hardhatNetwork: string | null;
}): string {
  if (hardhatNetwork === null || hardhatNetwork === network) {
    return network;
  }
  return oneLine(`${network} (${hardhatNetwork})`);
}

const MAX_LISTED = 10;

/** The first of a list's texts, and how many more there are. */
export function someOf(texts: readonly string[], max = MAX_LISTED): string {
  const more = texts.length - max;
  return `${texts.slice(0, max).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** Returns whether both are the same, whatever their case, or not there. */
export function isSameText(
  one: string | undefined,
  other: string | undefined,
): boolean {
  return one?.toLowerCase() === other?.toLowerCase();
}

/** The replacement of a range of a text. */
export interface Edit {
  /** Offset in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies edits that do not overlap; those at the same offset in their order. */
export function applyEdits(text: string, edits: Iterable<Edit>): string {
  const parts: string[] = [];
  let at = 0;
  for (const edit of [...edits].toSorted(
    (one, other) => one.start - other.start,
  )) {
    parts.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  return [...parts, text.slice(at)].join("");
}

const TIME_UNITS = [
  ["day", 86_400n],
  ["hour", 3_600n],
  ["minute", 60n],
  ["second", 1n],
] as const;
const TIME = /^(-?\d+) (day|hour|minute|second)s?$/;

/** A time in the largest unit that it is whole in: `2 days`. */
export function durationOf(seconds: bigint): string {
  const [unit, size] = TIME_UNITS.find(
    ([, one]) => seconds > 0n && seconds % one === 0n,
  ) ?? ["second", 1n];
  const count = seconds / size;
  return `${count} ${unit}${count === 1n ? "" : "s"}`;
}

/** A time in seconds from its text; `undefined` of another text. */
export function parseDuration(text: string): bigint | undefined {
  const [, count = "", name] = TIME.exec(text) ?? [];
  const [, size] = TIME_UNITS.find(([one]) => one === name) ?? [];
  return size && BigInt(count) * size;
}

const DECIMALS_OF_PERCENT = 16;
const PERCENT = /^(-?\d+)(?:\.(\d{1,16}))? ?%$/;

/** A share of 10^18 in percent, with every digit: `0.1 %`. */
export function percentOf(share: bigint): string {
  if (share < 0n) {
    return `-${percentOf(-share)}`;
  }
  const digits = share.toString().padStart(DECIMALS_OF_PERCENT + 1, "0");
  const whole = digits.slice(0, -DECIMALS_OF_PERCENT);
  const rest = digits.slice(-DECIMALS_OF_PERCENT).replace(/0+$/, "");
  return `${whole}${rest === "" ? "" : `.${rest}`} %`;
}

/** A share of 10^18 from its percentage; `undefined` of another text. */
export function parsePercent(text: string): bigint | undefined {
  const [, whole, rest = ""] = PERCENT.exec(text) ?? [];
  const digits = `${whole}${rest.padEnd(DECIMALS_OF_PERCENT, "0")}`;
  return whole === undefined ? undefined : BigInt(digits);
}

/** Any value in one line. */
export function lineOf(value: unknown): string {
  if (typeof value === "object") {
    return JSON.stringify(value, (_key, one) =>
      typeof one === "bigint" ? String(one) : one,
    );
  }
  return String(value);
}

/** A URL to compare: without credentials, a fragment, and slashes at its end. */
export function plainUrl({ origin, pathname, search }: URL): string {
  return `${origin}${pathname.replace(/\/+$/, "")}${search}`;
}
