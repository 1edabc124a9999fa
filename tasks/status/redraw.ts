import { clearScreenDown, cursorTo, moveCursor } from "node:readline";
import type { WriteStream } from "node:tty";
import { stripVTControlCharacters } from "node:util";

/** Draws texts on a terminal, each in place of the one before. */
export function redraw(
  stream: NodeJS.WritableStream & Pick<WriteStream, "columns">,
): (text: string) => void {
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

/**
 * How many rows of a terminal a line takes. One that does not tell its width, as
 * many in containers, has 0 columns: there a line counts as one row, since to go
 * up by too many would wipe out what others wrote.
 */
function rowsOf(line: string, columns: number): number {
  const { length } = stripVTControlCharacters(line);
  return columns > 0 ? Math.max(1, Math.ceil(length / columns)) : 1;
}
