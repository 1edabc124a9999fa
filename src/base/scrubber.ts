import { percentDecoded } from "./secrets.ts";
import { HIDDEN_TEXT, INVISIBLE, printableLine } from "./untrusted-text.ts";

/** Keeps known secrets out of texts that others have sent. */
export interface Scrubber {
  /**
   * Returns whether a text contains a secret, or four consecutive letters or digits of
   * one: as it is, in any letter case, or percent-encoded.
   */
  contains(text: string): boolean;
  /** The text, or {@link HIDDEN_TEXT} in place of one that contains a secret. */
  text(text: string): string;
  /** The same for every text in a JSON value, except names and hexadecimal data. */
  json(value: unknown): unknown;
}

/** A scrubber where nothing is secret. */
export const NO_SECRETS: Scrubber = {
  contains: () => false,
  text: (text) => text,
  json: (value) => value,
};

/** The length that is checked: only the start of longer strings in JSON is ever shown. */
const MAX_CHECKED_LENGTH = 4_096;
/** Answers have little text that is not hexadecimal; of a flood the rest is hidden. */
const MAX_CHECKED_TOTAL = 131_072;
const HEX_DATA = /^0x[0-9a-fA-F]*$/;

/**
 * Names at the start of a text by which software is recognised. They are constants of
 * this package, so they may be shown.
 */
const PUBLIC_NAME =
  /^(?:anvil\/|hardhatnetwork\/|ethereumjs testrpc\/|ganache\/|aquarius\b|provider\b|ocean[ -]?node\b|indexing_error$)/i;

/** A scrubber for these secrets. */
export function createScrubber(secrets: ReadonlySet<string>): Scrubber {
  if (secrets.size === 0) {
    return NO_SECRETS;
  }
  const parts = [
    ...new Set([...secrets].flatMap((secret) => partsOf(lettersOf(secret)))),
  ];
  const marks = [...secrets].filter((secret) => lettersOf(secret) === "");

  const contains = (source: string): boolean =>
    decodings(printableLine(source)).some((view) => {
      const letters = lettersOf(view);
      return (
        parts.some((part) => letters.includes(part)) ||
        marks.some((mark) => view.includes(mark))
      );
    });

  const text = (source: string): string => {
    if (!contains(source)) {
      return source;
    }
    const name = PUBLIC_NAME.exec(source)?.[0] ?? "";
    return name === source ? source : `${name}${name && " "}${HIDDEN_TEXT}`;
  };

  const json = (root: unknown): unknown => {
    let left = MAX_CHECKED_TOTAL;
    const scrub = (value: unknown): unknown => {
      if (typeof value === "string" && !HEX_DATA.test(value)) {
        // Without what is not printed: it could push a secret beyond the limit.
        const start = printableLine(value).slice(0, MAX_CHECKED_LENGTH);
        left -= start.length;
        const scrubbed = left < 0 ? HIDDEN_TEXT : text(start);
        return scrubbed === start ? value : scrubbed;
      }
      if (Array.isArray(value)) {
        return value.map(scrub);
      }
      if (typeof value === "object" && value !== null) {
        return Object.fromEntries(
          Object.entries(value).map(([name, member]) => [name, scrub(member)]),
        );
      }
      return value;
    };
    return scrub(root);
  };

  return { contains, text, json };
}

/** Shorter parts of a secret are not recognisable. */
const PART_LENGTH = 4;

/** Every run of four letters of a text; the whole text if it is shorter. */
function partsOf(text: string): readonly string[] {
  if (text.length <= PART_LENGTH) {
    return [text].filter((part) => part !== "");
  }
  return Array.from({ length: text.length - PART_LENGTH + 1 }, (_, at) =>
    text.slice(at, at + PART_LENGTH),
  );
}

/** A text as it is and percent-decoded, also repeatedly: proxies encode it again. */
function decodings(text: string): readonly string[] {
  const once = percentDecoded(text);
  const twice = percentDecoded(once);
  return [text, once, twice, percentDecoded(twice)];
}

/**
 * The letters and digits of a text, in lower case and without accents; in upper case
 * first, since some letters have no upper case of their own ("ß"). Fillers are letters, too.
 */
function lettersOf(text: string): string {
  return text
    .replace(INVISIBLE, "")
    .normalize("NFKD")
    .toUpperCase()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}
