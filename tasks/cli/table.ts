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
  const isTerminal = style.columns !== undefined;
  for (const candidate of isTerminal ? [rows, rows.map(shortened)] : [rows]) {
    const columns = columnsOf(candidate, style, minWidths);
    if (columns !== undefined) {
      return candidate.map((row) => layOutRow(row, columns, style)).join("\n");
    }
  }
  return stack(rows, style);
}

/** A row with the first and last digits of its addresses; notes have them in full. */
function shortened(row: TextRow): TextRow {
  return "cells" in row
    ? { cells: row.cells.map((cell) => shortenHex(cell, SHORT_WIDTH)) }
    : row;
}

/** The widths of the columns, spaces included; `undefined` if the rows do not fit. */
function columnsOf(
  rows: readonly TextRow[],
  style: TextTableOptions["style"],
  minWidths: readonly number[],
): readonly number[] | undefined {
  const width = lineWidth(style);
  const lists = rows.map(cellsOf).filter((cells) => cells !== undefined);
  const maxFixed = Math.max(ADDRESS_WIDTH, Math.floor(width * MAX_SHARE));
  const count = largest(
    lists.map(({ length }) => length),
    1,
  );
  const fixed: number[] = [];
  for (let index = 0; index < count - 1; index++) {
    const cells = lists.flatMap((list) => list.slice(0, -1)[index] ?? []);
    const minimum = (minWidths[index] ?? 1) - 1;
    const column = Math.min(largest(cells.map(textWidth), minimum), maxFixed);
    if (largest(cells.map(longestWord), 0) > column) {
      return undefined;
    }
    fixed.push(column + 1);
  }
  const columns = [...fixed, width - sum(fixed)];
  const fits = lists.every((cells) => {
    const last = cells.at(-1) ?? "";
    const minimum = Math.min(textWidth(last), MIN_LAST_WIDTH);
    const space = sum(columns.slice(cells.length - 1));
    // On a terminal, no word is split.
    const word = style.columns === undefined ? 0 : longestWord(last);
    return space >= Math.max(minimum, word);
  });
  return fits ? columns : undefined;
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
    return layOut([first, sum(others)], ["", row.note]);
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

/** The first two cells of each row, and below them the others with their headings. */
function stack(
  rows: readonly TextRow[],
  style: TextTableOptions["style"],
): string {
  const { faint } = style;
  const width = lineWidth(style);
  let headings: readonly string[] = [];
  const shorten = (text: string) =>
    fitHex(text, width - STACK_INDENT.length, style);
  const wrap = (text: string) =>
    wrapText(shorten(text), { width, indent: STACK_INDENT });
  return rows
    .flatMap((row): string[] => {
      if ("note" in row) {
        return [wrapText(row.note, { width, indent: STACK_INDENT })];
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
          : [wrapText(shorten(title), { width, hanging: STACK_INDENT })]),
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
