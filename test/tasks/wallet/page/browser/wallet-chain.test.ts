import { expect } from "chai";

import { judgeChain } from "../../../../../src/connect/judge-chain.ts";
import { NETWORK_DEFINITIONS } from "../../../../../src/networks/definitions.ts";
import { decodeBlock } from "../../../../../src/rpc/decode-block.ts";
import { decodeChainId } from "../../../../../src/rpc/decode-values.ts";
import { walletChainProblem } from "../../../../../tasks/wallet/page/browser/wallet-chain.ts";
import type { PageNetwork } from "../../../../../tasks/wallet/page/page-data.ts";

const { chainsWithSameId } = NETWORK_DEFINITIONS.third;
const [GNOSIS] = chainsWithSameId;
const OTHER_HASH = `0x${"ab".repeat(32)}`;
const THIRD: PageNetwork = {
  name: "GEN-X",
  feeToken: "GX",
  explorer: null,
  node: null,
  chain: { chainId: 100, chainsWithSameId },
  limits: { maxBlockAge: 600, inProcess: false, startBlock: 0 },
  request: null,
  wasWrongChain: false,
  tokens: [],
  problems: [],
};

const block0 = (hash: string) => ({
  number: "0x0",
  hash,
  timestamp: "0x0",
});

/** A wallet that gives these answers, or throws where there is none. */
const walletOf = (answers: Readonly<Record<string, unknown>>) => ({
  name: "A wallet",
  domain: "",
  icon: undefined,
  provider: {
    request: async ({ method }: { readonly method: string }) => {
      if (!Object.hasOwn(answers, method)) {
        throw { code: -32601, message: "there is no such method" };
      }
      return answers[method];
    },
  },
});

describe("the chain of a wallet on its page", () => {
  const UNSURE =
    "Could not determine whether your wallet is on GEN-X or on another network with chain ID 100.";
  const UNREAD = "Your wallet did not report which network it is on.";
  const OTHER = block0(OTHER_HASH);
  const GNOSIS_0 = block0(GNOSIS.genesisHash);
  for (const [title, chainId, genesis, tone, text] of [
    ["of the network", "0x64", OTHER, undefined, ""],
    [
      "of another chain id",
      "0x1",
      OTHER,
      "unsure",
      "Your wallet is on another network (chain ID 1), not on GEN-X.",
    ],
    [
      "of another chain with the same id",
      "0x64",
      GNOSIS_0,
      "bad",
      "Your wallet is on Gnosis Chain, not on GEN-X.",
    ],
    [
      "whose block 0 is another block",
      "0x64",
      { ...GNOSIS_0, number: "0x1" },
      "unsure",
      UNSURE,
    ],
    ["whose block 0 is none", "0x64", null, "unsure", UNSURE],
    ["without a chain id", null, OTHER, "unsure", UNREAD],
    ["with a number for its chain id", 100, OTHER, "unsure", UNREAD],
  ] as const) {
    it(`given a wallet ${title}, then the problem is what judgeChain finds`, async () => {
      const answers = { eth_chainId: chainId, eth_getBlockByNumber: genesis };

      const problem = await walletChainProblem(walletOf(answers), THIRD);
      const verdict = judgeChain(
        { chainId: decodeChainId(chainId), genesis: decodeBlock(genesis) },
        THIRD.chain,
      );

      expect(problem === undefined).to.equal(
        verdict.verdict === "right" && verdict.doubt === undefined,
      );
      expect(problem?.tone).to.equal(tone);
      expect(problem?.text ?? "").to.contain(text);
    });
  }

  it("given a pinned block 0, then a wallet with another one is not on the network", async () => {
    const answers = {
      eth_chainId: "0x64",
      eth_getBlockByNumber: block0(OTHER_HASH),
    };
    const pinned = (genesisHash: string): PageNetwork => ({
      ...THIRD,
      chain: { ...THIRD.chain, genesisHash },
    });

    expect(
      await walletChainProblem(walletOf(answers), pinned(OTHER_HASH)),
    ).to.equal(undefined);
    expect(
      await walletChainProblem(
        walletOf(answers),
        pinned(`0x${"cd".repeat(32)}`),
      ),
    ).to.deep.equal({
      tone: "bad",
      text: "Your wallet is on another network with the same chain ID, not on GEN-X. Remove that network from the wallet first, or use another wallet or browser profile.",
    });
  });

  it("given a wallet that throws, then nothing is proven, and nothing is thrown", async () => {
    expect(await walletChainProblem(walletOf({}), THIRD)).to.deep.equal({
      tone: "unsure",
      text: UNREAD,
    });
  });
});
