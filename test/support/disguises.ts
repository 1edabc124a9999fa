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

/** Disguises that keep every letter of a key readable. */
export const DISGUISES: Readonly<Record<string, Disguise>> = {
  none: (text) => text,
  "upper case": (text) => text.toUpperCase(),
  "lower case": (text) => text.toLowerCase(),
  "percent-encoding of every letter": each((_, digits) => `%${digits}`),
  "percent-encoding, twice": each((_, digits) => `%25${digits}`),
  "colours between its letters": between("\u001b[31m"),
  "titles between its letters": between("\u001b]0;title\u0007"),
  "character sets between its letters": between("\u001b(B"),
  "zero-width characters between its letters": between(ZERO_WIDTH),
  "Hangul fillers between its letters": between("\u3164\u115f\u1160\uffa0"),
  "encoded Hangul fillers between its letters": between("%E3%85%A4"),
  "variation selectors between its letters": between("\ufe0f"),
  "empty Braille between its letters": between("\u2800"),
  "bidirectional marks between its letters": between("\u202e"),
  "controls between its letters": between("\u0000"),
  "line breaks between its letters": between("\r\n"),
  "encoded line breaks between its letters": between("%0A"),
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
