import { expect } from "chai";
import fc from "fast-check";

import type { Hex } from "../../../src/base/hex.ts";
import { mayRunOtherCode } from "../../../src/verify/follow/code-at.ts";

const ENDS = ["00", "56", "f3", "fd", "fe", "ff"];

describe("whether code may run another contract's", () => {
  for (const [title, code, expected] of [
    ["no code", "0x", false],
    ["DELEGATECALL at its start", "0xf4", true],
    ["CALLCODE after other instructions", "0x5f5f5f01f2", true],
    ["DELEGATECALL as what PUSH2 pushes", "0x61f4f400", false],
    ["DELEGATECALL right after what PUSH2 pushes", "0x61f4f4f4", true],
    ["DELEGATECALL as what PUSH32 pushes", `0x7f${"f4".repeat(32)}00`, false],
    [
      "a JUMPDEST as what is pushed, and then DELEGATECALL",
      "0x00605bf4",
      false,
    ],
    ["an end, a JUMPDEST, and then DELEGATECALL", "0xfe5bf4", true],
    ["an instruction that nobody knows", "0x0c", true],
    ["one that nobody knows behind the end", "0x000c", false],
    ["the EOF format", "0xef0001f4", true],
    ["a push that its end cuts off", "0x7ff4", false],
  ] as const) {
    it(`given ${title}, then ${expected ? "it may" : "it does not"}`, () => {
      expect(mayRunOtherCode(code)).to.equal(expected);
    });
  }

  for (const end of ENDS) {
    it(`given DELEGATECALL behind 0x${end}, then it is not reached`, () => {
      expect(mayRunOtherCode(`0x5f${end}f4`)).to.equal(false);
    });
  }

  it("given any code that an EVM gets through to DELEGATECALL, then it may", () => {
    fc.assert(
      fc.property(programs(), (code) => mayRunOtherCode(code)),
      { numRuns: 2_000 },
    );
  });
});

/**
 * Code that runs to a DELEGATECALL: blocks of instructions, each reached in order or
 * by a jump to its JUMPDEST, with data between them.
 */
function programs(): fc.Arbitrary<Hex> {
  const hexBytes = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
  const push = fc
    .integer({ min: 1, max: 32 })
    .chain((length) =>
      fc
        .uint8Array({ minLength: length, maxLength: length })
        .map((data) => `${(0x5f + length).toString(16)}${hexBytes(data)}`),
    );
  const block = fc
    .array(
      fc.oneof(push, fc.constantFrom("01", "50", "80", "90", "5f", "57")),
      {
        maxLength: 8,
      },
    )
    .map((instructions) => `5b${instructions.join("")}`);
  return fc
    .tuple(
      fc.array(fc.tuple(block, fc.constantFrom("", ...ENDS)), { maxLength: 6 }),
      fc.constantFrom("f4", "f2"),
      fc.uint8Array({ maxLength: 40 }),
    )
    .map(([blocks, delegates, data]): Hex => {
      const before = blocks.map(([block_, end]) => `${block_}${end}`).join("");
      return `0x${before}5b5f5f5f5f5f5f${delegates}00${hexBytes(data)}`;
    });
}
