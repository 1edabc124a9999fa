import { expect } from "chai";
import { verifyNetwork } from "../../src/verify/verify-network.ts";
import { backend, pooled, ROUTES } from "../support/node-model/backends.ts";
import {
  type ProfileChain,
  useProfileChains,
} from "../support/node-model/chains.ts";
import { expectedOf } from "../support/node-model/profile-node.ts";
import {
  type ServedOptions,
  withServer,
} from "../support/node-model/server.ts";
import { runPooled, seededRandom } from "../support/node-model/trials.ts";

const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1);

describe("verify, given a network that pins its first block", function () {
  this.timeout(120_000);
  const chains = useProfileChains();
  /** Verifies an endpoint as a network whose first block is that of the chain. */
  async function verify(chain: ProfileChain, options: ServedOptions) {
    const { targets } = chains();
    return await withServer(
      options,
      async ({ transport }) =>
        await verifyNetwork(transport, { ...expectedOf(chain, true), targets }),
    );
  }

  it("and a node without batches, then the block is read again instead", async () => {
    const { whole } = chains();
    const found = await verify(whole, {
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
      const { whole, lacking } = chains();
      const pairs = [
        [whole, lacking, "failed"],
        [lacking, whole, "ok"],
      ] as const;
      const jobs = pairs.flatMap(([own, other, wrong]) =>
        SEEDS.map((seed) => ({ own, other, wrong, seed })),
      );

      const wrongs = await runPooled(jobs, 10, async (job) => {
        const { own, other, wrong, seed } = job;
        const backends = [backend(own), backend(other)];
        const found = await verify(own, {
          ask: pooled(backends, route, seededRandom(seed)),
        });
        return found.outcome === wrong ? [`seed ${seed}: ${wrong}`] : [];
      });

      expect(wrongs.flat()).to.deep.equal([]);
    });
  }
});
