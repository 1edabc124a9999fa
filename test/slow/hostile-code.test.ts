import { expect } from "chai";
import { type Hex, keccak256 } from "viem";
import { analyseCode } from "../../src/contracts/analysis/analyse-code.ts";

/** A dispatcher of many functions, each of which loops over storage. */
function hostileCode(functions: number): Hex {
  const word = (value: number, bytes: number) =>
    value.toString(16).padStart(2 * bytes, "0");
  // Reads the selector, and jumps to the function that has it.
  const head = "60003560e01c";
  const start = head.length / 2 + functions * 11 + 1;
  const body = 26;
  const cases: string[] = [];
  const bodies: string[] = [];
  for (let at = 0; at < functions; at += 1) {
    const to = start + at * body;
    cases.push(`8063${word(0x10000000 + at, 4)}1461${word(to, 2)}57`);
    // for (;; slot += sload(slot)) sstore(sload(slot), calldata)
    const loop = to + 4;
    bodies.push(
      `5b6004355b80548060043555018054508060003514${"61"}${word(loop, 2)}5700`.padEnd(
        2 * body,
        "0",
      ),
    );
  }
  return `0x${head}${cases.join("")}00${bodies.join("")}`;
}

describe("the analysis of hostile code", function () {
  this.timeout(120_000);

  for (const functions of [100, 500, 512, 1_500]) {
    it(`given ${functions} functions with loops over storage, then it ends in time`, async () => {
      const code = hostileCode(functions);
      const time = { spent: 0 };
      const start = performance.now();
      const offer = await analyseCode(keccak256(code), code, time);

      expect(performance.now() - start).to.be.below(4_000);
      expect(offer.functions.length === 0).to.equal(functions > 512);
      if (functions > 512) {
        expect(offer.missing).to.equal("too-many-functions");
      }
    });
  }

  it("given many hostile codes, then they take no more than their time in all", async () => {
    const time = { spent: 0 };
    const start = performance.now();
    const codes = Array.from({ length: 12 }, (_, at): Hex => {
      const end = (at + 1).toString(16).padStart(2, "0");
      return `${hostileCode(480 + at)}${end}`;
    });
    await Promise.all(
      codes.map((code) => analyseCode(keccak256(code), code, time)),
    );

    expect(performance.now() - start).to.be.below(14_000);
  });

  it("given damaged code, then the next code is analysed all the same", async () => {
    const time = { spent: 0 };
    const damaged = `${hostileCode(20).slice(0, -3)}` as Hex;
    await analyseCode(keccak256(`${damaged}0`), damaged, time);
    const code = hostileCode(21);
    const { functions } = await analyseCode(keccak256(code), code, time);

    expect(functions).to.have.length(21);
  });
});
