import { expect } from "chai";
import fc from "fast-check";

import { isTokenAmount, tokenUnits } from "../../src/base/token-amounts.ts";
import { createAlphaHreOf } from "../support/alpha-hre.ts";
import { errorOf } from "../support/rejection-of.ts";

const HOLDER = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const OTHER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const ZERO = `0x${"0".repeat(40)}`;

type Mistake = readonly [
  title: string,
  alpha: object,
  path: string,
  message: RegExp,
];

const euro = (balances: object) => ({
  sandbox: { balances: { euro: balances } },
});
const alphaToken = (balances: object) => ({
  sandbox: { balances: { alpha: balances } },
});

const MISTAKES: readonly Mistake[] = [
  [
    "an owner that is no address",
    { sandbox: { owner: "me" } },
    ".sandbox.owner",
    /Expected an address/,
  ],
  [
    "an owner with a bad checksum",
    { sandbox: { owner: HOLDER.replace("F", "f") } },
    ".sandbox.owner",
    /checksum/,
  ],
  [
    "the zero address as owner",
    { sandbox: { owner: ZERO } },
    ".sandbox.owner",
    /zero address/,
  ],
  [
    "an unknown token",
    { sandbox: { balances: { dollar: {} } } },
    ".sandbox.balances.dollar",
    /Unknown key/,
  ],
  [
    "a holder that is no address",
    euro({ me: 1 }),
    ".sandbox.balances.euro.me",
    /Expected an address/,
  ],
  [
    "the zero address as holder",
    alphaToken({ [ZERO]: 1 }),
    `.sandbox.balances.alpha.${ZERO}`,
    /zero address/,
  ],
  [
    "a holder twice, spelled differently",
    euro({ [HOLDER]: 1, [HOLDER.toLowerCase()]: 2 }),
    `.sandbox.balances.euro.${HOLDER.toLowerCase()}`,
    /twice/,
  ],
  [
    "more digits than the euro token has decimals",
    euro({ [HOLDER]: "0.0000001" }),
    `.sandbox.balances.euro.${HOLDER}`,
    /has 6 decimals: the amount has more/,
  ],
  [
    "more digits than one network's euro token has decimals",
    {
      ...euro({ [HOLDER]: "0.001" }),
      networks: { testnet: { tokens: { euro: { decimals: 2 } } } },
    },
    `.sandbox.balances.euro.${HOLDER}`,
    /testnet's sandbox has 2 decimals/,
  ],
  [
    "more of the Alpha token together than there can be",
    alphaToken({ [HOLDER]: 1_410_000_000, [OTHER]: "0.1" }),
    ".sandbox.balances.alpha",
    /maximum supply of 1410000000:/,
  ],
  [
    "more of a euro token of 24 decimals than there can be",
    {
      sandbox: { euroDecimals: 24, balances: { euro: { [HOLDER]: 101 } } },
    },
    ".sandbox.balances.euro",
    /maximum supply of 100:/,
  ],
  ...[
    "-1",
    "1e3",
    "",
    " 1",
    "1.",
    ".5",
    "0x10",
    -1,
    1e21,
    1e-7,
    Number.NaN,
    true,
    null,
    {},
  ].map(
    (amount): Mistake => [
      `${JSON.stringify(amount)} (${typeof amount}) as an amount`,
      euro({ [HOLDER]: amount }),
      `.sandbox.balances.euro.${HOLDER}`,
      /Expected a number of whole tokens/,
    ],
  ),
];

describe("alpha.sandbox.owner and balances", () => {
  for (const [title, alpha, path, message] of MISTAKES) {
    it(`given ${title}, then it is a mistake at its path`, async () => {
      const error = await errorOf(() => createAlphaHreOf(alpha));

      expect(error.message).to.contain(`config.alpha${path}:`);
      expect(error.message).to.match(message);
    });
  }

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

  it("given no sandboxes, then there is nothing to resolve", async () => {
    const { config } = await createAlphaHreOf({ sandbox: false });

    expect(config.alpha.sandbox.owner).to.equal(undefined);
    expect(config.alpha.sandbox.balances).to.deep.equal({
      alpha: undefined,
      euro: undefined,
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

  it("given zeros at its end, then they are no further decimals", () => {
    expect(tokenUnits("1.500000000", 1)).to.equal(15n);
    expect(tokenUnits("2.0", 0)).to.equal(2n);
    expect(tokenUnits("2.01", 1)).to.equal(undefined);
  });

  it("given any other text, then it is none", () => {
    for (const text of ["", "1,5", "٣", "1\n", "+1", "1_000", "9".repeat(61)]) {
      expect(isTokenAmount(text), text).to.equal(false);
      expect(tokenUnits(text, 18), text).to.equal(undefined);
    }
  });
});
