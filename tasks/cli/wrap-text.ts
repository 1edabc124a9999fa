import { stripVTControlCharacters } from "node:util";

/** The width of a line in files and pipes, and the maximum on terminals. */
const LINE_WIDTH = 100;

/** The width of a line; terminals may be narrower than files. */
export function lineWidth({
  columns = LINE_WIDTH,
}: {
  readonly columns: number | undefined;
}): number {
  return Math.min(columns, LINE_WIDTH);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is for
const COLOUR = /\u001B\[[0-9;]*m/g;
const CHARACTER = new RegExp(`${COLOUR.source}|.`, "gsu");
const COLOUR_END = "\u001B[39m";
/** Bold (1) and faint (2) have one end. */
const WEIGHT = /\[[12]m$/;
const WEIGHT_END = "\u001B[22m";

const WIDE =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|(?![\u{10000}-\u{10FFFF}])\p{Emoji_Presentation}/gu;

export interface WrapTextOptions {
  /** In columns. */
  readonly width: number;
  /** Before every line. */
  readonly indent?: string;
  /** Before every line but the first. Default: the indent. */
  readonly hanging?: string;
}

/**
 * A text in lines of at most the given width, broken at spaces. A word that is too
 * long for a line is split and never truncated. Colours do not count, and are closed at
 * the end of each line.
 */
export function wrapText(text: string, options: WrapTextOptions): string {
  const { width, indent = "", hanging = indent } = options;
  const maxLength = Math.max(
    1,
    width - Math.max(indent.length, hanging.length),
  );
  const lines: string[] = [];
  let line: string | undefined;
  for (const part of text
    .split(" ")
    .flatMap((word) => pieces(word, maxLength))) {
    if (line === undefined) {
      line = part;
    } else if (textWidth(line) + 1 + textWidth(part) <= maxLength) {
      line = `${line} ${part}`;
    } else {
      lines.push(line);
      line = part;
    }
  }
  lines.push(line ?? "");
  return closeColours(lines)
    .map((one, index) => `${index === 0 ? indent : hanging}${one}`)
    .join("\n");
}

/** Closes the colours that are open at the end of a line, and reopens them in the next. */
function closeColours(lines: readonly string[]): readonly string[] {
  let open: readonly string[] = [];
  return lines.map((line) => {
    const start = open.join("");
    for (const [code] of line.matchAll(COLOUR)) {
      open =
        code === COLOUR_END || code === WEIGHT_END
          ? open.filter((begun) => endOf(begun) !== code)
          : [...open, code];
    }
    return `${start}${line}${open.toReversed().map(endOf).join("")}`;
  });
}

function endOf(colour: string): string {
  return WEIGHT.test(colour) ? WEIGHT_END : COLOUR_END;
}

/** A word split into pieces that fit a line. */
function pieces(word: string, maxLength: number): readonly string[] {
  if (textWidth(word) <= maxLength) {
    return [word];
  }
  const parts: string[] = [];
  let part = "";
  for (const [character] of word.matchAll(CHARACTER)) {
    if (textWidth(part) + textWidth(character) > maxLength) {
      parts.push(part);
      part = "";
    }
    part += character;
  }
  return [...parts, part];
}

const HEX = /0x[\da-f]{40,}/gi;

/** A text in which longer addresses and hashes only have their first and last digits. */
export function shortenHex(text: string, maxWidth: number): string {
  return text.replace(HEX, (hex) =>
    hex.length <= maxWidth ? hex : `${hex.slice(0, 6)}…${hex.slice(-4)}`,
  );
}

/** The same for what does not fit a line of a terminal; files have it in full. */
export function fitHex(
  text: string,
  width: number,
  { columns }: { readonly columns: number | undefined },
): string {
  return columns === undefined ? text : shortenHex(text, width);
}

/** A text padded with spaces to the width of a column. */
export function padText(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - textWidth(text)));
}

/** In columns; wide characters and emoji take two. */
export function textWidth(text: string): number {
  const plain = stripVTControlCharacters(text);
  return plain.length + (plain.match(WIDE)?.length ?? 0);
}
