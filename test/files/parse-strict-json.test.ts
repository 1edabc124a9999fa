import { expect } from "chai";

import { parseStrictJson } from "../../src/files/json.ts";

describe("parseStrictJson", () => {
  for (const text of ["null", ' {"a": [1, "é"]}\n', '"\\u0000"', "-1.5e3"]) {
    it(`given ${JSON.stringify(text)}, then it is what JSON.parse gives`, () => {
      expect(parseStrictJson(text)).to.deep.equal({
        kind: "value",
        value: JSON.parse(text),
      });
    });
  }

  for (const [text, line] of [
    ["", 1],
    ['{\n "a": 1,\n}', 3],
    ['{ "a": 1', 1],
    ["\uFEFF{}", 1],
    ["{}\n{}", 2],
  ] as const) {
    it(`given ${JSON.stringify(text)}, then it is no JSON, from line ${line} on`, () => {
      expect(parseStrictJson(text)).to.deep.equal({ kind: "no JSON", line });
    });
  }

  it("given a member twice, or nesting that no stack survives, then it is a fault with its line", () => {
    expect(parseStrictJson('{\n "a": 1,\n "a": 2\n}')).to.deep.equal({
      kind: "fault",
      fault: "the same member twice in one object",
      line: 3,
    });
    expect(parseStrictJson(`\n${"[".repeat(100_000)}`)).to.include({
      kind: "fault",
      line: 2,
    });
  });
});
