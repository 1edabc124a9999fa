import { expect } from "chai";
import fc from "fast-check";

import { multiplyFee } from "../../../src/hardhat/transactions/multiplied-fees.ts";

const wei = fc.bigInt({ min: 0n, max: 2n ** 256n });

describe("a fee times a multiplier", () => {
  for (const [fee, multiplier, product] of [
    [19n, 1.1, 20n],
    [10n ** 9n, 1.000000001, 10n ** 9n + 1n],
    [10n ** 8n, 2.5e-7, 25n],
  ] as const) {
    it(`given ${fee} wei and ${multiplier}, is ${product} wei`, () => {
      expect(multiplyFee(fee, multiplier)).to.equal(product);
    });
  }

  it("given any decimal of three places, 1 included, is the exact product, rounded down", () => {
    fc.assert(
      fc.property(
        wei,
        fc.oneof(fc.constant(1_000), fc.integer({ min: 1, max: 1_000_000 })),
        (fee, thousandths) =>
          multiplyFee(fee, thousandths / 1000) ===
          (fee * BigInt(thousandths)) / 1000n,
      ),
    );
  });
});
