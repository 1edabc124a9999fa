import { stripVTControlCharacters } from "node:util";
import { expect } from "chai";
import fc from "fast-check";
import { PLAIN, styleFor } from "../../../tasks/cli/style.ts";
import { type TextRow, textTable } from "../../../tasks/cli/table.ts";
import { wrapText } from "../../../tasks/cli/wrap-text.ts";
import { withEnvironment } from "../../support/with-environment.ts";

/** As on a terminal: each word is coloured. */
const red = (text: string) =>
  text.replace(/\S+/g, (word) => `\u001B[31m${word}\u001B[39m`);

describe("wrapText", () => {
  for (const [title, text, options, expected] of [
    ["a text that fits", "a b", { width: 5, indent: "  " }, "  a b"],
    [
      "a text that is too long, with a hanging indent",
      "one two three",
      { width: 8, indent: "", hanging: "  " },
      "one\n  two\n  three",
    ],
    ["a word that is too long", "ab cdefghij", { width: 4 }, "ab\ncdef\nghij"],
    [
      "coloured words, which take no more room",
      `ab ${red("cd ef gh")}`,
      { width: 5 },
      `ab ${red("cd")}\n${red("ef gh")}`,
    ],
    ["no text", "", { width: 100 }, ""],
  ] as const) {
    it(`given ${title}, then it is ${JSON.stringify(expected)}`, () => {
      expect(wrapText(text, options)).to.equal(expected);
    });
  }

  it("given a coloured word that is too long, then it goes on in the next line, whole", () => {
    expect(
      stripVTControlCharacters(wrapText(red("abcdef"), { width: 4 })),
    ).to.equal("abcd\nef");
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
    ["a wide terminal, then each row is one line", terminal(90), wide(ADDRESS)],
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

  it("given headings without a title, and cells without a value, then neither is stacked", () => {
    const rows = [
      { headings: ["state", "network", "chain", "endpoint"] },
      { cells: ["✔ ok", "devnet", "–", "http://127.0.0.1:8545/and/so/on"] },
    ];

    expect(textTable(rows, terminal(34))).to.equal(
      ["✔ ok devnet", "  endpoint", "  http://127.0.0.1:8545/and/so/on"].join(
        "\n",
      ),
    );
  });

  it("given a minimum for a column, then tables below each other align", () => {
    expect(
      textTable([{ cells: ["a", "b", "c"] }, { note: "why" }], {
        ...PIPE,
        minWidths: [10],
      }),
    ).to.equal(`a${" ".repeat(9)}b c\n${" ".repeat(10)}why`);
  });

  it("given thousands of rows, then they all come out, in order, in the same columns", () => {
    const numbers = Array.from({ length: 10_000 }, (_, index) => `n${index}`);

    const lines = textTable(
      numbers.flatMap((number) => [
        { cells: [number, "b", "c"] },
        { note: `why ${number}` },
      ]),
      PIPE,
    ).split("\n");

    expect(lines).to.deep.equal(
      numbers.flatMap((number) => [
        `${number.padEnd(6)}b c`,
        `${" ".repeat(6)}why ${number}`,
      ]),
    );
  });

  it("given a coloured cell that is wrapped, then the columns beside it have no colour", () => {
    const words = "abcd ".repeat(5).trimEnd();

    expect(
      textTable([{ cells: [red(words), "x"] }], {
        style: { ...PLAIN, columns: 60 },
      }).split("\n"),
    ).to.deep.equal([`${red(words)} x`]);
    expect(
      textTable([{ cells: ["x", red(words)] }], terminal(22)).split("\n"),
    ).to.deep.equal([`x ${red("abcd abcd abcd abcd")}`, `  ${red("abcd")}`]);
  });

  it("given no rows, then it is empty", () => {
    expect(textTable([], PIPE)).to.equal("");
  });
});

describe("styleFor", () => {
  const streamOf = (isTTY: boolean, columns: number) =>
    Object.create(process.stderr, {
      isTTY: { value: isTTY },
      columns: { value: columns },
    });

  it("given a stream that is no terminal, then no text is coloured", async () => {
    await withEnvironment({ FORCE_COLOR: undefined }, async () => {
      const { columns: _, ...styles } = styleFor(streamOf(false, 80));

      for (const [name, style] of Object.entries(styles)) {
        expect(style("text"), name).to.equal("text");
      }
    });
  });

  for (const [what, given, variable, expected] of [
    ["no terminal", [false, 80], "70", undefined],
    ["a terminal of 80 columns", [true, 80], "70", 80],
    ["a terminal of unknown width", [true, 0], "70", 70],
    ["no width at all", [true, 0], "", 80],
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
