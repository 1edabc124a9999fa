import { stripVTControlCharacters } from "node:util";
import type { TextStyle } from "./style.ts";

/** The width of a line in files and pipes, and the maximum on terminals. */
const LINE_WIDTH = 100;

/** The width of a line; terminals may be narrower than files. */
export function lineWidth({
  columns = LINE_WIDTH,
}: Pick<TextStyle, "columns">): number {
  return Math.min(columns, LINE_WIDTH);
}

/** A character or a colour. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is for
const CHARACTER = /\u001B\[[0-9;]*m|./gsu;

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
 * long for a line is split and never truncated. Colours do not count.
 */
export function wrapText(text: string, options: WrapTextOptions): string {
  const { width, indent = "", hanging = indent } = options;
  const maxLength = Math.max(
    1,
    width - Math.max(indent.length, hanging.length),
  );
  const lines: string[] = [];
  const words = text.split(" ");
  for (const part of words.flatMap((word) => pieces(word, maxLength))) {
    const line = lines.at(-1);
    if (line === undefined || textWidth(`${line} ${part}`) > maxLength) {
      lines.push(part);
    } else {
      lines[lines.length - 1] = `${line} ${part}`;
    }
  }
  return lines
    .map((one, index) => `${index === 0 ? indent : hanging}${one}`)
    .join("\n");
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

/**
 * Lines that are wrapped to the width of the output, each below its own indentation.
 *
 * @param hanging further indentation of every line but the first of each
 */
export function wrapLines(
  text: string,
  style: Pick<TextStyle, "columns">,
  hanging = "  ",
): string {
  const width = lineWidth(style);
  return text
    .split("\n")
    .map((line) => {
      const indent = /^ */.exec(line)?.[0] ?? "";
      return wrapText(line.trimStart(), {
        width,
        indent,
        hanging: `${indent}${hanging}`,
      });
    })
    .join("\n");
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
