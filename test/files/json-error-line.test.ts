import { expect } from "chai";
import fc from "fast-check";

import { jsonErrorLine } from "../../src/files/json-error-line.ts";

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("the line at which a text stops being JSON", () => {
  const cases: readonly (readonly [text: string, line: number])[] = [
    ["", 1],
    ["{", 1],
    ['{\n  "a": 1\n  "b": 2\n}', 3],
    ['{\n  "a": 1,\n}', 3],
    ['{\n  "a": x\n}', 2],
    ['{\n<<<<<<< ours\n  "a": 1\n}', 2],
    ["[1,\n2\n", 3],
    ["{}\n{}", 2],
    ["[\n01]", 2],
    ['["\t"]', 1],
    ['["\\x"]', 1],
    ["{'a': 1}", 1],
    ["[1] // c", 1],
  ];
  for (const [text, line] of cases) {
    it(`given ${JSON.stringify(text)}, then it is line ${line}`, () => {
      expect(jsonErrorLine(text)).to.equal(line);
    });
  }

  it("given a text of millions of characters in it, then it is read to its end", () => {
    const long = "a".repeat(12_000_000);

    expect(jsonErrorLine(`["${long}"]`)).to.equal(undefined);
    expect(jsonErrorLine(`[\n"${long}\n"]`)).to.equal(2);
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

          expect(jsonErrorLine(json)).to.equal(undefined);
          expect(jsonErrorLine(damaged) === undefined).to.equal(
            isJson(damaged),
          );
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
