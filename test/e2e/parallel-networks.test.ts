import { expect } from "chai";

import type { Anvil } from "../support/anvil.ts";
import { startFrontServer } from "../support/node-model/server.ts";
import { startLiveNetwork, urlVariables } from "./live-network.ts";
import { configWith, runForReport } from "./run-alpha.ts";

/** Time-outs that end a gate that nobody opens, so that the test ends. */
const CONFIG = configWith(`{ networks: {
  devnet: { startBlock: 0, hardhat: { timeout: 8000 } },
  testnet: { startBlock: 0, hardhat: { timeout: 8000 } } } }`);

describe("several networks at once", function () {
  this.timeout(60_000);
  let devnet: Anvil;
  let testnet: Anvil;
  before(async () => {
    [devnet, testnet] = await Promise.all([
      startLiveNetwork("devnet"),
      startLiveNetwork("testnet"),
    ]);
  });
  after(async () => {
    await Promise.all([devnet?.close(), testnet?.close()]);
  });

  it("given two nodes that answer nothing before the other is asked, then both are verified: neither waits for the other's end", async () => {
    const devnetAsked = gate();
    const testnetAsked = gate();
    await using first = await startFrontServer(devnet.url, async () => {
      devnetAsked.open();
      await testnetAsked.opened;
      return undefined;
    });
    await using second = await startFrontServer(testnet.url, async () => {
      testnetAsked.open();
      await devnetAsked.opened;
      return undefined;
    });

    const { code, report } = await runForReport(
      "verify",
      ["devnet", "testnet"],
      {
        config: CONFIG,
        env: urlVariables({ devnet: first.url, testnet: second.url }),
      },
    );

    expect(code).to.equal(0);
    expect(report.networks.map(({ outcome }) => outcome)).to.deep.equal([
      "ok",
      "ok",
    ]);
  });
});

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
