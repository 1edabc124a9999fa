import { printableLine } from "./untrusted-text.ts";

/** A text as it is searched for secrets. */
export interface TextView {
  /** Its letters and digits, in lower case and without accents. */
  readonly letters: string;
  /** The same without `0x`, for dumps of bytes. */
  readonly bytes: string;
  /** Everything but white space, in lower case. */
  readonly marks: string;
}

const MAX_ROUNDS = 4;

/**
 * A text as it is, and with the escapes in it resolved, also those of escapes and those
 * that white space divides.
 */
export function viewsOf(source: string): readonly TextView[] {
  const joined = source.replace(/\s+/g, "");
  const texts = new Set([...resolutions(source), ...resolutions(joined)]);
  return [...texts, ...[...texts].flatMap(decodedBase64)].map((text) => ({
    letters: lettersOf(text),
    bytes: lettersOf(text.replaceAll(/0x/gi, "")),
    marks: marksOf(text),
  }));
}

function* resolutions(source: string): Generator<string> {
  yield source;
  let text = source;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    text = printableLine(resolveEscapes(text));
    yield text;
  }
}

const BASE64_RUN = /[\w+/-]{4,}/g;

const PRINTABLE_RUN = /[^\p{C}\uFFFD]{3,}/gu;

/** What reads as text after base64 is decoded, wherever it begins in a run of letters. */
function decodedBase64(text: string): readonly string[] {
  return (text.match(BASE64_RUN) ?? []).flatMap((run) =>
    [0, 1, 2, 3].flatMap(
      (start) =>
        Buffer.from(run.slice(start), "base64")
          .toString("utf8")
          .match(PRINTABLE_RUN) ?? [],
    ),
  );
}

/** The letters and digits of a text, in lower case and without accents. */
export function lettersOf(text: string): string {
  return foldCase(text).replace(/[^\p{L}\p{N}]+/gu, "");
}

/** Everything in a text but white space, in lower case. */
export function marksOf(text: string): string {
  return foldCase(text).replace(/[\s\p{C}\p{M}]+/gu, "");
}

/** Upper case first, since some letters have no upper case of their own ("ß"). */
function foldCase(text: string): string {
  return text.normalize("NFKD").toUpperCase().toLowerCase();
}

const NAMED_ENTITY = /&([a-z])?[a-z\d]{1,30};/gi;
const ACCENTS =
  /^&[a-z](?:acute|caron|cedil|circ|grave|ring|slash|tilde|uml);/i;
const PUNCTUATION = new Map([
  ["&amp;", "&"],
  ["&bsol;", "\\"],
  ["&num;", "#"],
  ["&percnt;", "%"],
]);

/** Resolves the escapes of URLs, JSON, JavaScript and HTML. */
function resolveEscapes(text: string): string {
  return text
    .replace(/%u([\da-f]{4})/gi, character)
    .replace(/(?:%[\da-f]{2})+/gi, (run) => bytesOf(run.replaceAll("%", "")))
    .replace(/(?:\\x[\da-f]{2})+/gi, (run) =>
      bytesOf(run.replaceAll(/\\x/gi, "")),
    )
    .replace(/\\u\{([\da-f]{1,6})\}/gi, character)
    .replace(/\\u([\da-f]{4})/gi, character)
    .replace(/\\([0-3]?[0-7]{1,2})/g, (_, digits: string) =>
      String.fromCodePoint(Number.parseInt(digits, 8)),
    )
    .replace(/\\[abefnrtv]/g, " ")
    .replace(/&#x([\da-f]{1,6});?/gi, character)
    .replace(/&#(\d{1,7});?/g, (_, digits: string) =>
      character(_, Number(digits).toString(16)),
    )
    .replace(
      NAMED_ENTITY,
      (entity, letter: string | undefined) =>
        PUNCTUATION.get(entity.toLowerCase()) ??
        (ACCENTS.test(entity) ? (letter ?? " ") : " "),
    );
}

function character(_: string, hex: string): string {
  const code = Number.parseInt(hex, 16);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : " ";
}

/** Bytes as UTF-8, or each as a code point if they are not. */
function bytesOf(hex: string): string {
  const bytes = Buffer.from(hex, "hex");
  const text = bytes.toString("utf8");
  return text.includes("\uFFFD") ? bytes.toString("latin1") : text;
}
