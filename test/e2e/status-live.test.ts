import { expect } from "chai";

import { type Anvil, startAnvil } from "../support/anvil.ts";
import { urlVariables } from "./live-network.ts";
import { configWith, NEW_CHAINS, runForReport } from "./run-alpha.ts";

describe("alpha status on live nodes", function () {
  this.timeout(120_000);
  let devnet: Anvil;
  let testnet: Anvil;
  before(async () => {
    [devnet, testnet] = await Promise.all([
      startAnvil({ chainId: 32456 }),
      startAnvil({ chainId: 32457 }),
    ]);
  });
  after(async () => {
    await Promise.all([devnet?.close(), testnet?.close()]);
  });

  const status = (
    names: readonly string[],
    urls: Parameters<typeof urlVariables>[0],
    config = configWith(NEW_CHAINS),
  ) => runForReport("status", names, { config, env: urlVariables(urls) });

  it("given nodes of the right chains that may idle, then they are ok with head, client and latency, and the exit code is 0", async () => {
    const { code, report, stderr } = await status(["devnet", "testnet"], {
      devnet: devnet.url,
      testnet: testnet.url,
    });

    expect(code).to.equal(0);
    expect(stderr).to.equal("");
    expect(report.networks.map(({ state }) => state)).to.deep.equal([
      "ok",
      "ok",
    ]);
    const [first] = report.networks;
    expect(first).to.include({
      network: "devnet",
      hardhatNetwork: "devnet",
      endpoint: devnet.url,
      chainId: 32456,
      syncing: false,
    });
    expect(first?.clientVersion).to.match(/^anvil\//);
    expect(first?.head?.number).to.equal("0");
  });

  it("given a node of another chain id, then its state is wrong-chain, both ids are named, and the exit code is 1", async () => {
    const { code, report } = await status(["devnet"], { devnet: testnet.url });

    expect(code).to.equal(1);
    const [network] = report.networks;
    expect(network?.state).to.equal("wrong-chain");
    expect(network?.chainId).to.equal(32457);
    expect(network?.reason).to.contain("chain id 32457, not 32456");
  });

  it("given a node of the right chain id whose head is below the start block, then its state is wrong-chain, said so, and the exit code is 1", async () => {
    const { code, report } = await status(
      ["devnet"],
      { devnet: devnet.url },
      configWith(),
    );

    expect(code).to.equal(1);
    const [network] = report.networks;
    expect(network?.state).to.equal("wrong-chain");
    expect(network?.reason).to.contain("below the network's startBlock 57428");
  });

  it("given a node that is stopped beside one that runs, then the one is unknown with the reason, the other ok, and the exit code is 2", async () => {
    const stopped = await startAnvil({ chainId: 32456 });
    await stopped.close();

    const { code, report } = await status(["devnet", "testnet"], {
      devnet: stopped.url,
      testnet: testnet.url,
    });

    expect(code).to.equal(2);
    expect(report.networks.map(({ state }) => state)).to.deep.equal([
      "unknown",
      "ok",
    ]);
    expect(report.networks[0]?.reason).to.contain("could not be read");
    expect(report.networks[0]?.remedy).to.contain("ALPHA_DEVNET_RPC_URL");
    expect(report.networks[0]?.problems).to.deep.equal([
      {
        status: "unknown",
        reason: report.networks[0]?.reason,
        remedy: report.networks[0]?.remedy,
        affects: ["node"],
      },
    ]);
    expect(report.networks[0]).not.to.have.any.keys("head", "chainId");
  });

  it("given no URL for a network, then it is unknown, says which variable to set, and the exit code is 2", async () => {
    const { code, report } = await status(
      ["devnet"],
      {},
      configWith("{ preset: false }"),
    );

    expect(code).to.equal(2);
    const [network] = report.networks;
    expect(network).to.include({ state: "unknown", endpoint: null });
    expect(network?.remedy).to.contain("ALPHA_DEVNET_RPC_URL");
  });
});
