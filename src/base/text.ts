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
