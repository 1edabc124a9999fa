import { expect } from "chai";

import { openConnection } from "../../../src/hardhat/forks/open-connection.ts";
import { forkOpening } from "../../../src/hardhat/forks/resolve-fork.ts";
import { startChainNode } from "../../support/chain-node.ts";
import { connectTo } from "../../support/connections.ts";
import { errorOf, pluginMessageOf } from "../../support/rejection-of.ts";

const CONNECTION = { close: async () => {} };

/** Opens what takes as long as a promise, as a fork does. */
const openFork = async (opened: Promise<typeof CONNECTION>) =>
  await openConnection(async () => {
    const scrubber = undefined;
    forkOpening.getStore()?.({ hardhatNetwork: "mine", scrubber });
    return await opened;
  }, 20);

describe("openConnection", () => {
  it("given a connection that is not a fork, then it and its errors are passed on unchanged", async () => {
    const failure = new Error("as it is");

    expect(await openConnection(async () => CONNECTION)).to.equal(CONNECTION);
    expect(
      await errorOf(() => openConnection(() => Promise.reject(failure))),
    ).to.equal(failure);
  });

  it("given a fork that opens, then it is returned; that never does, then it times out", async () => {
    expect(await openFork(Promise.resolve(CONNECTION))).to.equal(CONNECTION);

    const { promise, resolve } = Promise.withResolvers<typeof CONNECTION>();
    const message = await pluginMessageOf(() => openFork(promise));
    // A fork that never settles would count as waiting in the tests after it.
    resolve(CONNECTION);
    expect(message).to.contain('Could not open the fork "mine" within 0.02 s');
  });

  it("given a node that returns an invalid result to the simulator, then one error names the fork", async () => {
    await using node = await startChainNode({
      chainId: 32456,
      answer: (method) =>
        method === "net_version" ? { no: "\u001b[31mnumber" } : undefined,
    });
    const networks = { devnet: { url: node.url } };
    const message = await pluginMessageOf(() =>
      connectTo("devnetFork", { alpha: { forks: true, networks } }),
    );

    expect(message).to.contain('Could not open the fork "devnetFork"');
    expect(message).not.to.contain("\u001b");
  });
});
