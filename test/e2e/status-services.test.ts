import { expect } from "chai";

import { backend, metaOf } from "../status/services/backend.ts";
import { createAlphaHreOf } from "../support/alpha-hre.ts";
import { type Anvil, startAnvil } from "../support/anvil.ts";
import {
  type FaultyServer,
  startFaultyServer,
} from "../support/node-model/server.ts";
import { withEnvironment } from "../support/with-environment.ts";
import { configWith, runAlpha, runForReport } from "./run-alpha.ts";

const HEAD = 1000;
const CONFIG = configWith(`{ networks: {
  devnet: { startBlock: 0, hardhat: { httpHeaders: { "X-Node": "node-canary" } } },
} }`);

describe("alpha status --services", function () {
  this.timeout(120_000);
  let node: Anvil;
  let services: FaultyServer;
  before(async () => {
    node = await startAnvil({
      chainId: 32456,
      args: ["--number", String(HEAD)],
    });
    services = await startFaultyServer();
  });
  beforeEach(() => {
    services.behave(backend(32456, HEAD));
  });
  after(async () => {
    await node?.close();
    await services?.close();
  });

  const environment = () => ({
    ALPHA_DEVNET_RPC_URL: node.url,
    ALPHA_DEVNET_PROVIDER_URI: `${services.url}/p0?key=url-canary-0`,
    ALPHA_DEVNET_METADATA_CACHE_URI: `${services.url}/c0?key=url-canary-1`,
    ALPHA_DEVNET_SUBGRAPH_URI: `${services.url}/s0?key=url-canary-2`,
  });

  it("given a node and a backend that are well, then all is ok, only origins are shown, and the node's headers go to no service", async () => {
    const before = services.received.length;
    const { code, report, stdout, stderr } = await runForReport(
      "status",
      ["devnet", "--services"],
      { config: CONFIG, env: environment() },
    );

    expect(code, stderr).to.equal(0);
    expect(report.outcome).to.equal("ok");
    expect(
      report.networks[0]?.services?.map(({ service, state, endpoint }) => [
        service,
        state,
        endpoint,
      ]),
    ).to.deep.equal([
      ["provider", "ok", services.url],
      ["metadataCache", "ok", services.url],
      ["subgraph", "ok", services.url],
    ]);
    expect(stdout + stderr).not.to.contain("canary");
    const received = services.received.slice(before);
    expect(received).to.have.length(5);
    expect(JSON.stringify(received.map(({ headers }) => headers))).not.to.match(
      /x-node|node-canary/,
    );
  });

  it("given services that fail for a while, when it waits, then it tells what for, and ends with 0", async () => {
    // A lag is asked for once more before it is believed.
    let asked = 0;
    services.behave(
      backend(32456, HEAD, {
        subgraph: ({ json }) => json(metaOf(asked++ < 2 ? 1 : HEAD)),
      }),
    );
    const { code, stdout, stderr } = await runAlpha(
      "status devnet --services --wait --timeout 60 --format prometheus".split(
        " ",
      ),
      { config: CONFIG, env: environment() },
    );

    expect(code, stderr).to.equal(0);
    expect(stderr).to.match(
      /^waiting: devnet ok, devnet subgraph lagging\n {2}devnet: it is at block 1, \d+ below [^\n]+\n$/,
    );
    expect(stdout).to.match(
      /^alpha_service_lag_blocks\{network="devnet",hardhat_network="devnet",service="subgraph",endpoint="http:\/\/127\.0\.0\.1:\d+"\} 0$/m,
    );
  });

  it("given no URLs and no node, then each is unknown, says what to set, and the exit code is 2", async () => {
    const { code, report } = await runForReport(
      "status",
      ["third", "--services"],
      { config: configWith("{ preset: false }") },
    );

    expect(code).to.equal(2);
    const services = report.networks[0]?.services ?? [];
    expect(services).to.have.length(3);
    for (const { state, endpoint, reason, remedy } of services) {
      expect([state, endpoint]).to.deep.equal(["unknown", null]);
      expect(reason).to.equal("its URL is not set");
      expect(remedy).to.match(/^Set ALPHA_THIRD_BACKEND_/);
    }
  });

  it("given a program, then hre.alpha and a connection ask the services too", async () => {
    const { ALPHA_DEVNET_RPC_URL: _, ...urls } = environment();
    const alpha = {
      networks: { devnet: { startBlock: 0, url: node.url } },
    };
    await withEnvironment(urls, async () => {
      const hre = await createAlphaHreOf(alpha);
      const connection = await hre.network.create("devnet");
      const reports = [
        await hre.alpha.status({ networks: ["devnet"], services: true }),
        await connection.alpha?.status({ services: true }),
      ];
      await connection.close();

      for (const report of reports) {
        expect(report?.outcome).to.equal("ok");
        expect(report?.networks[0]?.services).to.have.length(3);
      }
      const sandbox = await hre.network.create("devnetSandbox");
      const skipped = await sandbox.alpha?.status({ services: true });
      await sandbox.close();
      expect(
        skipped?.networks[0]?.services?.map(({ state }) => state),
      ).to.deep.equal(["skipped", "skipped", "skipped"]);
    });
  });
});
