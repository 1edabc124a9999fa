import { expect } from "chai";
import fc from "fast-check";

import { textDifference } from "../../../tasks/export/text-difference.ts";

describe("the difference of two texts", () => {
  for (const [title, actual, expected] of [
    ["the same text", "a\nb\n", "a\nb\n"],
    ["nothing at all", "", ""],
    ["CR LF for LF", "a\r\nb\r\n", "a\nb\n"],
    ["CR for LF", "a\rb\r", "a\nb\n"],
    ["no line break at the end", "a\nb", "a\nb\n"],
  ] as const) {
    it(`given ${title}, then there is none`, () => {
      expect(textDifference(actual, expected)).to.equal(undefined);
    });
  }

  for (const [title, actual, expected, difference] of [
    ["another line", "a\nb\nc\n", "a\nX\nc\n", "  2 - b\n  2 + X"],
    ["a line more", "a\nb\nc\n", "a\nc\n", "  2 - b"],
    ["a line less", "a\nc\n", "a\nb\nc\n", "  2 + b"],
    ["a repeated line more", "a\na\na\n", "a\na\n", "  3 - a"],
    ["a line break too many at the end", "a\n\n", "a\n", "  2 -"],
    ["the end cut off", "a\n", "a\nb\nc\n", "  2 + b\n  3 + c"],
    [
      "two places far apart",
      `a\n${"same\n".repeat(100)}b\n`,
      `X\n${"same\n".repeat(100)}Y\n`,
      "  1 - a\n  1 + X\n  102 - b\n  102 + Y",
    ],
    [
      "two lines in the other order",
      "a\nb\nc\n",
      "b\na\nc\n",
      "  1 - a\n  2 + a",
    ],
    ["another last line", "a\nb", "a\nc", "  2 - b\n  2 + c"],
    ["an empty text", "", "a\n", "  1 + a"],
    [
      "a byte order mark",
      "\uFEFFa\nb\n",
      "a\nb\n",
      "  1 - a\n  1 + a\n  The lines only differ in whitespace or invisible characters, such as a byte order mark.",
    ],
    [
      "another indentation",
      "{\n\ta\n}\n",
      "{\n  a\n}\n",
      "  2 - a\n  2 + a\n  The lines only differ in whitespace or invisible characters, such as a byte order mark.",
    ],
  ] as const) {
    it(`given ${title}, then it is shown with its number`, () => {
      expect(textDifference(actual, expected)).to.equal(difference);
    });
  }

  it("given many lines, then the first twelve are shown and the rest is counted", () => {
    const lines = (sign: string) =>
      Array.from({ length: 1000 }, (_, index) => `${sign}${index}`).join("\n");

    const difference = textDifference(lines("a"), lines("b")) ?? "";

    expect(difference.split("\n")).to.have.lengthOf(13);
    expect(difference).to.contain("  12 - a11\n  and 1988 more lines");
  });

  it("given any two texts, then there is none if and only if their lines are alike, and each line shown is where it is said to be", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "c", ""), { maxLength: 8 })
      .map((lines) => lines.map((line) => `${line}\n`).join(""));
    fc.assert(
      fc.property(text, text, (actual, expected) => {
        const difference = textDifference(actual, expected);
        expect(difference === undefined).to.equal(actual === expected);
        for (const line of difference?.split("\n") ?? []) {
          const [, number, sign, shown = ""] =
            /^ {2}(\d+) ([-+]) ?(.*)$/.exec(line) ?? [];
          if (number !== undefined) {
            const source = sign === "-" ? actual : expected;
            expect(source.split("\n")[Number(number) - 1]).to.equal(shown);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it("given a long line of controls, then it is shown bounded and printable", () => {
    const difference =
      textDifference(`\u001B[31m${"x".repeat(1_000)}\u202E`, "y") ?? "";

    expect(difference.length).to.be.lessThan(250);
    expect(difference).to.match(/^[^\p{Cc}\p{Cf}]*$/mu);
    expect(difference).not.to.contain("\u001B");
  });

  it("given URLs that carry secrets, then those are not shown", () => {
    const key = "c4n4ry5ecretc4n4ry5ecret";
    const difference = textDifference(
      `  "rpc": ["https://user:${key}@a.example/v3/${key}", "http://b.example/?apikey=${key}"]`,
      '  "rpc": ["{MY_NODE}"]',
    );

    expect(difference).not.to.contain(key);
    expect(difference).to.contain("a.example").and.contain("{MY_NODE}");
  });

  for (const url of [
    "wss://user:hunter22@node.example/v3/token",
    "https://node.example/v2/token",
    "https://node.example/v2/it's-token",
    "https:\\/\\/hunter22@node.example\\/token",
    "https://node.example?token",
    "https://node.example#token",
  ]) {
    it(`given ${url} in the file alone, then no more than its origin is shown, short secrets neither`, () => {
      const difference = textDifference(`  "rpc": ["${url}"]`, "[]") ?? "";

      expect(difference).to.contain("://node.example/…");
      expect(difference).not.to.match(/token|hunter22/);
    });
  }

  it("given a URL in both texts, then it is shown whole", () => {
    expect(
      textDifference(
        'a: "https://a.example/b/",',
        'b: "https://a.example/b/",',
      ),
    ).to.equal(
      '  1 - a: "https://a.example/b/",\n  1 + b: "https://a.example/b/",',
    );
  });

  it("given a URL that is the beginning of another one only, then it is not", () => {
    expect(
      textDifference("https://a.example/b", "https://a.example/bc"),
    ).to.contain("  1 - https://a.example/…");
  });

  it("given half a million lines, then the first twelve are shown and the rest is counted", () => {
    expect(textDifference("x\n".repeat(500_000), "y\n")).to.contain(
      "and 499989 more lines",
    );
  });
});
