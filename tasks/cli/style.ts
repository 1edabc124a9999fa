import type { Writable } from "node:stream";
import type { WriteStream } from "node:tty";
import { styleText } from "node:util";
import type { CheckStatus } from "../../src/base/problems.ts";
import type { Outcome } from "../../src/base/report.ts";

/** Emphasis in a text, and the width of where it is printed. */
export type TextStyle = ReturnType<typeof styleOf>;

type Format = Parameters<typeof styleText>[0];

function styleOf(
  styled: (format: Format, text: string) => string,
  /**
   * The width of the terminal; `undefined` for files and pipes, which have all in full.
   */
  columns: number | undefined,
) {
  return {
    good: (text: string) => styled("green", text),
    bad: (text: string) => styled(["bold", "red"], text),
    unsure: (text: string) => styled("yellow", text),
    faint: (text: string) => styled("dim", text),
    strong: (text: string) => styled("bold", text),
    columns,
  };
}

/** No emphasis: for files and pipes. */
export const PLAIN: TextStyle = styleOf((_, text) => text, undefined);

/** A stream that can be a terminal, which may not tell its height. */
export type OutputStream = Writable &
  Pick<WriteStream, "columns" | "isTTY"> &
  Partial<Pick<WriteStream, "rows">>;

/** Colours, if the stream is a terminal and the environment allows them. */
export function styleFor(stream: OutputStream): TextStyle {
  return styleOf(
    // Word by word, so that a line that is broken at a space leaves no colour open.
    (format, text) =>
      text.replace(/\S+/g, (word) => styleText(format, word, { stream })),
    stream.isTTY ? columnsOf(stream) : undefined,
  );
}

const DEFAULT_COLUMNS = 80;
/** Narrower terminals wrap the lines themselves. */
const MIN_COLUMNS = 20;

/** Some terminals, as in containers, do not tell their width. */
function columnsOf({ columns }: Pick<WriteStream, "columns">): number {
  const known = columns || Number(process.env["COLUMNS"]) || DEFAULT_COLUMNS;
  return Math.max(MIN_COLUMNS, known);
}

const STATUSES = {
  ok: { emphasis: "good", mark: "✔" },
  failed: { emphasis: "bad", mark: "✘" },
  unknown: { emphasis: "unsure", mark: "?" },
  skipped: { emphasis: "faint", mark: "–" },
} as const satisfies Record<CheckStatus, unknown>;

/** An outcome in capitals and its colour. */
export function outcomeMark(outcome: Outcome, style: TextStyle): string {
  return style[STATUSES[outcome].emphasis](outcome.toUpperCase());
}

/**
 * The status of a check as a mark, followed by its verdict. A value that is only listed
 * was not judged, so it has no mark.
 */
export function statusMark(
  status: CheckStatus,
  verdict: string,
  style: TextStyle,
): string {
  const { emphasis, mark } = STATUSES[status];
  const isJudged = status !== "ok" || verdict !== "listed";
  return isJudged ? style[emphasis](`${mark} ${verdict}`) : `  ${verdict}`;
}
