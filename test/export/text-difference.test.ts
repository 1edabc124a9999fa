import { expect } from "chai";

import { textDifference } from "../../src/export/text-difference.ts";

describe("the difference of two texts", () => {
  for (const [title, actual, expected] of [
    ["the same text", "a\nb\n", "a\nb\n"],
    ["nothing at all", "", ""],
    ["CR LF for LF", "a\r\nb\r\n", "a\nb\n"],
    ["CR for LF", "a\rb\r", "a\nb\n"],
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
    ["no line break at the end", "a", "a\n", "  2 + "],
    ["one too many", "a\n\n", "a\n", "  3 - "],
    ["another last line", "a\nb", "a\nc", "  2 - b\n  2 + c"],
    ["an empty text", "", "a\n", "  1 + a"],
  ] as const) {
    it(`given ${title}, then it is shown with its number`, () => {
      expect(textDifference(actual, expected)).to.equal(difference);
    });
  }

  it("given many lines, then five of each side are shown and the rest is counted", () => {
    const lines = (sign: string) =>
      Array.from({ length: 1000 }, (_, index) => `${sign}${index}`).join("\n");

    const difference = textDifference(lines("a"), lines("b")) ?? "";

    expect(difference.split("\n")).to.have.lengthOf(12);
    expect(difference).to.contain("  5 - a4\n  - and 995 more\n  1 + b0");
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
});
