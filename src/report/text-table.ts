import { stripVTControlCharacters } from "node:util";

import Table from "cli-table3";

/** What a terminal is taken to hold: every table fits it. */
const LINE_WIDTH = 100;

/** A row of cells, or one text across the columns from the second on. */
export type TextRow =
  | { readonly cells: readonly string[] }
  | { readonly note: string };

const NO_BORDERS = {
  top: "",
  "top-mid": "",
  "top-left": "",
  "top-right": "",
  bottom: "",
  "bottom-mid": "",
  "bottom-left": "",
  "bottom-right": "",
  left: "",
  "left-mid": "",
  mid: "",
  "mid-mid": "",
  right: "",
  "right-mid": "",
  middle: "",
};

/**
 * Rows in aligned columns of the given widths; a note below a row is wrapped to
 * the line's end and starts at the second column.
 */
export function textTable(
  widths: readonly number[],
  rows: readonly TextRow[],
): string {
  const fixed = widths.slice(0, -1);
  const columns = [...fixed, LINE_WIDTH - sum(fixed)];
  const table = new Table({
    chars: NO_BORDERS,
    style: { "padding-left": 0, "padding-right": 1, head: [], border: [] },
    colWidths: columns,
    wordWrap: true,
    wrapOnWordBoundary: true,
  });
  for (const row of rows) {
    table.push(
      "note" in row
        ? ["", { colSpan: widths.length - 1, content: row.note }]
        : row.cells.map((cell, index) =>
            whole(cell, (columns[index] ?? 0) - 1),
          ),
    );
  }
  return table
    .toString()
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
}

/** A cell that is too wide goes on in the next line: it is never cut. */
function whole(cell: string, width: number): string {
  const plain = stripVTControlCharacters(cell);
  return plain.length <= width
    ? cell
    : (plain.match(new RegExp(`.{1,${width}}`, "gu")) ?? []).join("\n");
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
