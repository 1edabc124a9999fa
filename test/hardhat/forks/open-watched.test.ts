import { expect } from "chai";
import { openWatched } from "../../../src/hardhat/forks/open-watched.ts";
import { forkOpening } from "../../../src/hardhat/forks/resolve-fork.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import { startChainNode } from "../../support/chain-node.ts";
import { errorOf, pluginMessageOf } from "../../support/rejection-of.ts";

const CONNECTION = { close: async () => {} };

describe("openWatched", () => {
  it("given a connection to what is no fork, then it and its failures are handed on as they are", async () => {
    const failure = new Error("as it is");

    expect(await openWatched(async () => CONNECTION)).to.equal(CONNECTION);
    expect(
      await errorOf(() =>
        openWatched(async () => {
          throw failure;
        }),
      ),
    ).to.equal(failure);
  });

  it("given a fork that opens, then it is handed on", async () => {
    const opened = await openWatched(async () => {
      forkOpening.getStore()?.({
        hardhatNetwork: "mine",
        scrubber: undefined,
      });
      return CONNECTION;
    });

    expect(opened).to.equal(CONNECTION);
  });

  it("given a fork whose node falls silent after it was asked, then it is given up in time", async () => {
    const message = await pluginMessageOf(() =>
      openWatched(async () => {
        forkOpening.getStore()?.({
          hardhatNetwork: "mine",
          scrubber: undefined,
        });
        return await new Promise<typeof CONNECTION>(() => {});
      }, 20),
    );

    expect(message).to.contain('"mine" did not open within 0.02 s');
  });

  it("given a node that answers nonsense to the simulator, then one error names the fork", async () => {
    const node = await startChainNode({
      chainId: 32456,
      answer: (method) =>
        method === "net_version" ? { no: "\u001b[31mnumber" } : undefined,
    });
    try {
      const hre = await createAlphaHre({
        alpha: { forks: true, networks: { devnet: { url: node.url } } },
      });
      const message = await pluginMessageOf(() =>
        hre.network.create("devnetFork"),
      );

      expect(message).to.contain('the fork "devnetFork" could not be opened');
      expect(message).not.to.contain("\u001b");
    } finally {
      await node.close();
    }
  });
});
