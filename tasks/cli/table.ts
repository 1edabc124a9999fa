import { LINE_WIDTH, padText, wrapText } from "./wrap-text.ts";

/** A row of cells, or a text that spans the columns from the second on. */
export type TextRow =
  | { readonly cells: readonly string[] }
  | { readonly note: string };

/**
 * Rows in aligned columns of the given widths; the last column takes the rest of the
 * line. A note below a row starts at the second column and is wrapped.
 */
export function textTable(
  widths: readonly number[],
  rows: readonly TextRow[],
): string {
  const fixed = widths.slice(0, -1);
  const columns = [...fixed, LINE_WIDTH - sum(fixed)];
  const [first = 0, ...others] = columns;
  return rows
    .map((row) =>
      "note" in row
        ? layOut([first, sum(others)], ["", row.note])
        : layOut(columns, row.cells),
    )
    .join("\n");
}

/**
 * One row, with as many lines as its longest cell needs. The last of fewer cells than
 * columns takes the rest.
 */
function layOut(all: readonly number[], cells: readonly string[]): string {
  const last = cells.length - 1;
  const columns = [...all.slice(0, last), sum(all.slice(last))];
  const wrapped = cells.map((cell, index) =>
    wrapText(cell, { width: (columns[index] ?? 0) - 1 }).split("\n"),
  );
  const height = Math.max(...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    wrapped
      .map((lines, index) => padText(lines[line] ?? "", columns[index] ?? 0))
      .join("")
      .trimEnd(),
  ).join("\n");
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
