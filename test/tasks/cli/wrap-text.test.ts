import { expect } from "chai";
import fc from "fast-check";
import { PLAIN, styleFor } from "../../../tasks/cli/style.ts";
import { type TextRow, textTable } from "../../../tasks/cli/table.ts";
import { wrapText } from "../../../tasks/cli/wrap-text.ts";
import { withEnvironment } from "../../support/with-environment.ts";

describe("wrapText", () => {
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
  const PIPE = { style: PLAIN };
  const terminal = (columns: number) => ({ style: { ...PLAIN, columns } });
  const ADDRESS = `0x${"cd".repeat(20)}`;
  const SHORT = "0xcdcd…cdcd";
  const ROWS: TextRow[] = [
    { headings: ["", "registry", "address", "matches releases"] },
    { cells: ["✔ present", "AlphaFeeCollector", ADDRESS, "2.2.0–2.6.0"] },
    { note: "why" },
  ];
  const texts = fc.oneof(
    fc.stringMatching(/^[ -~]{0,200}$/),
    fc.stringMatching(/^[合约ツ한🚀é ]{0,80}$/u),
  );

  it("given cells and notes of any length, also of wide characters, then nothing is cut and no line is wider than the line", () => {
    fc.assert(
      fc.property(
        texts,
        texts,
        texts,
        texts,
        fc.constantFrom(undefined, 100, 80, 40, 20),
        (a, b, c, note, columns) => {
          const table = textTable([{ cells: [a, b, c] }, { note }], {
            style: { ...PLAIN, columns },
          });

          expect(table).not.to.contain("…");
          for (const line of table.split("\n")) {
            expect(line.length).to.be.at.most(columns ?? 100);
            expect(line).to.equal(line.trimEnd());
          }
          const letters = (text: string) =>
            [...text.replace(/\s/g, "")].toSorted().join("");
          expect(letters(table)).to.equal(letters(a + b + c + note));
        },
      ),
      { numRuns: 200 },
    );
  });

  const wide = (address: string) => [
    `${" ".repeat(10)}registry          ${"address".padEnd(address.length + 1)}matches releases`,
    `✔ present AlphaFeeCollector ${address} 2.2.0–2.6.0`,
    `${" ".repeat(10)}why`,
  ];
  for (const [title, options, expected] of [
    ["a pipe, then each row is one line", PIPE, wide(ADDRESS)],
    [
      "a narrower terminal, then addresses are shortened",
      terminal(60),
      wide(SHORT),
    ],
    [
      "a terminal that is too narrow for columns, then the cells of a row are stacked with their headings",
      terminal(40),
      [
        "registry",
        "✔ present AlphaFeeCollector",
        `  address ${SHORT}`,
        "  matches releases 2.2.0–2.6.0",
        "  why",
      ],
    ],
  ] as const) {
    it(`given ${title}`, () => {
      expect(textTable(ROWS, options).split("\n")).to.deep.equal(expected);
    });
  }
});

describe("styleFor", () => {
  const streamOf = (isTTY: boolean, columns: number) =>
    Object.create(process.stderr, {
      isTTY: { value: isTTY },
      columns: { value: columns },
    });

  for (const [what, given, variable, expected] of [
    ["no terminal", [false, 80], "70", undefined],
    ["a terminal of 80 columns", [true, 80], "70", 80],
    ["a terminal of unknown width", [true, 0], "70", 70],
    ["a tiny terminal", [true, 3], "", 20],
  ] as const) {
    it(`given ${what}, then its columns are ${expected}`, async () => {
      await withEnvironment({ COLUMNS: variable }, async () => {
        const [isTTY, columns] = given;
        expect(styleFor(streamOf(isTTY, columns)).columns).to.equal(expected);
      });
    });
  }
});
