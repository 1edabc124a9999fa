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

/** The escapes of URLs, JavaScript, JSON and HTML. */
const ESCAPE =
  /%u[\da-f]{4}|(?:%[\da-f]{2})+|(?:\\x[\da-f]{2})+|\\u\{[\da-f]{1,6}\}|\\u[\da-f]{4}|\\[0-3]?[0-7]{1,2}|\\[abefnrtv\\]|&#x[\da-f]{1,6};?|&#\d{1,7};?|&[a-z][a-z\d]{1,30};/gi;
const ACCENT = /^&(.)(?:acute|caron|cedil|circ|grave|ring|slash|tilde|uml);$/i;
/** Named characters that begin an escape; other punctuation does not matter. */
const NAMED = new Map([
  ["&amp;", "&"],
  ["&bsol;", "\\"],
  ["&num;", "#"],
  ["&percnt;", "%"],
]);

/** Resolves each escape once, so that the result may have escapes again. */
function resolveEscapes(text: string): string {
  return text.replace(ESCAPE, (found) => {
    const lower = found.toLowerCase();
    if (/^(?:%u|\\u|&#x)/.test(lower)) {
      return character(lower.replace(/[^\da-f]/g, ""), 16);
    }
    if (/^(?:%|\\x)/.test(lower)) {
      return bytesOf(lower.replace(/%|\\x/g, ""));
    }
    if (lower.startsWith("&#")) {
      return character(lower.replace(/\D/g, ""), 10);
    }
    if (/^\\\d/.test(lower)) {
      return character(lower.slice(1), 8);
    }
    if (lower.startsWith("\\")) {
      return lower === "\\\\" ? "\\" : " ";
    }
    return ACCENT.exec(lower)?.[1] ?? NAMED.get(lower) ?? " ";
  });
}

function character(digits: string, base: number): string {
  const code = Number.parseInt(digits, base);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : " ";
}

/** Bytes as UTF-8, or each as a code point if they are not. */
function bytesOf(hex: string): string {
  const bytes = Buffer.from(hex, "hex");
  const text = bytes.toString("utf8");
  return text.includes("\uFFFD") ? bytes.toString("latin1") : text;
}
