import { expect } from "chai";

import { parseStrictJson } from "../../src/files/json.ts";

describe("parseStrictJson", () => {
  for (const text of ["null", ' {"a": [1, "é"]}\n', '"\\u0000"', "-1.5e3"]) {
    it(`given ${JSON.stringify(text)}, then it is what JSON.parse gives`, () => {
      expect(parseStrictJson(text)).to.deep.equal({
        ok: true,
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
    it(`given ${JSON.stringify(text)}, then it is not valid JSON, from line ${line} on`, () => {
      expect(parseStrictJson(text)).to.deep.equal({
        ok: false,
        reason: `is not valid JSON: check line ${line}`,
      });
    });
  }

  it("given a member twice, or nesting that no stack survives, then it is a fault with its line", () => {
    expect(parseStrictJson('{\n "a": 1,\n "a": 2\n}')).to.deep.equal({
      ok: false,
      reason: "has the same member twice in one object, line 3",
    });
    expect(parseStrictJson(`\n${"[".repeat(100_000)}`)).to.deep.equal({
      ok: false,
      reason: "has more than 64 levels of nesting, line 2",
    });
  });
});
