import { clearScreenDown, cursorTo, moveCursor } from "node:readline";
import { stripVTControlCharacters } from "node:util";
import type { OutputStream } from "../cli/style.ts";

type Terminal = Omit<OutputStream, "isTTY">;

/**
 * Draws texts on a terminal, each replacing the previous one. What scrolled off the
 * screen could not be replaced, so a text that is too long is cut above its footer.
 */
export function redraw(
  stream: Terminal,
): (text: string, footer?: string) => void {
  let drawn = 0;
  return (text, footer = "") => {
    if (drawn > 0) {
      moveCursor(stream, 0, -drawn);
      cursorTo(stream, 0);
      clearScreenDown(stream);
    }
    const lines = cut(linesOf(text), linesOf(footer), stream);
    stream.write(`${lines.join("\n")}\n`);
    drawn = rowsOf(lines, stream);
  };
}

const linesOf = (text: string) => (text === "" ? [] : text.split("\n"));

/** The first lines, and the footer, which needs no more than the screen has. */
function cut(
  lines: readonly string[],
  footer: readonly string[],
  stream: Terminal,
): readonly string[] {
  const { rows = 0 } = stream;
  // The cursor takes a row, and a terminal that does not tell its height has none.
  const space = rows - 1;
  if (rows <= 0 || rowsOf([...lines, ...footer], stream) <= space) {
    return [...lines, ...footer];
  }
  let count = lines.length;
  const shown = () => [
    ...lines.slice(0, count),
    `… ${lines.length - count} more lines`,
    ...footer,
  ];
  while (count > 0 && rowsOf(shown(), stream) > space) {
    count--;
  }
  return count > 0 ? shown() : footer.slice(-Math.max(1, space));
}

/**
 * How many rows of a terminal lines take. A terminal of unknown width, as in many
 * containers, has 0 columns. There a line counts as one row, since moving up too far
 * would erase other output.
 */
function rowsOf(lines: readonly string[], { columns }: Terminal): number {
  return lines
    .map((line) => stripVTControlCharacters(line).length)
    .map((length) =>
      columns > 0 ? Math.max(1, Math.ceil(length / columns)) : 1,
    )
    .reduce((sum, rows) => sum + rows, 0);
}
