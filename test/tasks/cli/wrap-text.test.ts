import { expect } from "chai";
import fc from "fast-check";
import { styleFor } from "../../../tasks/cli/style.ts";
import { textTable } from "../../../tasks/cli/table.ts";
import { wrapText } from "../../../tasks/cli/wrap-text.ts";

const red = (text: string) => `\u001B[31m${text}\u001B[39m`;

describe("wrapText", () => {
  it("given a text that fits, then it is one line, after the indent", () => {
    expect(wrapText("a b", { width: 5, indent: "  " })).to.equal("  a b");
  });

  it("given a text that is too long, then it is broken at spaces, with the hanging indent from the second line on", () => {
    expect(
      wrapText("one two three", { width: 8, indent: "", hanging: "  " }),
    ).to.equal("one\n  two\n  three");
  });

  it("given a word that is too long, then it goes on in the next line, whole", () => {
    expect(wrapText("ab cdefghij", { width: 4 })).to.equal("ab\ncdef\nghij");
  });

  it("given a coloured word that is too long, then the colours take no room, and each line has its own", () => {
    expect(wrapText(red("abcdef"), { width: 4 })).to.equal(
      `${red("abcd")}\n${red("ef")}`,
    );
  });

  it("given colours within another and beside plain words, then each line begins and ends its own", () => {
    const bold = (text: string) => `\u001B[1m${text}\u001B[22m`;

    expect(
      wrapText(`ab ${bold(`cd ${red("ef gh")} ij`)} kl`, { width: 5 }),
    ).to.equal(
      [`ab ${bold("cd")}`, bold(red("ef gh")), `${bold("ij")} kl`].join("\n"),
    );
  });

  it("given no text, then it is one empty line", () => {
    expect(wrapText("")).to.equal("");
  });

  it("given any words and width, then no line is wider and no character is lost", () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[!-~äß–]{1,40}$/), { maxLength: 12 }),
        fc.integer({ min: 4, max: 30 }),
        (words, width) => {
          const wrapped = wrapText(words.join(" "), { width, indent: " " });

          for (const line of wrapped.split("\n")) {
            expect(line.length).to.be.at.most(width);
          }
          expect(wrapped.replace(/\s/g, "")).to.equal(words.join(""));
        },
      ),
    );
  });
});

describe("textTable", () => {
  const WIDTHS = [10, 20, 70];
  const texts = fc.oneof(
    fc.stringMatching(/^[ -~]{0,200}$/),
    fc.stringMatching(/^[合约ツ한🚀é ]{0,80}$/u),
  );

  it("given cells and notes of any length, also of wide characters, then nothing is cut and no line is wider than 100 columns", () => {
    fc.assert(
      fc.property(texts, texts, texts, texts, (a, b, c, note) => {
        const table = textTable(WIDTHS, [{ cells: [a, b, c] }, { note }]);

        expect(table).not.to.contain("…");
        for (const line of table.split("\n")) {
          expect(line.length).to.be.at.most(100);
          expect(line).to.equal(line.trimEnd());
        }
        const letters = (text: string) =>
          [...text.replace(/\s/g, "")].toSorted().join("");
        expect(letters(table)).to.equal(letters(a + b + c + note));
      }),
      { numRuns: 200 },
    );
  });

  it("given a note below a row, then it starts at the second column", () => {
    expect(
      textTable(WIDTHS, [{ cells: ["a", "b", "c"] }, { note: "why" }]),
    ).to.equal(`a${" ".repeat(9)}b${" ".repeat(19)}c\n${" ".repeat(10)}why`);
  });

  it("given thousands of rows, then they all come out, in order, in the same columns", () => {
    const numbers = Array.from({ length: 10_000 }, (_, index) => `n${index}`);

    const lines = textTable(
      WIDTHS,
      numbers.flatMap((number) => [
        { cells: [number, "b", "c"] },
        { note: `why ${number}` },
      ]),
    ).split("\n");

    expect(lines).to.deep.equal(
      numbers.flatMap((number) => [
        `${number.padEnd(10)}b${" ".repeat(19)}c`,
        `${" ".repeat(10)}why ${number}`,
      ]),
    );
  });

  it("given a coloured cell that is wrapped, then the columns beside it have no colour", () => {
    expect(
      textTable([4, 20], [{ cells: [red("abcdef"), "x y"] }]).split("\n"),
    ).to.deep.equal([`${red("abc")} x y`, red("def")]);
  });

  it("given no rows, then it is empty", () => {
    expect(textTable(WIDTHS, [])).to.equal("");
  });
});

describe("styleFor", () => {
  it("given a stream that is no terminal, then no text is coloured", () => {
    const { stderr } = process;
    const isTTY = stderr.isTTY;
    const environment = { ...process.env };
    delete process.env["FORCE_COLOR"];
    stderr.isTTY = false;
    try {
      const style = styleFor(stderr);

      for (const mark of [
        "good",
        "bad",
        "unsure",
        "faint",
        "strong",
      ] as const) {
        expect(style[mark]("text")).to.equal("text");
      }
    } finally {
      stderr.isTTY = isTTY;
      Object.assign(process.env, environment);
    }
  });
});
