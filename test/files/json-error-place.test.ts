import { expect } from "chai";
import fc from "fast-check";

import { jsonErrorPlace } from "../../src/files/json.ts";

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("the place at which a text stops being JSON", () => {
  const cases: readonly (readonly [
    text: string,
    line: number,
    column: number,
  ])[] = [
    ["", 1, 1],
    ["{", 1, 2],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3],
    ['{\n  "a": 1,\n}', 3, 1],
    ['{\n  "a": x\n}', 2, 8],
    ['{\n<<<<<<< ours\n  "a": 1\n}', 2, 1],
    ["[1,\n2\n", 3, 1],
    ["{}\n{}", 2, 1],
    ["[\n01]", 2, 2],
    ['["\t"]', 1, 2],
    ['["\\x"]', 1, 2],
    ["{'a': 1}", 1, 2],
    ["[1] // c", 1, 5],
  ];
  for (const [text, line, column] of cases) {
    it(`given ${JSON.stringify(text)}, then it is line ${line}, column ${column}`, () => {
      expect(jsonErrorPlace(text)).to.deep.equal({ line, column });
    });
  }

  it("given a text of millions of characters in it, then it is read to its end", () => {
    const long = "a".repeat(12_000_000);

    expect(jsonErrorPlace(`["${long}"]`)).to.equal(undefined);
    expect(jsonErrorPlace(`[\n"${long}\n"]`)?.line).to.equal(2);
  });

  it("given any JSON, or one with a character changed, then it agrees with JSON.parse on whether it is JSON", () => {
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 4 }),
        fc.nat(),
        fc.constantFrom("", '"', "{", "]", ",", ":", "\\", "-", "0", "\n", "x"),
        (json, place, change) => {
          const at = place % (json.length + 1);
          const damaged = json.slice(0, at) + change + json.slice(at + 1);

          expect(jsonErrorPlace(json)).to.equal(undefined);
          expect(jsonErrorPlace(damaged) === undefined).to.equal(
            isJson(damaged),
          );
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
