import type { Place } from "./types.ts";

/** Lines end as JavaScript's do: `\r\n`, `\n`, `\r` and the two separators. */
const LINE_END = /\r\n|[\n\r\u2028\u2029]/g;
const BYTE_ORDER_MARK = "\uFEFF";

export type LineMap = (start: number, end: number) => Place;

/** Turns a text's offsets into places. */
export function lineMap(text: string): LineMap {
  const starts = [
    text.startsWith(BYTE_ORDER_MARK) ? 1 : 0,
    ...[...text.matchAll(LINE_END)].map((end) => end.index + end[0].length),
  ];
  return (start, end) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= start) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    const column = Math.max(start - (starts[low] ?? 0), 0) + 1;
    return { line: low + 1, column, start, end };
  };
}
