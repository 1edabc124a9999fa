import { expect } from "chai";
import { openHttp } from "../../src/connect/open-transport.ts";
import type { NetworkVerification } from "../../src/verify/report.ts";
import { verificationTargets } from "../../src/verify/targets.ts";
import { verifyNetwork } from "../../src/verify/verify-network.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import {
  type ProfileChain,
  startProfileChains,
} from "../support/node-model/chains.ts";
import { backend, pooled, ROUTES } from "../support/node-model/profile-node.ts";
import {
  type FaultyServerOptions,
  startFaultyServer,
} from "../support/node-model/server.ts";
import { runPooled, seededRandom } from "../support/node-model/trials.ts";

const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1);

describe("verify, given a network that pins its first block", function () {
  this.timeout(120_000);
  let chains: Awaited<ReturnType<typeof startProfileChains>>;
  let targets: ReturnType<typeof verificationTargets>;
  before(async () => {
    const { devnet } = (await createAlphaHre()).config.alpha.networks;
    targets = devnet === undefined ? [] : verificationTargets(devnet, true);
    chains = await startProfileChains();
  });
  after(async () => {
    await chains?.close();
  });

  /** Verifies an endpoint as a network whose first block is that of the chain. */
  async function verify(
    { chainId, header }: ProfileChain,
    options: Pick<FaultyServerOptions, "ask" | "behaviour">,
  ): Promise<{ found: NetworkVerification; requests: readonly string[] }> {
    const server = await startFaultyServer(options);
    const transport = await openHttp(server.url, {
      timeout: 20_000,
      httpHeaders: {},
    });
    try {
      const found = await verifyNetwork(transport, {
        network: "devnet",
        hardhatNetwork: "devnet",
        chain: {
          chainId,
          genesisHash: header(0)?.hash,
          chainsWithSameId: [],
        },
        limits: { maxBlockAge: 3_600, inProcess: false, startBlock: 1 },
        targets,
      });
      return { found, requests: server.received.map(({ body }) => body) };
    } finally {
      await transport.close();
      await server.close();
    }
  }

  it("and one node, then at most eight requests are made, of which one reads the first block", async () => {
    const { whole } = chains;
    const { found, requests } = await verify(whole, { ask: backend(whole) });

    expect(found.outcome).to.equal("ok");
    expect(requests.length).to.be.at.most(8);
    expect(
      requests.filter((body) => body.includes('"0x0",false')),
    ).to.have.lengthOf(1);
  });

  it("and a node without batches, then the block is read again instead", async () => {
    const { whole } = chains;
    const { found } = await verify(whole, {
      ask: backend(whole),
      behaviour: (exchange) =>
        exchange.received.body.startsWith("[")
          ? exchange.send({ status: 400 })
          : exchange.json(exchange.honestBody()),
    });

    expect(found.outcome).to.equal("ok");
  });

  for (const [routeName, route] of Object.entries(ROUTES)) {
    it(`and two chains with its id behind the endpoint, ${routeName}, then nothing of the other chain is said of it`, async () => {
      const pairs = [
        [chains.whole, chains.lacking, "failed"],
        [chains.lacking, chains.whole, "ok"],
      ] as const;
      const jobs = pairs.flatMap(([own, other, wrong]) =>
        SEEDS.map((seed) => ({ own, other, wrong, seed })),
      );

      const wrongs = await runPooled(jobs, 10, async (job) => {
        const { own, other, wrong, seed } = job;
        const backends = [backend(own), backend(other)];
        const { found } = await verify(own, {
          ask: pooled(backends, route, seededRandom(seed)),
        });
        return found.outcome === wrong ? [`seed ${seed}: ${wrong}`] : [];
      });

      expect(wrongs.flat()).to.deep.equal([]);
    });
  }
});
