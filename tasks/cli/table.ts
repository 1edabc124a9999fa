import Table from "cli-table3";
import { LINE_WIDTH, wrapText } from "./wrap-text.ts";

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

/** The library's layout takes time that grows with the square of its rows. */
const ROWS_AT_ONCE = 64;

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
  const parts: string[] = [];
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    parts.push(layOut(columns, rows.slice(start, start + ROWS_AT_ONCE)));
  }
  return parts.join("\n");
}

function layOut(columns: readonly number[], rows: readonly TextRow[]): string {
  const table = new Table({
    chars: NO_BORDERS,
    style: { "padding-left": 0, "padding-right": 1, head: [], border: [] },
    colWidths: [...columns],
  });
  const noteWidth = sum(columns.slice(1)) - 1;
  for (const row of rows) {
    table.push(
      "note" in row
        ? [
            "",
            {
              colSpan: columns.length - 1,
              content: wrapText(row.note, { width: noteWidth }),
            },
          ]
        : row.cells.map((cell, index) =>
            wrapText(cell, { width: (columns[index] ?? 0) - 1 }),
          ),
    );
  }
  return table
    .toString()
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
