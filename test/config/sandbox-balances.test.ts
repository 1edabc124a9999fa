import { expect } from "chai";
import fc from "fast-check";

import { isTokenAmount, tokenUnits } from "../../src/base/token-amounts.ts";
import { createAlphaHreOf } from "../support/alpha-hre.ts";

const HOLDER = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const OTHER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

describe("alpha.sandbox.owner and balances", () => {
  it("given them well-formed, then they are resolved with checksums, the amounts as written", async () => {
    const { config } = await createAlphaHreOf({
      sandbox: {
        owner: OTHER.toLowerCase(),
        balances: { euro: { [HOLDER.toLowerCase()]: "1.50" } },
      },
    });

    expect(config.alpha.sandbox).to.deep.equal({
      euroDecimals: 6,
      owner: OTHER,
      balances: {
        alpha: undefined,
        euro: [{ holder: HOLDER, amount: "1.50" }],
      },
    });
  });
});

describe("an amount of whole tokens", () => {
  it("given any number of units written out, then it is that number of units again", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 50n }),
        fc.integer({ min: 0, max: 36 }),
        (units, decimals) => {
          const digits = units.toString().padStart(decimals + 1, "0");
          const at = digits.length - decimals;
          const text =
            decimals === 0
              ? digits
              : `${digits.slice(0, at)}.${digits.slice(at)}`;
          expect(tokenUnits(text, decimals)).to.equal(units);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("given any other text, then it is none", () => {
    for (const text of ["", "1,5", "٣", "1\n", "+1", "1_000", "9".repeat(61)]) {
      expect(isTokenAmount(text), text).to.equal(false);
      expect(tokenUnits(text, 18), text).to.equal(undefined);
    }
  });
});
