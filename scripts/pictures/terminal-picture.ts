import { wrapText } from "../../tasks/cli/wrap-text.ts";
import {
  type XmlElement,
  xmlDocument,
} from "../../tasks/verify/formats/junit.ts";
import { parseAnsi, type Span } from "./parse-ansi.ts";

/** The content of a terminal picture. */
export interface TerminalPictureParameters {
  /** The command as a user types it. */
  readonly command: string;
  /** Its output, with colours. */
  readonly output: string;
  /** How it was captured. */
  readonly caption: string;
  /** The width of the terminal. */
  readonly columns: number;
}

const COLUMN = 8.4;
const ROW = 20;
const MARGIN = 20;
const BASELINE = 15;
const FILLS = { red: "#ff7b72", green: "#56d364", yellow: "#e3b341" };
const TEXT = "#e6edf3";
const BACKGROUND = "#0d1117";
const FONTS =
  "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace";

/** Renders the output of a command as SVG, with text that can be selected. */
export function terminalPicture({
  command,
  output,
  caption,
  columns,
}: TerminalPictureParameters): string {
  const wrap = (text: string, hanging: string, end: string) =>
    wrapText(text, { width: columns - end.length, hanging })
      .replaceAll("\n", `${end}\n`)
      .split("\n");
  const lines: readonly (readonly Span[])[] = [
    ...wrap(`$ ${command}`, "    ", " \\").map((text) => [
      { text, isBold: true as const },
    ]),
    ...parseAnsi(output.trimEnd()),
    [],
    ...wrap(`# ${caption}`, "# ", "").map((text) => [
      { text, isDim: true as const },
    ]),
  ];
  const longest = Math.max(...lines.map(lengthOf));
  const width = Math.ceil(longest * COLUMN + 2 * MARGIN);
  const height = lines.length * ROW + 2 * MARGIN;
  return `${xmlDocument({
    name: "svg",
    attributes: {
      xmlns: "http://www.w3.org/2000/svg",
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: "img",
      "aria-label": `Output of ${command}: ${caption}`,
      "font-family": FONTS,
      "font-size": 14,
      fill: TEXT,
    },
    content: [
      {
        name: "rect",
        attributes: { width, height, rx: 8, fill: BACKGROUND },
      },
      ...lines.flatMap(svgLine),
    ],
  })}\n`;
}

function lengthOf(line: readonly Span[]): number {
  return line.reduce((sum, { text }) => sum + [...text].length, 0);
}

/** One element per group of words at its column, to align them in any font. */
function svgLine(line: readonly Span[], row: number): readonly XmlElement[] {
  let column = 0;
  return line.flatMap((span) => {
    const start = column;
    column += [...span.text].length;
    return [...span.text.matchAll(/\S+(?: \S+)*/g)].map(
      ({ 0: text, index }) => {
        const before = [...span.text.slice(0, index)].length;
        return {
          name: "text",
          attributes: {
            x: rounded(MARGIN + (start + before) * COLUMN),
            y: MARGIN + row * ROW + BASELINE,
            textLength: rounded([...text].length * COLUMN),
            ...(span.color === undefined ? {} : { fill: FILLS[span.color] }),
            ...(span.isBold === true ? { "font-weight": "bold" } : {}),
            ...(span.isDim === true ? { opacity: 0.6 } : {}),
          },
          content: text,
        };
      },
    );
  });
}

function rounded(length: number): number {
  return Math.round(length * 10) / 10;
}
