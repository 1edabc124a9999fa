import type { TextStyle } from "./style.ts";
import {
  lineWidth,
  padText,
  textWidth,
  wrapLines,
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
      return candidate
        .map((row) => layOut(columns, cellsOf(row, style)))
        .join("\n");
    }
  }
  return stack(rows, style);
}

/** A row with the first and last digits of its addresses; notes have them in full. */
function shortened(row: TextRow): TextRow {
  if ("cells" in row) {
    return { cells: row.cells.map((cell) => shortenHex(cell, SHORT_WIDTH)) };
  }
  return row;
}

const HEX = /0x[\da-f]{40,}/gi;

/** A text in which longer addresses and hashes only have their first and last digits. */
function shortenHex(text: string, maxWidth: number): string {
  return text.replace(HEX, (hex) =>
    hex.length <= maxWidth ? hex : `${hex.slice(0, 6)}…${hex.slice(-4)}`,
  );
}

function cellsOf(
  row: TextRow,
  { faint }: TextTableOptions["style"],
): readonly string[] {
  if ("note" in row) {
    return ["", row.note];
  }
  return "cells" in row ? row.cells : row.headings.map(faint);
}

/** The widths of the columns, spaces included; `undefined` if the rows do not fit. */
function columnsOf(
  rows: readonly TextRow[],
  style: TextTableOptions["style"],
  minWidths: readonly number[],
): readonly number[] | undefined {
  const width = lineWidth(style);
  const lists = rows
    .filter((row) => !("note" in row))
    .map((row) => cellsOf(row, style));
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

function longestWord(text: string): number {
  return largest(text.split(" ").map(textWidth), 0);
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
  const maxHex =
    style.columns === undefined
      ? Infinity
      : lineWidth(style) - STACK_INDENT.length;
  let headings: readonly string[] = [];
  return rows
    .flatMap((row) => {
      if ("note" in row) {
        return wrapLines(`${STACK_INDENT}${row.note}`, style, "");
      }
      if ("headings" in row) {
        headings = row.headings.map(style.faint);
        const [first, title = ""] = headings;
        if (first === "" && title !== "") {
          return title;
        }
        return [];
      }
      const cells = row.cells.map((cell) => shortenHex(cell, maxHex));
      const title = cells.slice(0, 2).filter(Boolean).join(" ");
      const details = cells.flatMap((cell, index) => {
        if (index < 2 || cell === "" || cell === "–") {
          return [];
        }
        return [headings[index], cell].filter(Boolean).join(" ");
      });
      return [
        ...(title === "" ? [] : [wrapLines(title, style, STACK_INDENT)]),
        ...details.map((text) =>
          wrapLines(`${STACK_INDENT}${text}`, style, ""),
        ),
      ];
    })
    .flatMap((text) => text.split("\n"))
    .map((line) => line.trimEnd())
    .join("\n");
}

/** The largest of any number of numbers: there may be more than arguments of a call. */
function largest(numbers: readonly number[], minimum: number): number {
  return numbers.reduce((most, number) => Math.max(most, number), minimum);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
