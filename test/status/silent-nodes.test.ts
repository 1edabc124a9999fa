import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { configVariable } from "hardhat/config";
import type { NetworkStatus, StatusReport } from "../../src/status/report.ts";
import { statusOfNetworks } from "../../src/status/status-of-networks.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import {
  type Behaviour,
  type FaultyServer,
  honest,
  startFaultyServer,
} from "../support/node-model/server.ts";
import { expectValidReport } from "../support/schema.ts";

const INTERVAL = 1_000;

/** A node of devnet's chain, in sync. */
function node(method: string): unknown {
  switch (method) {
    case "eth_chainId":
      return `0x${(32456).toString(16)}`;
    case "eth_syncing":
      return false;
    case "web3_clientVersion":
      return "Geth/v1.14.12";
    default:
      return {
        number: "0x989680",
        hash: `0x${"11".repeat(32)}`,
        timestamp: `0x${Math.floor(Date.now() / 1000).toString(16)}`,
      };
  }
}

const NOTHING: Behaviour = () => {};

describe("statusOfNetworks, asked again and again", function () {
  this.timeout(30_000);

  /** Queries devnet's node and a second endpoint, and what it says meanwhile. */
  async function query(
    [main, other]: readonly [FaultyServer, FaultyServer],
    before?: StatusReport,
    { until = "silent" }: { readonly until?: "silent" | "end" } = {},
  ): Promise<{ ended?: StatusReport; meanwhile?: StatusReport }> {
    const hre = await createAlphaHre({
      alpha: {
        networks: {
          devnet: {
            startBlock: 1,
            url: main.url,
            endpoints: [other.url],
          },
        },
      },
    });
    const selection = {
      names: ["devnet"],
      globalNetwork: undefined,
      sandbox: false,
    };
    const { promise, resolve } = Promise.withResolvers<StatusReport>();
    const ending = new AbortController();
    const asked = statusOfNetworks(hre, selection, {
      limits: { signal: ending.signal },
      watch: { interval: INTERVAL, before, onSilent: resolve },
    });
    const first = await Promise.race([
      ...(until === "silent"
        ? [promise.then((meanwhile) => ({ meanwhile }))]
        : []),
      asked.then((ended) => ({ ended })),
    ]);
    ending.abort();
    await asked;
    const [report] = Object.values(first);
    expectValidReport("status", JSON.stringify(report));
    return first;
  }

  const statesOf = ({ networks: [network] }: StatusReport) => {
    const { endpoints = [], ...main }: Partial<NetworkStatus> = network ?? {};
    return [main, ...endpoints].map(({ state, reason, head }) => ({
      state,
      reason,
      hasHead: head !== undefined,
    }));
  };
  const IN_SYNC = { state: "ok", reason: undefined, hasHead: true };

  for (const [what, behaviour] of [
    ["nothing", NOTHING],
    [
      "503 with a pause",
      ({ send }) => send({ status: 503, headers: { "retry-after": "1" } }),
    ],
    ["429", ({ send }) => send({ status: 429 })],
  ] as const satisfies readonly (readonly [string, Behaviour])[]) {
    it(`given a node that was ok and answers ${what} since, then it is unknown before its query ends, and its other endpoint is as it was`, async () => {
      await using main = await startFaultyServer({ node });
      await using other = await startFaultyServer({ node });
      const { ended } = await query([main, other], undefined, { until: "end" });
      main.behave(behaviour);
      const { meanwhile } = await query([main, other], ended);

      expect(ended && statesOf(ended)).to.deep.equal([IN_SYNC, IN_SYNC]);
      expect(meanwhile?.outcome).to.equal("unknown");
      const [now, second] = meanwhile ? statesOf(meanwhile) : [];
      expect(now?.state).to.equal("unknown");
      expect(now?.reason).to.match(/^no answer for \d+ s$/);
      expect(now?.hasHead).to.equal(false);
      expect(second).to.deep.equal(IN_SYNC);
    });
  }

  it("given a node that was ok and answers 503 since, then its query ends, and it is unknown", async () => {
    await using main = await startFaultyServer({ node });
    await using other = await startFaultyServer({ node });
    const { ended: before } = await query([main, other], undefined, {
      until: "end",
    });
    main.behave(({ send }) => send({ status: 503 }));
    const { ended } = await query([main, other], before, { until: "end" });

    const [now, second] = ended ? statesOf(ended) : [];
    expect(now?.state).to.equal("unknown");
    expect(now?.reason).to.contain("503");
    expect(second).to.deep.equal(IN_SYNC);
  });

  it("given an endpoint that does not answer in the first query, then the node is not told to be without an answer", async () => {
    await using main = await startFaultyServer({ node });
    await using other = await startFaultyServer({ node, behaviour: NOTHING });
    const { meanwhile } = await query([main, other]);

    const [now] = meanwhile ? statesOf(meanwhile) : [];
    expect(now).to.deep.equal({
      state: "unknown",
      reason: "its first query goes on",
      hasHead: false,
    });
  });

  it("given a node that answers each request late, then its query may take longer than the interval", async () => {
    const late: Behaviour = (exchange) =>
      exchange.isBatch
        ? exchange.send({ status: 400 })
        : void sleep(700).then(() => honest(exchange));
    await using main = await startFaultyServer({ node, behaviour: late });
    await using other = await startFaultyServer({ node });
    const { ended } = await query([main, other]);

    expect(ended && statesOf(ended)).to.deep.equal([IN_SYNC, IN_SYNC]);
  });

  it("given a network without a node whose services do not answer, then it is in the report meanwhile, in the order of the selection", async () => {
    await using silent = await startFaultyServer({ node, behaviour: NOTHING });
    const hre = await createAlphaHre({
      alpha: {
        // Nothing is asked but the server of this test.
        preset: false,
        networks: {
          devnet: {
            url: configVariable("NO_SUCH_URL"),
            portal: { providerUri: silent.url },
          },
          testnet: { url: silent.url },
        },
      },
    });
    const names = ["devnet", "testnet"];
    const selection = { names, globalNetwork: undefined, sandbox: false };
    const { promise, resolve } = Promise.withResolvers<StatusReport>();
    const ending = new AbortController();
    const asked = statusOfNetworks(hre, selection, {
      services: true,
      limits: { signal: ending.signal },
      watch: { interval: INTERVAL, before: undefined, onSilent: resolve },
    });
    const meanwhile = await promise;
    ending.abort();
    await asked;

    expect(meanwhile.networks.map(({ network }) => network)).to.eql(names);
  });
});
