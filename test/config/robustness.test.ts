import { expect } from "chai";
import fc from "fast-check";

import { ALPHA_NETWORK_NAMES } from "../../src/networks/definitions.ts";
import { createAlphaHreOf } from "../support/alpha-hre.ts";
import { errorOf } from "../support/rejection-of.ts";
import { withEnvironment } from "../support/with-environment.ts";

const SEED = 20261120;

const KEYS = [
  ...ALPHA_NETWORK_NAMES,
  ..."preset sandbox networks name url hardhat accounts registry".split(" "),
  ..."tokens euro portal Router ERC20Template chainId startBlock".split(" "),
  ..."alphaNetwork type _type __proto__".split(" "),
  "",
];

const leaf = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    undefined,
    false,
    -1,
    Number.NaN,
    "",
    "devnet",
    "ConfigurationVariable",
    "http://127.0.0.1:1",
    "http://[",
    "0x4Ede1776D6B75de6c907172Abc0453a3C8AB372a",
    "__proto__",
  ),
  fc.string({ maxLength: 6 }),
  fc.date(),
);

/** Any value, with this plugin's own keys more often than chance would. */
const { anything } = fc.letrec<{ anything: unknown }>((tie) => ({
  anything: fc.oneof(
    { depthSize: "medium", maxDepth: 6, withCrossShrink: true },
    leaf,
    fc.dictionary(fc.constantFrom(...KEYS), tie("anything"), { maxKeys: 5 }),
    fc.array(tie("anything"), { maxLength: 3 }),
  ),
}));

/** Any value where a network's config is due. */
const networks = fc.dictionary(
  fc.constantFrom(...ALPHA_NETWORK_NAMES, "localhost"),
  anything,
);

const alphas = fc.oneof(
  anything,
  fc.record({ networks, sandbox: anything }, { requiredKeys: [] }),
  fc.record({
    networks: fc.record({
      devnet: fc.record(
        {
          hardhat: anything,
          registry: anything,
          portal: anything,
          tokens: anything,
        },
        { requiredKeys: [] },
      ),
    }),
  }),
);

describe("any value under alpha", () => {
  it("is a project that starts, or an invalid config in Hardhat's own words", async () => {
    let started = 0;
    await withEnvironment({}, async () => {
      await fc.assert(
        fc.asyncProperty(alphas, async (alpha) => {
          try {
            const hre = await createAlphaHreOf(alpha);
            expect(hre.alpha.names.length).to.be.at.most(3);
            started += 1;
          } catch (error) {
            const message = error instanceof Error ? error.message : "";
            expect(message).to.match(/^HHE15: Invalid config/);
          }
        }),
        { seed: SEED, numRuns: 600 },
      );
    });

    expect(started).to.be.above(5);
  });

  it("given a value whose getter throws, fails with that and nothing else", async () => {
    const error = await errorOf(() =>
      createAlphaHreOf({
        get networks() {
          throw new Error("the user's own");
        },
      }),
    );

    expect(error.message).to.equal("the user's own");
  });
});
