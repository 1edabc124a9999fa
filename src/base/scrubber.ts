/** From this length a secret is also replaced inside of words. */
const MIN_LENGTH_IN_WORDS = 8;
/** From this length a secret is also replaced inside of hexadecimal data. */
const MIN_LENGTH_IN_HEX = 16;
const HEX_DATA = /^0x[0-9a-fA-F]*$/;
const REPLACEMENT = "***";

/** Removes known secrets from text of others. */
export interface Scrubber {
  /** The text with each secret replaced by `***`, in any letter case. */
  text(text: string): string;
  /** The same for every string and member name in a JSON value. */
  json(value: unknown): unknown;
  /** Whether JSON source may hold a secret, so that it must be scrubbed. */
  isSuspect(source: string): boolean;
}

/**
 * A scrubber for these secrets. Short secrets are replaced as whole words only, and in
 * hexadecimal data only those that are too long to be there by chance.
 */
export function createScrubber(secrets: Iterable<string>): Scrubber {
  const longestFirst = [...secrets]
    .filter((secret) => secret !== "")
    .toSorted((a, b) => b.length - a.length);
  const inText = pattern(longestFirst);
  const inHex = pattern(
    longestFirst.filter((s) => s.length >= MIN_LENGTH_IN_HEX),
  );
  const inNames = pattern(
    longestFirst.filter((s) => s.length >= MIN_LENGTH_IN_WORDS),
  );

  const text = (source: string): string =>
    source.replace(HEX_DATA.test(source) ? inHex : inText, REPLACEMENT);

  const json = (value: unknown): unknown => {
    if (typeof value === "string") {
      return text(value);
    }
    if (Array.isArray(value)) {
      return value.map(json);
    }
    if (typeof value === "object" && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([name, member]) => [
          name.replace(inNames, REPLACEMENT),
          json(member),
        ]),
      );
    }
    return value;
  };

  return {
    text,
    json,
    isSuspect: (source) =>
      longestFirst.length > 0 &&
      (source.includes("\\") || source.search(inText) !== -1),
  };
}

function pattern(secrets: readonly string[]): RegExp {
  if (secrets.length === 0) {
    return /(?!)/g;
  }
  const alternatives = secrets.map((secret) => {
    const literal = secret.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    return secret.length >= MIN_LENGTH_IN_WORDS
      ? literal
      : `(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`;
  });
  return new RegExp(alternatives.join("|"), "giu");
}
