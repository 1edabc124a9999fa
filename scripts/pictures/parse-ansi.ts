/** The style of terminal output. */
export interface Style {
  readonly color?: "red" | "green" | "yellow";
  readonly isBold?: true;
  readonly isDim?: true;
}

/** A part of a line with one style. */
export interface Span extends Style {
  readonly text: string;
}

const COLORS: Readonly<Record<number, Style["color"]>> = {
  31: "red",
  32: "green",
  33: "yellow",
};
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches escape sequences
const SEQUENCE = /\u001B\[([\d;]*)m/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters
const CONTROL = /[\u0000-\u001F\u007F-\u009F]/;

/**
 * Parses the lines of terminal output into spans.
 *
 * @throws {Error} if it has control sequences that the tasks do not print.
 */
export function parseAnsi(output: string): readonly (readonly Span[])[] {
  let style: Style = {};
  return output.split("\n").map((line) => {
    const spans: Span[] = [];
    for (const [index, part] of line.split(SEQUENCE).entries()) {
      // `split` returns the captured codes at odd positions.
      if (index % 2 === 1) {
        style = part.split(";").map(Number).reduce(applyCode, style);
      } else if (CONTROL.test(part)) {
        throw new Error(`unknown control sequence in ${JSON.stringify(part)}`);
      } else if (part !== "") {
        spans.push({ text: part, ...style });
      }
    }
    return spans;
  });
}

function applyCode(style: Style, code: number): Style {
  const { color: _color, ...uncolored } = style;
  const { isBold: _bold, isDim: _dim, ...regular } = style;
  const color = COLORS[code];
  if (color !== undefined) {
    return { ...style, color };
  }
  switch (code) {
    case 0:
      return {};
    case 1:
      return { ...style, isBold: true };
    case 2:
      return { ...style, isDim: true };
    case 22:
      return regular;
    case 39:
      return uncolored;
    default:
      throw new Error(`unknown style code ${code}`);
  }
}
