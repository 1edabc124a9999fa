import type { TextStyle } from "./style.ts";
import {
  fitHex,
  lineWidth,
  padText,
  shortenHex,
  textWidth,
  wrapText,
} from "./wrap-text.ts";

/**
 * A row of cells, the headings of the rows below it, or a text that spans the columns
 * from the second on.
 */
export type TextRow =
  | { readonly cells: readonly string[] }
  | { readonly headings: readonly string[] }
  | { readonly note: string };

export interface TextTableOptions {
  readonly style: Pick<TextStyle, "columns" | "faint">;
  /**
   * The minimum widths of the first columns, so that tables below each other align, and
   * values that change do not move the others.
   */
  readonly minWidths?: readonly number[];
}

/** The last column is useless if it is narrower. */
const MIN_LAST_WIDTH = 20;
/** The share of a line for one of the other columns, unless it has addresses. */
const MAX_SHARE = 0.4;
const ADDRESS_WIDTH = 42;
/** Longer hexadecimal data of cells is shortened where it must. */
const SHORT_WIDTH = 12;
const STACK_INDENT = "  ";

/**
 * Rows in aligned columns that fit the line; the last column takes the rest of it. On
 * a terminal that is too narrow, addresses are shortened. Where that is not enough, the
 * cells of a row are stacked, each with its heading. A note below a row starts at the
 * second column and is wrapped.
 */
export function textTable(
  rows: readonly TextRow[],
  { style, minWidths = [] }: TextTableOptions,
): string {
  const width = lineWidth(style);
  const isTerminal = style.columns !== undefined;
  const candidates = isTerminal ? [rows, rows.map(shortened)] : [rows];
  for (const candidate of candidates) {
    const columns = columnsOf(candidate, {
      width,
      minWidths,
      isWhole: isTerminal,
    });
    if (columns !== undefined) {
      return candidate.map((row) => layOutRow(row, columns, style)).join("\n");
    }
  }
  return stack(
    candidates.find((candidate) => fitsStacked(candidate, width)) ??
      candidates.at(-1) ??
      rows,
    width,
    style,
  );
}

/** A row with the first and last digits of its addresses; notes have them in full. */
function shortened(row: TextRow): TextRow {
  return "cells" in row
    ? { cells: row.cells.map((cell) => shortenHex(cell, SHORT_WIDTH)) }
    : row;
}

/**
 * The widths of the columns, spaces included; `undefined` if the rows do not fit.
 *
 * @param isWhole whether no word of the last column may be split
 */
function columnsOf(
  rows: readonly TextRow[],
  {
    width,
    minWidths,
    isWhole,
  }: {
    readonly width: number;
    readonly minWidths: readonly number[];
    readonly isWhole: boolean;
  },
): readonly number[] | undefined {
  const lists = rows.map(cellsOf).filter((cells) => cells !== undefined);
  const maxFixed = Math.max(ADDRESS_WIDTH, Math.floor(width * MAX_SHARE));
  const count = largest(
    lists.map(({ length }) => length),
    1,
  );
  const fixed = Array.from({ length: count - 1 }, (_, index) => {
    const needed = largest(
      lists
        .filter((cells) => index < cells.length - 1)
        .map((cells) => textWidth(cells[index] ?? "")),
      (minWidths[index] ?? 1) - 1,
    );
    return Math.min(needed, maxFixed) + 1;
  });
  const columns = [...fixed, width - sum(fixed)];
  const fits = rows.every((row) => {
    const cells = cellsOf(row) ?? [""];
    const last = cells.at(-1) ?? "";
    const space = sum(columns.slice(cells.length - 1));
    const minimum =
      "cells" in row ? Math.min(textWidth(last), MIN_LAST_WIDTH) : 0;
    return space >= minimum && (!isWhole || longestWord(last) <= space);
  });
  const fitsBefore = fixed.every((column, index) =>
    lists
      .filter((cells) => index < cells.length - 1)
      .every((cells) => longestWord(cells[index] ?? "") < column),
  );
  return fits && fitsBefore ? columns : undefined;
}

function cellsOf(row: TextRow): readonly string[] | undefined {
  if ("note" in row) {
    return undefined;
  }
  return "cells" in row ? row.cells : row.headings;
}

function longestWord(text: string): number {
  return largest(text.split(" ").map(textWidth), 0);
}

function layOutRow(
  row: TextRow,
  columns: readonly number[],
  style: TextTableOptions["style"],
): string {
  if ("note" in row) {
    const [first = 0, ...others] = columns;
    return layOut(
      [first, sum(others)],
      ["", fitHex(row.note, sum(others), style)],
    );
  }
  return "cells" in row
    ? layOut(columns, row.cells)
    : layOut(columns, row.headings.map(style.faint));
}

/**
 * One row, with as many lines as its longest cell needs. The last of fewer cells than
 * columns takes the rest.
 */
function layOut(all: readonly number[], cells: readonly string[]): string {
  const last = cells.length - 1;
  const columns = [...all.slice(0, last), sum(all.slice(last))];
  const wrapped = cells.map((cell, index) =>
    wrapText(cell, {
      width: (columns[index] ?? 0) - (index === last ? 0 : 1),
    }).split("\n"),
  );
  const height = Math.max(...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    wrapped
      .map((lines, index) => padText(lines[line] ?? "", columns[index] ?? 0))
      .join("")
      .trimEnd(),
  ).join("\n");
}

function fitsStacked(rows: readonly TextRow[], width: number): boolean {
  return rows.every((row) =>
    (cellsOf(row) ?? []).every(
      (cell) => longestWord(cell) <= width - STACK_INDENT.length,
    ),
  );
}

/** The first two cells of each row, and below them the others with their headings. */
function stack(
  rows: readonly TextRow[],
  width: number,
  style: TextTableOptions["style"],
): string {
  const { faint } = style;
  let headings: readonly string[] = [];
  const wrap = (text: string) =>
    wrapText(text, { width, indent: STACK_INDENT });
  return rows
    .flatMap((row): string[] => {
      if ("note" in row) {
        return [wrap(fitHex(row.note, width - STACK_INDENT.length, style))];
      }
      if ("headings" in row) {
        headings = row.headings;
        const [first = "", title = ""] = headings;
        return first === "" && title !== "" ? [faint(title)] : [];
      }
      const [first = "", second = "", ...others] = row.cells;
      const title = [first, second].filter((cell) => cell !== "").join(" ");
      return [
        ...(title === ""
          ? []
          : [wrapText(title, { width, hanging: STACK_INDENT })]),
        ...others.flatMap((cell, index) => {
          const heading = headings[index + 2] ?? "";
          return cell === "" || cell === "–"
            ? []
            : [wrap(heading === "" ? cell : `${faint(heading)} ${cell}`)];
        }),
      ];
    })
    .flatMap((text) => text.split("\n"))
    .map((line) => line.trimEnd())
    .join("\n");
}

/** Of any number of numbers: there may be more than arguments of a call. */
function largest(numbers: readonly number[], minimum: number): number {
  return numbers.reduce((most, number) => Math.max(most, number), minimum);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
