/** How a piece of a terminal's line looks. */
export interface Look {
  readonly color?: "red" | "green" | "yellow";
  readonly isBold?: true;
  readonly isDim?: true;
}

/** A piece of a line that looks the same throughout. */
export interface Piece extends Look {
  readonly text: string;
}

const COLORS: Readonly<Record<number, Look["color"]>> = {
  31: "red",
  32: "green",
  33: "yellow",
};
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it reads
const SEQUENCE = /\u001B\[([\d;]*)m/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it refuses
const CONTROL = /[\u0000-\u001F\u007F-\u009F]/;

/**
 * The lines of a terminal's output, by their looks.
 *
 * @throws {Error} on a control sequence that this plugin does not print.
 */
export function parseAnsi(output: string): readonly (readonly Piece[])[] {
  let look: Look = {};
  return output.split("\n").map((line) => {
    const pieces: Piece[] = [];
    for (const [index, part] of line.split(SEQUENCE).entries()) {
      // Every other part is what the expression captured.
      if (index % 2 === 1) {
        look = part.split(";").map(Number).reduce(changed, look);
      } else if (CONTROL.test(part)) {
        throw new Error(`Not a sequence of colours: ${JSON.stringify(part)}`);
      } else if (part !== "") {
        pieces.push({ text: part, ...look });
      }
    }
    return pieces;
  });
}

function changed(look: Look, code: number): Look {
  const { color: _color, ...uncolored } = look;
  const { isBold: _bold, isDim: _dim, ...regular } = look;
  const color = COLORS[code];
  if (color !== undefined) {
    return { ...look, color };
  }
  switch (code) {
    case 0:
      return {};
    case 1:
      return { ...look, isBold: true };
    case 2:
      return { ...look, isDim: true };
    case 22:
      return regular;
    case 39:
      return uncolored;
    default:
      throw new Error(`Not a colour of ours: ${code}`);
  }
}
