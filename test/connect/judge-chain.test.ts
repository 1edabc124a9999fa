import { expect } from "chai";
import fc from "fast-check";
import type { Hex } from "../../src/base/hex.ts";
import { judgeChain } from "../../src/connect/judge-chain.ts";
import { NETWORK_DEFINITIONS } from "../../src/networks/definitions.ts";
import { block, known, unread, view } from "./views.ts";

const HASH = `0x${"be".repeat(32)}` as const;
const OTHER_HASH = `0x${"cd".repeat(32)}` as const;
const { chainsWithSameId } = NETWORK_DEFINITIONS.third;
const GNOSIS: Hex = `0x${chainsWithSameId[0].genesisHash.slice(2).toUpperCase()}`;
const PLAIN = { chainId: 32456, chainsWithSameId: [] };
const SHARED = { chainId: 32456, chainsWithSameId };
const PINNED = { ...PLAIN, genesisHash: HASH };
const genesis = (hash: Hex, number = 0n) => ({
  genesis: known(block({ number, hash })),
});

describe("judgeChain", () => {
  for (const [title, seen, expected, verdict] of [
    ["nothing else to tell", {}, PLAIN, { verdict: "right" }],
    [
      "a chain id that could not be read",
      { chainId: unread("time-out") },
      PLAIN,
      {
        verdict: "unknown",
        reason: "its chain id could not be read: time-out",
      },
    ],
    [
      "Gnosis Chain's block 0, in any letter case",
      genesis(GNOSIS),
      SHARED,
      {
        verdict: "wrong",
        found: { by: "genesis", name: "Gnosis Chain" },
        reason: "it serves Gnosis Chain, which has the chain id 32456 too",
      },
    ],
    [
      "another block 0 than Gnosis Chain's",
      genesis(HASH),
      SHARED,
      { verdict: "right" },
    ],
    [
      "another block 0 than the pinned one",
      genesis(OTHER_HASH),
      PINNED,
      {
        verdict: "wrong",
        found: { by: "pinned-genesis", hash: OTHER_HASH },
        reason: `its block 0 is ${OTHER_HASH}, not the configured genesisHash ${HASH}: it is another chain, or one that was reset`,
      },
    ],
    [
      "the pinned block 0, in any letter case",
      genesis(HASH),
      { ...PLAIN, genesisHash: HASH.toUpperCase() },
      { verdict: "right" },
    ],
  ] as const) {
    it(`given ${title}, then it is ${verdict.verdict}`, () => {
      expect(judgeChain(view(seen), expected)).to.deep.equal(verdict);
    });
  }

  it("given any other chain id, then it is wrong, and no genesis makes up for it", () => {
    const ids = fc.integer({ min: 1 }).filter((id) => id !== 32456);
    fc.assert(
      fc.property(ids, (chainId) => {
        const seen = view({ chainId: known(chainId), ...genesis(HASH) });

        expect(judgeChain(seen, PINNED)).to.deep.equal({
          verdict: "wrong",
          found: { by: "chain-id", chainId },
          reason: `it serves chain id ${chainId}, not 32456`,
        });
      }),
      { numRuns: 50 },
    );
  });

  for (const [title, seen] of [
    ["could not be read", { genesis: unread("no such block") }],
    ["was not requested", {}],
    ["came as another block", genesis(GNOSIS, 7n)],
  ] as const) {
    it(`given a block 0 that ${title}, then there is a doubt where another chain has the id, and where it is pinned`, () => {
      for (const expected of [SHARED, PINNED]) {
        expect(judgeChain(view(seen), expected))
          .to.have.property("doubt")
          .that.contains("block 0 could not be read");
      }
    });
  }
});
