import { type XmlElement, xmlDocument } from "../../tasks/cli/xml.ts";
import { type Piece, parseAnsi } from "./parse-ansi.ts";

/** What a picture of a terminal shows. */
export interface TerminalPictureParameters {
  /** The command as a user types it. */
  readonly command: string;
  /** What it printed, colours included. */
  readonly output: string;
  /** Said below: where and how it was captured. */
  readonly caption: string;
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

/** The output of a command as an SVG, a text to be read and copied. */
export function terminalPicture({
  command,
  output,
  caption,
}: TerminalPictureParameters): string {
  const lines: readonly (readonly Piece[])[] = [
    [{ text: `$ ${command}`, isBold: true }],
    ...parseAnsi(output.trimEnd()),
    [],
    [{ text: `# ${caption}`, isDim: true }],
  ];
  const columns = Math.max(...lines.map(lengthOf));
  const width = Math.ceil(columns * COLUMN + 2 * MARGIN);
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

function lengthOf(line: readonly Piece[]): number {
  return line.reduce((sum, { text }) => sum + [...text].length, 0);
}

/** One element a word group, each at its column: no font moves the others. */
function svgLine(line: readonly Piece[], row: number): readonly XmlElement[] {
  let column = 0;
  return line.flatMap((piece) => {
    const start = column;
    column += [...piece.text].length;
    return [...piece.text.matchAll(/\S+(?: \S+)*/g)].map(
      ({ 0: text, index }) => {
        const before = [...piece.text.slice(0, index)].length;
        return {
          name: "text",
          attributes: {
            x: rounded(MARGIN + (start + before) * COLUMN),
            y: MARGIN + row * ROW + BASELINE,
            textLength: rounded([...text].length * COLUMN),
            ...(piece.color === undefined ? {} : { fill: FILLS[piece.color] }),
            ...(piece.isBold === true ? { "font-weight": "bold" } : {}),
            ...(piece.isDim === true ? { opacity: 0.6 } : {}),
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
