import { expect } from "chai";
import fc from "fast-check";
import { judgeChain, wantsGenesis } from "../../src/connect/judge-chain.ts";
import { NETWORK_DEFINITIONS } from "../../src/networks/definitions.ts";
import { block, known, unread, view } from "./views.ts";

const HASH = `0x${"be".repeat(32)}` as const;
const PLAIN = { chainId: 32456, chainsWithSameId: [] };
const THIRD = {
  chainId: 100,
  chainsWithSameId: NETWORK_DEFINITIONS.third.chainsWithSameId,
};
const PINNED = { ...PLAIN, genesisHash: HASH };
const onThird = (genesis: Parameters<typeof view>[0]) =>
  view({ chainId: known(100), ...genesis });

describe("judgeChain", () => {
  it("given the chain id and nothing else to tell, then it is the right chain", () => {
    expect(judgeChain(view(), PLAIN)).to.deep.equal({ verdict: "right" });
  });

  it("given a chain id that could not be read, then it is unknown, with the reason", () => {
    const verdict = judgeChain(view({ chainId: unread("time-out") }), PLAIN);

    expect(verdict).to.deep.equal({
      verdict: "unknown",
      reason: "its chain id could not be read: time-out",
    });
  });

  it("given any other chain id, then it is wrong, both ids are named, and no genesis makes up for it", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1 }).filter((id) => id !== 32456),
        (id) => {
          const verdict = judgeChain(
            view({
              chainId: known(id),
              genesis: known(block({ number: 0n, hash: HASH })),
            }),
            PINNED,
          );
          expect(verdict.verdict).to.equal("wrong");
          expect(verdict)
            .to.have.property("found")
            .that.deep.equals({ by: "chain-id", chainId: id });
          expect(verdict).to.have.property("reason").that.contains(`${id}`);
          expect(verdict).to.have.property("reason").that.contains("32456");
        },
      ),
      { numRuns: 50 },
    );
  });

  it("given chain id 100 and Gnosis Chain's block 0, in any letter case, then it is wrong and Gnosis is named", () => {
    const hash = NETWORK_DEFINITIONS.third.chainsWithSameId[0].genesisHash;
    const upper: `0x${string}` = `0x${hash.slice(2).toUpperCase()}`;

    const verdict = judgeChain(
      onThird({ genesis: known(block({ number: 0n, hash: upper })) }),
      THIRD,
    );

    expect(verdict.verdict).to.equal("wrong");
    expect(verdict)
      .to.have.property("found")
      .that.deep.equals({ by: "genesis", name: "Gnosis Chain" });
    expect(verdict).to.have.property("reason").that.contains("Gnosis Chain");
  });

  it("given chain id 100 and another block 0, then it is right without doubt", () => {
    expect(
      judgeChain(
        onThird({ genesis: known(block({ number: 0n, hash: HASH })) }),
        THIRD,
      ),
    ).to.deep.equal({ verdict: "right" });
  });

  for (const [title, genesis] of [
    ["could not be read", unread("the node has no such block (null)")],
    ["was not requested", undefined],
    ["came as another block", known(block({ number: 7n, hash: HASH }))],
  ] as const) {
    it(`given a block 0 that ${title}, then there is a doubt on the third network and on a pinned one`, () => {
      for (const [expected, id] of [
        [THIRD, 100],
        [PINNED, 32456],
      ] as const) {
        const verdict = judgeChain(
          view({ chainId: known(id), genesis }),
          expected,
        );
        expect(verdict.verdict).to.equal("right");
        expect(verdict)
          .to.have.property("doubt")
          .that.contains("block 0 could not be read");
      }
    });
  }

  it("given a pinned genesis hash and another block 0, then it is wrong and both hashes are named", () => {
    const { hash } = block();
    const verdict = judgeChain(
      view({ genesis: known(block({ number: 0n })) }),
      PINNED,
    );

    expect(verdict.verdict).to.equal("wrong");
    expect(verdict)
      .to.have.property("found")
      .that.deep.equals({ by: "pinned-genesis", hash });
    expect(verdict).to.have.property("reason").that.contains(hash);
    expect(verdict).to.have.property("reason").that.contains(HASH);
  });

  it("given a pinned genesis hash that fits, in any letter case, then it is right", () => {
    const genesis = known(block({ number: 0n, hash: HASH }));

    expect(
      judgeChain(view({ genesis }), {
        ...PLAIN,
        genesisHash: HASH.toUpperCase(),
      }),
    ).to.deep.equal({ verdict: "right" });
  });

  it("given a network, then block 0 is asked for only where it tells something", () => {
    expect([PLAIN, THIRD, PINNED].map(wantsGenesis)).to.deep.equal([
      false,
      true,
      true,
    ]);
  });
});
