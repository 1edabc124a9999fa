import type { WriteStream } from "node:tty";
import { styleText } from "node:util";
import type { CheckStatus } from "../../src/base/problems.ts";
import type { Outcome } from "../../src/base/report.ts";

/** Emphasis in a text; plain if the stream is not a terminal. */
export interface TextStyle {
  good(text: string): string;
  bad(text: string): string;
  unsure(text: string): string;
  faint(text: string): string;
  strong(text: string): string;
  /** Of the terminal; `undefined` for files and pipes, which have all in full. */
  readonly columns: number | undefined;
}

/** No emphasis: for files and pipes. */
export const PLAIN: TextStyle = {
  good: (text) => text,
  bad: (text) => text,
  unsure: (text) => text,
  faint: (text) => text,
  strong: (text) => text,
  columns: undefined,
};

/** Colours, if the stream is a terminal and the environment allows them. */
export function styleFor(stream: WriteStream): TextStyle {
  type Format = Parameters<typeof styleText>[0];
  const styled = (format: Format) => (text: string) =>
    styleText(format, text, { stream });
  return {
    good: styled("green"),
    bad: styled(["bold", "red"]),
    unsure: styled("yellow"),
    faint: styled("dim"),
    strong: styled("bold"),
    columns: stream.isTTY ? columnsOf(stream) : undefined,
  };
}

const DEFAULT_COLUMNS = 80;
/** Narrower terminals wrap the lines themselves. */
const MIN_COLUMNS = 20;

/** Some terminals, as in containers, do not tell their width. */
function columnsOf({ columns }: Pick<WriteStream, "columns">): number {
  const known = [columns, Number(process.env["COLUMNS"])].find(
    (width) => width > 0,
  );
  return Math.max(MIN_COLUMNS, known ?? DEFAULT_COLUMNS);
}

/** An outcome in capitals and its colour. */
export function outcomeMark(outcome: Outcome, style: TextStyle): string {
  switch (outcome) {
    case "ok":
      return style.good("OK");
    case "failed":
      return style.bad("FAILED");
    case "unknown":
      return style.unsure("UNKNOWN");
  }
}

/** The status of a check as a mark, followed by its verdict. */
export function statusMark(
  status: CheckStatus,
  verdict: string,
  style: TextStyle,
): string {
  switch (status) {
    case "ok":
      return style.good(`✔ ${verdict}`);
    case "failed":
      return style.bad(`✘ ${verdict}`);
    case "unknown":
      return style.unsure(`? ${verdict}`);
    case "skipped":
      return style.faint(`– ${verdict}`);
  }
}
