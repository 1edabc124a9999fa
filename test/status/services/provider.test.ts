import { expect } from "chai";
import fc from "fast-check";
import {
  decodeProvider,
  type ExpectedProvider,
  judgeProvider,
} from "../../../src/status/services/provider.ts";

const OURS = "0x68C24FA5b2319C81b34f248d1f928601D2E5246B";
const OTHER = "0x9546d39CE3E48BC942f0be4AA9652cBe0Aff3592";
const EXPECTED: ExpectedProvider = {
  chainId: 32456,
  address: OURS,
  path: "alpha.networks.devnet.portal.providerAddress",
};

/** The verdict on a description; `undefined` where it cannot be read. */
function judge(description: unknown, expected: Partial<ExpectedProvider> = {}) {
  const decoded = decodeProvider(description);
  return decoded.ok
    ? judgeProvider(decoded.value, { ...EXPECTED, ...expected })
    : undefined;
}

describe("a provider's description", () => {
  for (const [title, description] of [
    [
      "addresses by chain id",
      {
        chainIds: [1, 32456],
        providerAddresses: { "1": OTHER, "32456": OURS },
      },
    ],
    ["one address and chain id", { chainId: 32456, providerAddress: OURS }],
    [
      "one address and several chains as texts",
      { chainIds: ["1", "32456"], providerAddress: OURS },
    ],
    ["the oldest spelling", { "provider-address": OURS, "network-url": "x" }],
    ["an address in lower case", { providerAddress: OURS.toLowerCase() }],
    [
      "null beside the right member",
      { providerAddresses: null, providerAddress: OURS, chainId: null },
    ],
  ] as const) {
    it(`given ${title}, then it is ok with the network's address`, () => {
      expect(judge(description)).to.include({ state: "ok" });
      expect(judge(description)?.actual?.toLowerCase()).to.equal(
        OURS.toLowerCase(),
      );
    });
  }

  for (const [title, description, reason] of [
    [
      "another address on this chain, the right one on another",
      { providerAddresses: { "1": OURS, "32456": OTHER } },
      `its address is ${OTHER}, not the configured ${OURS}`,
    ],
    [
      "another address for all chains",
      { chainIds: ["32456"], providerAddress: OTHER },
      `its address is ${OTHER}, not the configured ${OURS}`,
    ],
    [
      "the right address on other chains only",
      { providerAddresses: { "1": OURS, "5": OURS } },
      "it serves the chains 1, 5, not 32456",
    ],
  ] as const) {
    it(`given ${title}, then it is wrong, and says why`, () => {
      expect(judge(description)).to.include({ state: "wrong", reason });
    });
  }

  it("given a list of chains that is empty, then it is unknown: it may mean that it does not tell", () => {
    expect(judge({ chainIds: [], providerAddress: OURS })?.state).to.equal(
      "unknown",
    );
  });

  for (const [title, description, reason] of [
    [
      "an address on this chain, which it does not serve",
      { chainIds: [1], providerAddresses: { "1": OURS, "32456": OURS } },
      "it contradicts itself: it serves the chain 1, and has an address on 32456",
    ],
    [
      "no address on this chain, which it serves",
      { chainIds: [1, 32456], providerAddresses: { "1": OURS } },
      "it reports no address on this chain",
    ],
  ] as const) {
    it(`given ${title}, then it is unknown: neither word is believed`, () => {
      expect(judge(description)).to.deep.equal({ state: "unknown", reason });
    });
  }

  it("given no configured address, then it is unknown, and says what to set; the wrong chain is wrong all the same", () => {
    const description = { chainIds: [32456], providerAddress: OTHER };
    const verdict = judge(description, { address: undefined });

    expect(verdict?.state).to.equal("unknown");
    expect(verdict?.remedy).to.contain(EXPECTED.path);
    expect(
      judge(description, { address: undefined, chainId: 1 })?.state,
    ).to.equal("wrong");
  });

  it("given a network that has no such value, then it is ok, and says that nothing was compared", () => {
    const verdict = judge({ providerAddress: OTHER }, { address: null });

    expect(verdict).to.include({ state: "ok", actual: OTHER });
    expect(verdict?.note).to.contain("not compared");
  });

  for (const description of [
    null,
    "0x",
    { software: "Aquarius", version: "1" },
    { providerAddress: 5 },
    { providerAddress: `${OURS}00` },
    { providerAddress: [OURS] },
    { chainId: [32456, 32456], providerAddress: [OTHER, OURS] },
    { providerAddresses: [OURS] },
    { providerAddresses: { "0x7ec8": OURS } },
    { providerAddresses: { "032456": OURS } },
    { providerAddresses: { "32456": OURS, "1": null } },
    { chainIds: ["devnet"], providerAddress: OURS },
    { chainId: 1.5, providerAddress: OURS },
    { chainIds: [[32456]], providerAddress: OURS },
  ]) {
    it(`given ${JSON.stringify(description)}, then it cannot be read, with a reason`, () => {
      const decoded = decodeProvider(description);

      expect(decoded.ok).to.equal(false);
      if (!decoded.ok) {
        expect(decoded.reason).to.match(/^the endpoint sent .{5,}/);
      }
    });
  }

  it("given a description without an address, then the reason asks whether it is a provider's", () => {
    expect(decodeProvider({ software: "Aquarius", version: "1" }))
      .to.have.property("reason")
      .that.contains("without an address: is this the URL of a provider?");
  });

  it("given any JSON at all, then ok takes the configured address, and whatever is not ok has a reason", () => {
    const name = fc.constantFrom(
      "chainId",
      "chainIds",
      "providerAddress",
      "providerAddresses",
      "provider-address",
    );
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(OURS, OTHER, 32456, "32456", [32456], [OURS]),
      fc.dictionary(
        fc.constantFrom("32456", "1"),
        fc.constantFrom(OURS, OTHER),
      ),
    );
    fc.assert(
      fc.property(fc.dictionary(name, value), (description) => {
        const verdict = judge(description);
        if (verdict?.state === "ok") {
          expect(verdict.actual).to.equal(OURS);
          expect(JSON.stringify(description)).to.include(OURS);
        } else if (verdict !== undefined) {
          expect(verdict.reason).to.be.a("string");
        }
      }),
      { seed: 20301, numRuns: 3000 },
    );
  });
});
