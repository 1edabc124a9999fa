import { expect } from "chai";

import type { Anvil } from "../support/anvil.ts";
import { startFrontServer } from "./front-server.ts";
import { startLiveNetwork, urlVariables } from "./live-network.ts";
import { configWith, runForReport } from "./run-alpha.ts";

/** Time-outs that end a gate that nobody opens, so that the test ends. */
const CONFIG = configWith(`{ networks: {
  devnet: { startBlock: 0, hardhat: { timeout: 8000 } },
  testnet: { startBlock: 0, hardhat: { timeout: 8000 } },
  third: { startBlock: 0, hardhat: { timeout: 1500 } } } }`);

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

  it("given a node that never answers, then the others were asked everything before it is given up, and all are reported", async () => {
    const events: string[] = [];
    const never = gate();
    const mute = await startFrontServer(devnet.url, async (request) => {
      events.push("mute asked");
      request.closed.then(() => events.push("mute given up"));
      await never.opened;
      return {};
    });
    const alive = await startFrontServer(testnet.url, () => {
      events.push("alive asked");
      return undefined;
    });
    try {
      const { code, report } = await runForReport(
        "status",
        ["third", "testnet"],
        {
          config: CONFIG,
          env: urlVariables({ third: mute.url, testnet: alive.url }),
        },
      );

      expect(code).to.equal(2);
      expect(report.networks.map(({ state }) => state)).to.deep.equal([
        "unknown",
        "ok",
      ]);
      expect(events.filter((event) => event === "alive asked")).to.have.length(
        4,
      );
      expect(events.indexOf("mute given up")).to.be.greaterThan(
        events.lastIndexOf("alive asked"),
      );
    } finally {
      never.open();
      await mute.close();
      await alive.close();
    }
  });
});

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
