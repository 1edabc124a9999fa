import { clearScreenDown, cursorTo, moveCursor } from "node:readline";
import type { WriteStream } from "node:tty";
import { stripVTControlCharacters } from "node:util";

/** Draws texts on a terminal, each in place of the one before. */
export function redraw(stream: WriteStream): (text: string) => void {
  let lines = 0;
  return (text) => {
    if (lines > 0) {
      moveCursor(stream, 0, -lines);
      cursorTo(stream, 0);
      clearScreenDown(stream);
    }
    stream.write(`${text}\n`);
    lines = text
      .split("\n")
      .map((line) => rowsOf(line, stream.columns))
      .reduce((sum, rows) => sum + rows, 0);
  };
}

/** How many rows of a terminal a line takes. */
function rowsOf(line: string, columns: number): number {
  const { length } = stripVTControlCharacters(line);
  return Math.max(1, Math.ceil(length / Math.max(1, columns)));
}
