/** A way in which a server repeats a text that it was sent. */
export type Disguise = (text: string) => string;

const ZERO_WIDTH = "\u200b";

function between(separator: string): Disguise {
  return (text) => [...text].join(separator);
}

function each(write: (code: number, hex: string) => string): Disguise {
  return (text) =>
    [...text]
      .map((letter) => {
        const code = letter.codePointAt(0) ?? 0;
        return write(code, code.toString(16));
      })
      .join("");
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

function hex(text: string): string {
  return Buffer.from(text).toString("hex");
}

/** Disguises that keep every letter of a key readable, or easy to get back. */
export const DISGUISES: Readonly<Record<string, Disguise>> = {
  none: (text) => text,
  "upper case": (text) => text.toUpperCase(),
  "lower case": (text) => text.toLowerCase(),
  base64,
  "base64 in lower case": (text) => base64(text).toLowerCase(),
  base64url: (text) => Buffer.from(text).toString("base64url"),
  "base64 of a path": (text) => base64(`/v3/${text}?x=1`),
  "base64 of credentials": (text) => base64(`someone:${text}`),
  "base64 of upper case": (text) => base64(text.toUpperCase()),
  hexadecimal: hex,
  "hexadecimal in upper case": (text) => hex(text).toUpperCase(),
  "hexadecimal of a path": (text) => hex(`/v3/${text}`),
  "a dump of bytes": each((_, digits) => `0x${digits} `),
  "percent-encoding of every letter": each((_, digits) => `%${digits}`),
  "percent-encoding, twice": each((_, digits) => `%25${digits}`),
  "JSON escapes": each((_, digits) => `\\u${digits.padStart(4, "0")}`),
  "JavaScript escapes": each((_, digits) => `\\x${digits}`),
  "code point escapes": each((_, digits) => `\\u{${digits}}`),
  "octal escapes": each((code) => `\\${code.toString(8)}`),
  "HTML entities": each((_, digits) => `&#x${digits};`),
  "decimal HTML entities": each((code) => `&#${code};`),
  "HTML entities, escaped": each((_, digits) => `&amp;#x${digits};`),
  "colours between its letters": between("\u001b[31m"),
  "titles between its letters": between("\u001b]0;title\u0007"),
  "character sets between its letters": between("\u001b(B"),
  "zero-width characters between its letters": between(ZERO_WIDTH),
  "bidirectional marks between its letters": between("\u202e"),
  "controls between its letters": between("\u0000"),
  "line breaks between its letters": between("\r\n"),
  "escaped line breaks between its letters": between("\\n"),
  "escaped controls between its letters": between("\\u0000"),
  "escaped colours between its letters": between("\\u001b[0m"),
  "encoded line breaks between its letters": between("%0A"),
  "soft hyphens between its letters": between("&shy;"),
  "spaces between its letters": between(" "),
  "dashes between its letters": between("-"),
  "combining marks": between("\u0336"),
  "full-width letters": each((code) =>
    code > 0x20 && code < 0x7f
      ? String.fromCodePoint(code + 0xfee0)
      : String.fromCodePoint(code),
  ),
  "a word around it": (text) => `x${text}x`,
  "JSON text": (text) => JSON.stringify(JSON.stringify({ path: text })),
};

/** Disguises that leave out a part of a key. */
export const TRUNCATIONS: Readonly<Record<string, Disguise>> = {
  "its start": (text) => text.slice(0, Math.ceil(text.length / 2)),
  "its start, and an ellipsis": (text) =>
    `${text.slice(0, Math.ceil(text.length / 2))}…`,
  "its end": (text) => `…${text.slice(Math.floor(text.length / 2))}`,
  "all but its middle": (text) => {
    const part = Math.ceil(text.length / 3);
    return `${text.slice(0, part)}***${text.slice(-part)}`;
  },
};
