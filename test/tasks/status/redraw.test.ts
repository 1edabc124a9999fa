import { PassThrough } from "node:stream";

import { expect } from "chai";

import { redraw } from "../../../tasks/status/watch.ts";

/** What a terminal of a width gets when texts are drawn on it, one by one. */
function drawn(columns: number, ...texts: readonly string[]): string {
  return drawnOn({ columns }, ...texts.map((text) => [text] as const));
}

/** The same with its height, for texts with a footer. */
function drawnOn(
  size: { readonly columns: number; readonly rows?: number },
  ...texts: readonly (readonly [text: string, footer?: string])[]
): string {
  const stream = Object.assign(new PassThrough(), size, { isTTY: true });
  const draw = redraw(stream);
  for (const text of texts) {
    draw(...text);
  }
  return String(stream.read());
}

/** To the beginning of the line so many above, with all below wiped out. */
const up = (rows: number) => `\u001B[${rows}A\u001B[1G\u001B[0J`;

describe("what is drawn again and again on a terminal", () => {
  it("given lines that fit, then the next text stands in place of them", () => {
    expect(drawn(80, "a\nb", "c", "d")).to.equal(
      `a\nb\n${up(2)}c\n${up(1)}d\n`,
    );
  });

  it("given a line that the terminal breaks, then each of its rows counts, and colours do not", () => {
    expect(drawn(10, `\u001B[32m${"a".repeat(21)}\u001B[39m`, "b")).to.equal(
      `\u001B[32m${"a".repeat(21)}\u001B[39m\n${up(3)}b\n`,
    );
  });

  for (const [rows, text, footer, expected] of [
    [6, "a\nb\nc", "d\ne", "a\nb\nc\nd\ne"],
    [5, "a\nb\nc", "d\ne", "a\n… 2 more lines\nd\ne"],
    [4, "a\nb\nc", "d\ne\nf", "d\ne\nf"],
  ] as const) {
    it(`given ${rows} rows, then what does not fit is cut above the footer, and the next text replaces all of it`, () => {
      const height = expected.split("\n").length;
      expect(drawnOn({ columns: 20, rows }, [text, footer], ["z"])).to.equal(
        `${expected}\n${up(height)}z\n`,
      );
    });
  }
});
