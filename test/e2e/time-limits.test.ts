import { expect } from "chai";

import type { Anvil } from "../support/anvil.ts";
import { NO_PROXIES } from "../support/forward-proxy.ts";
import {
  dripping,
  drippingTls,
  type SilentBehaviour,
  silent,
  startSilentPeer,
  tunnelToNowhere,
} from "../support/node-model/silent-peers.ts";
import { startLiveNetwork, urlVariables } from "./live-network.ts";
import { configWith, runForReport } from "./run-alpha.ts";

/** The limit of each network. A run that waits for longer is killed after a minute. */
const LIMIT_MS = 1_500;
const CONFIG = configWith(`{ networks: {
  devnet: { startBlock: 0, hardhat: { timeout: ${LIMIT_MS} } },
  testnet: { startBlock: 0, hardhat: { timeout: 20_000 } },
  third: { startBlock: 0, hardhat: { timeout: ${LIMIT_MS} } } } }`);

/** The proxy that devnet is behind, and the node of the third network. */
const PEERS: Readonly<
  Record<string, { proxy: SilentBehaviour; node: SilentBehaviour }>
> = {
  "a proxy that never answers CONNECT, and a node that never speaks TLS": {
    proxy: silent,
    node: silent,
  },
  "a proxy whose answer to CONNECT drips, and a node whose TLS does": {
    proxy: dripping,
    node: drippingTls,
  },
  "a tunnel behind which nobody speaks TLS": {
    proxy: tunnelToNowhere,
    node: silent,
  },
};

/** All of them are run with the first peers, and the first one with all peers. */
const TASKS = [
  ["status"],
  ["verify"],
  ["status", "--wait", "--timeout", "3"],
] as const;

describe("the time limit of a network, at the command line", function () {
  this.timeout(120_000);
  let testnet: Anvil;
  before(async () => {
    testnet = await startLiveNetwork("testnet");
  });
  after(async () => await testnet?.close());

  const runs = Object.entries(PEERS).flatMap(([title, peers], index) =>
    TASKS.slice(0, index === 0 ? undefined : 1).map(
      (args) => [title, peers, args] as const,
    ),
  );
  for (const [title, { proxy, node }, args] of runs) {
    it(`given ${title}, then alpha ${args.join(" ")} ends, and reports the network that answers`, async () => {
      const events: string[] = [];
      await using proxyPeer = await startSilentPeer(proxy, (event) =>
        events.push(`proxy ${event}`),
      );
      await using nodePeer = await startSilentPeer(node, (event) =>
        events.push(`node ${event}`),
      );

      const [task, ...options] = args;
      const { code, report } = await runForReport(task, options, {
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
