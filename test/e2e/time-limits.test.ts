import { expect } from "chai";

import type { Anvil } from "../support/anvil.ts";
import { NO_PROXIES } from "../support/forward-proxy.ts";
import {
  dripping,
  drippingTls,
  silent,
  startSilentPeer,
} from "../support/node-model/silent-peers.ts";
import { startLiveNetwork, urlVariables } from "./live-network.ts";
import { configWith, runForReport } from "./run-alpha.ts";

/** The limit of each network. A run that waits for longer is killed after a minute. */
const LIMIT_MS = 1_500;
const CONFIG = configWith(`{ networks: {
  devnet: { startBlock: 0, hardhat: { timeout: ${LIMIT_MS} } },
  testnet: { startBlock: 0, hardhat: { timeout: 20_000 } },
  third: { startBlock: 0, hardhat: { timeout: ${LIMIT_MS} } } } }`);

describe("the time limit of a network, at the command line", function () {
  this.timeout(120_000);
  let testnet: Anvil;
  before(async () => {
    testnet = await startLiveNetwork("testnet");
  });
  after(async () => await testnet?.close());

  for (const [task, title, proxy, node] of [
    ["status", "never answer", silent, silent],
    ["verify", "drip", dripping, drippingTls],
  ] as const) {
    it(`given a proxy and a node whose TLS ${title}, then alpha ${task} ends, and reports the network that answers`, async () => {
      const events: string[] = [];
      await using proxyPeer = await startSilentPeer(proxy, (event) =>
        events.push(`proxy ${event}`),
      );
      await using nodePeer = await startSilentPeer(node, (event) =>
        events.push(`node ${event}`),
      );

      const { code, report } = await runForReport(task, [], {
        config: CONFIG,
        env: {
          ...NO_PROXIES,
          HTTPS_PROXY: `http://127.0.0.1:${proxyPeer.port}`,
          ...urlVariables({
            devnet: "https://node.invalid/",
            testnet: testnet.url,
            // Hardhat does not use a proxy for this machine.
            third: `https://127.0.0.1:${nodePeer.port}/`,
          }),
        },
      });

      expect(code).to.equal(2);
      expect(
        report.networks.map((network) =>
          "state" in network ? network.state : network.outcome,
        ),
      ).to.deep.equal(["unknown", "ok", "unknown"]);
      for (const { reason } of [report.networks[0], report.networks[2]].flatMap(
        (network) => network ?? [],
      )) {
        expect(reason).to.match(/1\.5 s|time limit|timed out/i);
      }
      // Neither waits for the end of the other.
      const firstEnd = events.findIndex((event) => /closed/.test(event));
      expect(events.slice(0, firstEnd)).to.include.members([
        "proxy opened",
        "node opened",
      ]);
    });
  }
});
