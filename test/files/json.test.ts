import { expect } from "chai";
import fc from "fast-check";
import {
  jsonErrorPlace,
  parseJson,
  parseStrictJson,
} from "../../src/files/json.ts";

describe("JSON that a user wrote", () => {
  for (const [text, line, column] of [
    ["", 1, 1],
    ["\uFEFF{}", 1, 1],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3],
    ['{\n  "a": 1,\n}', 3, 1],
    ["[1,\n2\n", 3, 1],
    ['["\t"]', 1, 2],
  ] as const) {
    it(`given ${JSON.stringify(text)}, then it is not valid from line ${line}, column ${column} on`, () => {
      expect(jsonErrorPlace(text)).to.deep.equal({ line, column });
      expect(parseStrictJson(text)).to.deep.equal({
        ok: false,
        reason: `is not valid JSON: check line ${line}`,
      });
    });
  }

  for (const [text, reason] of [
    [
      '{\n "a": 1,\n "a": 2\n}',
      "has the same member twice in one object, line 3",
    ],
    [
      '{\n<<<<<<< ours\n  "a": 1\n}',
      "has unresolved conflict markers of Git, line 2",
    ],
    [`\n${"[".repeat(100_000)}`, "has more than 64 levels of nesting, line 2"],
  ] as const) {
    it(`given ${text.slice(0, 20)}, then it ${reason}`, () => {
      expect(parseStrictJson(text)).to.deep.equal({ ok: false, reason });
    });
  }

  it("given a text of millions of characters in it, then it is read to its end", () => {
    const long = "a".repeat(12_000_000);

    expect(jsonErrorPlace(`["${long}"]`)).to.equal(undefined);
    expect(jsonErrorPlace(`[\n"${long}\n"]`)?.line).to.equal(2);
  });

  it("given any JSON, then it is what JSON.parse gives; given one with a character changed, then it agrees with JSON.parse on whether it is JSON", () => {
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 4 }),
        fc.nat(),
        fc.constantFrom("", '"', "{", "]", ",", ":", "\\", "-", "0", "\n", "x"),
        (json, place, change) => {
          const at = place % (json.length + 1);
          const damaged = json.slice(0, at) + change + json.slice(at + 1);

          expect(jsonErrorPlace(json)).to.equal(undefined);
          expect(parseStrictJson(json)).to.deep.equal({
            ok: true,
            value: JSON.parse(json),
          });
          expect(jsonErrorPlace(damaged) === undefined).to.equal(
            parseJson(damaged) !== undefined,
          );
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
