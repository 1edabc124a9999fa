import { expect } from "chai";

import type { Anvil } from "../support/anvil.ts";
import { startFrontServer } from "../support/node-model/server.ts";
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

  const run = (url: string, config = NEW_CHAINS) =>
    runForReport("verify", ["devnet"], {
      config: configWith(config),
      env: urlVariables({ devnet: url }),
    });

  it("given a node that refuses eth_call, then the codes are read one by one, at one block by its hash, and the verdict is the same", async () => {
    await using front = await startFrontServer(anvil.url, ({ rpc }) =>
      rpc["method"] === "eth_call"
        ? { error: { code: -32601, message: "the method is not available" } }
        : undefined,
    );

    const { code, report } = await run(front.url);

    expect(code).to.equal(0);
    const [network] = report.networks;
    const reads = front.received
      .map(({ body }) => Object(JSON.parse(body)))
      // Those of the tokens are read early, too, which proves nothing here.
      .filter(({ method, params }) => {
        return method === "eth_getCode" && params[1] !== "latest";
      });
    const lower = (address: unknown) => String(address).toLowerCase();
    const contracts = new Set(
      network?.contracts.map(({ address }) => lower(address)),
    );
    const asked = new Set(reads.map(({ params }) => lower(params[0])));
    expect([...asked]).to.include.members([...contracts]);
    const blockHash = network?.block?.hash;
    for (const { params } of reads) {
      expect(params[1]).to.deep.equal({ blockHash });
    }
    expect(network?.notes.join(" ")).to.contain("one by one");
  });

  it("given a node that says it is syncing and lacks a contract, then nothing is called absent and the exit code is 2", async () => {
    const result = { startingBlock: "0x0", currentBlock: "0x2" };
    await using front = await startFrontServer(anvil.url, ({ rpc }) =>
      rpc["method"] === "eth_syncing" ? { result } : undefined,
    );

    const { code, report } = await run(
      front.url,
      `{ networks: { devnet: { startBlock: 0, registry: { Router: "0x00000000000000000000000000000000000a11ce" } } } }`,
    );

    expect(code).to.equal(2);
    const router = report.networks[0]?.contracts.find(
      ({ key }) => key === "Router",
    );
    expect(router?.verdict).to.equal("unknown");
    expect(router?.reason).to.contain("the node is syncing");
  });
});
