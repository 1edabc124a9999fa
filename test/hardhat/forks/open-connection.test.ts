import { expect } from "chai";
import { openConnection } from "../../../src/hardhat/forks/open-connection.ts";
import { forkOpening } from "../../../src/hardhat/forks/resolve-fork.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import { startChainNode } from "../../support/chain-node.ts";
import { errorOf, pluginMessageOf } from "../../support/rejection-of.ts";

const CONNECTION = { close: async () => {} };

describe("openConnection", () => {
  it("given a connection that is not a fork, then it and its errors are passed on unchanged", async () => {
    const failure = new Error("as it is");

    expect(await openConnection(async () => CONNECTION)).to.equal(CONNECTION);
    expect(
      await errorOf(() =>
        openConnection(async () => {
          throw failure;
        }),
      ),
    ).to.equal(failure);
  });

  it("given a fork that opens, then it is returned", async () => {
    const opened = await openConnection(async () => {
      forkOpening.getStore()?.({
        hardhatNetwork: "mine",
        scrubber: undefined,
      });
      return CONNECTION;
    });

    expect(opened).to.equal(CONNECTION);
  });

  it("given a fork whose node falls silent after it was confirmed, then it times out", async () => {
    const { promise, resolve } = Promise.withResolvers<typeof CONNECTION>();
    const message = await pluginMessageOf(() =>
      openConnection(async () => {
        forkOpening.getStore()?.({
          hardhatNetwork: "mine",
          scrubber: undefined,
        });
        return await promise;
      }, 20),
    );
    // A fork that never settles would count as waiting in the tests after it.
    resolve(CONNECTION);

    expect(message).to.contain('Could not open the fork "mine" within 0.02 s');
  });

  it("given a node that returns an invalid result to the simulator, then one error names the fork", async () => {
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

      expect(message).to.contain('Could not open the fork "devnetFork"');
      expect(message).not.to.contain("\u001b");
    } finally {
      await node.close();
    }
  });
});
