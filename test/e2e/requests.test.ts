import { expect } from "chai";

import type { Anvil } from "../support/anvil.ts";
import {
  type FrontServer,
  type Intercept,
  startFrontServer,
} from "./front-server.ts";
import { startLiveNetwork, urlVariables } from "./live-network.ts";
import { configWith, NEW_CHAINS, runForReport } from "./run-alpha.ts";

describe("the requests to a node", function () {
  this.timeout(120_000);
  let anvil: Anvil;
  before(async () => {
    anvil = await startLiveNetwork("devnet");
  });
  after(async () => {
    await anvil?.close();
  });

  async function withFront(
    test: (front: FrontServer) => Promise<void>,
    intercept?: Intercept,
  ) {
    await using front = await startFrontServer(anvil.url, intercept);

    await test(front);
  }

  const run = <T extends "verify" | "status">(task: T, url: string) =>
    runForReport(task, ["devnet"], {
      config: configWith(NEW_CHAINS),
      env: urlVariables({ devnet: url }),
    });

  it("given a node that refuses eth_call, then the codes are read one by one, at one block by its hash, and the verdict is the same", async () => {
    await withFront(
      async (front) => {
        const { code, report } = await run("verify", front.url);

        expect(code).to.equal(0);
        const reads = front.received
          .map(({ rpc }) => rpc)
          .filter(
            // Those of the tokens are read early, too, which proves nothing here.
            ({ method, params }) =>
              method === "eth_getCode" &&
              !(Array.isArray(params) && params[1] === "latest"),
          );
        const contracts = new Set(
          report.networks[0]?.contracts.map(({ address }) =>
            address?.toLowerCase(),
          ),
        );
        const asked = reads
          .map(({ params }) => (Array.isArray(params) ? params[0] : undefined))
          .map((address) => String(address).toLowerCase())
          .filter((address) => contracts.has(address));
        // Ten, since the token stands under two keys; the others are controls.
        expect(contracts.size).to.equal(10);
        expect(new Set(asked)).to.deep.equal(contracts);
        const blockHash = report.networks[0]?.block?.hash;
        for (const { params } of reads) {
          expect(params)
            .to.be.an("array")
            .with.deep.property("1", { blockHash });
        }
        expect(report.networks[0]?.notes.join(" ")).to.contain("one by one");
      },
      ({ rpc }) =>
        rpc["method"] === "eth_call"
          ? { error: { code: -32601, message: "the method is not available" } }
          : undefined,
    );
  });

  it("given a node that says it is syncing and lacks a contract, then nothing is called absent and the exit code is 2", async () => {
    await withFront(
      async (front) => {
        const { code, report } = await runForReport("verify", ["devnet"], {
          config: configWith(
            `{ networks: { devnet: { startBlock: 0, registry: { Router: "0x00000000000000000000000000000000000a11ce" } } } }`,
          ),
          env: urlVariables({ devnet: front.url }),
        });

        expect(code).to.equal(2);
        const router = report.networks[0]?.contracts.find(
          ({ key }) => key === "Router",
        );
        expect(router?.verdict).to.equal("unknown");
        expect(router?.reason).to.contain("the node is syncing");
      },
      ({ rpc }) =>
        rpc["method"] === "eth_syncing"
          ? {
              result: {
                startingBlock: "0x0",
                currentBlock: "0x2",
                highestBlock: "0x64",
              },
            }
          : undefined,
    );
  });
});
