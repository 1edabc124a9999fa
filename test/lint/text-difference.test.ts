import { expect } from "chai";
import fc from "fast-check";

import { textDifference } from "../../src/lint/compare/text-difference.ts";

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

  for (const [title, actual, expected, line, message] of [
    [
      "another line",
      "a\nb\nc\n",
      "a\nX\nc\n",
      2,
      'The export has "X", not "b".',
    ],
    ["a line more", "a\nb\nc\n", "a\nc\n", 2, 'The export has no line "b".'],
    [
      "a line less",
      "a\nc\n",
      "a\nb\nc\n",
      2,
      'The text has no line "b" of the export.',
    ],
    [
      "the end cut off",
      "a\n",
      "a\nb\nc\n",
      1,
      'The text has no line "b" of the export. 1 further line differs.',
    ],
    [
      "two places far apart",
      `a\n${"same\n".repeat(100)}b\n`,
      `X\n${"same\n".repeat(100)}Y\n`,
      1,
      'The export has "X", not "a". 2 further lines differ.',
    ],
    ["an empty text", "", "a\n", 1, 'The text has no line "a" of the export.'],
    [
      "another indentation",
      "{\n\ta\n}\n",
      "{\n  a\n}\n",
      2,
      'The export has "a", not "a". They only differ in whitespace or invisible characters, such as a byte order mark.',
    ],
  ] as const) {
    it(`given ${title}, then the first one is shown with its number`, () => {
      expect(textDifference(actual, expected)).to.deep.equal({ line, message });
    });
  }

  it("given any two texts, then there is none if and only if their lines are alike, and it is in the line that it names", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "c", ""), { maxLength: 8 })
      .map((lines) => lines.map((line) => `${line}\n`).join(""));
    fc.assert(
      fc.property(text, text, (actual, expected) => {
        const difference = textDifference(actual, expected);
        expect(difference === undefined).to.equal(actual === expected);
        const [, shown] = /, not "(.*?)"/.exec(difference?.message ?? "") ?? [];
        if (difference !== undefined && shown !== undefined) {
          expect(actual.split("\n")[difference.line - 1]).to.equal(shown);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("given a long line of controls, then it is shown bounded and printable", () => {
    const { message: difference = "" } =
      textDifference(`\u001B[31m${"x".repeat(1_000)}\u202E`, "y") ?? {};

    expect(difference.length).to.be.lessThan(300);
    expect(difference).to.match(/^[^\p{Cc}\p{Cf}]*$/mu);
    expect(difference).not.to.contain("\u001B");
  });

  it("given URLs that carry secrets, then those are not shown", () => {
    const key = "c4n4ry5ecretc4n4ry5ecret";
    const { message: difference } =
      textDifference(
        `  "rpc": ["https://user:${key}@a.example/v3/${key}", "http://b.example/?apikey=${key}"]`,
        '  "rpc": ["{MY_NODE}"]',
      ) ?? {};

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
      const { message: difference } =
        textDifference(`  "rpc": ["${url}"]`, "[]") ?? {};

      expect(difference).to.contain("://node.example/…");
      expect(difference).not.to.match(/token|hunter22/);
    });
  }

  it("given a URL in both texts, then it is shown whole", () => {
    expect(
      textDifference("a: https://a.example/b/,", "b: https://a.example/b/,")
        ?.message,
    ).to.equal(
      'The export has "b: https://a.example/b/,", not "a: https://a.example/b/,".',
    );
  });

  it("given a URL that is the beginning of another one only, then it is not", () => {
    expect(
      textDifference("https://a.example/b", "https://a.example/bc")?.message,
    ).to.contain('not "https://a.example/…"');
  });

  it("given half a million lines, then the first one is shown and the rest is counted", () => {
    expect(textDifference("x\n".repeat(500_000), "y\n")?.message).to.contain(
      "499999 further lines differ.",
    );
  });
});
