import { expect } from "chai";
import type { NetworkConnection } from "hardhat/types/network";

import { createAlphaHre } from "../../support/alpha-hre.ts";
import {
  type ChainNode,
  GNOSIS_GENESIS,
  startChainNode,
} from "../../support/chain-node.ts";
import { type PoolRequest, startNodePool } from "../../support/node-pool.ts";
import { seededRandom } from "../../support/seeded-random.ts";

const TRANSACTION = {
  from: "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266",
  to: "0x0000000000000000000000000000000000000001",
  gas: "0x5208",
  gasPrice: "0x1",
  value: "0x0",
};

/** Whether a request goes to the backend of Gnosis. */
type IsGnosis = (request: PoolRequest) => boolean;

const isSending = (method: string) => /send|sign/i.test(method);

/** Sends transactions, some at the same time, after some reads. */
async function sendSome(
  connection: NetworkConnection,
  reads: number,
): Promise<readonly PromiseSettledResult<unknown>[]> {
  const { provider } = connection;
  for (let i = 0; i < reads; i++) {
    await provider.request({ method: "eth_blockNumber" });
  }
  return await Promise.allSettled(
    Array.from(
      { length: 3 },
      async () =>
        await provider.request({
          method: "eth_sendTransaction",
          params: [TRANSACTION],
        }),
    ),
  );
}

describe("the guard before a load balancer whose backends serve two chains", function () {
  this.timeout(60_000);

  let third: ChainNode;
  let gnosis: ChainNode;
  beforeEach(async () => {
    third = await startChainNode();
    // The router's address is an account there.
    gnosis = await startChainNode({ genesis: GNOSIS_GENESIS, code: "0x" });
  });
  afterEach(async () => {
    await Promise.all([third.close(), gnosis.close()]);
  });

  /** How many transactions arrived at each of the chains. */
  async function run(isGnosis: IsGnosis, reads: number) {
    const pool = await startNodePool(
      (request) => (isGnosis(request) ? gnosis : third).url,
    );
    try {
      const hre = await createAlphaHre({
        alpha: {
          networks: {
            third: { url: pool.url, hardhat: { accounts: "remote" } },
          },
        },
      });
      const connection = await hre.network.create("third");
      const before = [third, gnosis].map(sentTo);
      const results = await sendSome(connection, reads);
      await connection.close();
      const [toThird = 0, toGnosis = 0] = [third, gnosis].map(
        (node, index) => sentTo(node) - (before[index] ?? 0),
      );
      const refused = results.filter(({ status }) => status === "rejected");
      expect(toThird + toGnosis + refused.length).to.equal(results.length);
      return { toThird, toGnosis };
    } finally {
      await pool.close();
    }
  }

  for (const [title, isGnosis] of Object.entries<IsGnosis>({
    "requests in turn": ({ nth }) => nth % 2 === 1,
    "requests in turn, the other first": ({ nth }) => nth % 2 === 0,
    "connections in turn": ({ connection }) => connection % 2 === 1,
    "all but the first connection": ({ connection }) => connection > 0,
    "all but the first three requests": ({ nth }) => nth > 2,
    "requests for blocks": ({ method }) => method === "eth_getBlockByNumber",
    "requests for code": ({ method }) => method === "eth_getCode",
  })) {
    for (const reads of [0, 1, 2, 3]) {
      it(`given ${title} at the other chain, after ${reads} reads, nothing is sent`, async () => {
        expect(await run(isGnosis, reads)).to.deep.equal({
          toThird: 0,
          toGnosis: 0,
        });
      });
    }
  }

  for (const period of [3, 4, 5, 6, 7, 8]) {
    it(`given one of ${period} backends at the other chain, in turn, whichever is first, nothing is sent`, async () => {
      for (let phase = 0; phase < period; phase++) {
        expect(await run(({ nth }) => nth % period === phase, 0)).to.deep.equal(
          { toThird: 0, toGnosis: 0 },
        );
      }
    });
  }

  it("given a backend of the other chain for half of the requests at random, in 50 seeded trials, few get past it", async () => {
    const { fraction } = seededRandom(14);
    let passed = 0;
    for (let trial = 0; trial < 50; trial++) {
      const { toThird, toGnosis } = await run(() => fraction() < 0.5, 0);
      passed += toThird + toGnosis > 0 ? 1 : 0;
    }
    // All of the requests must have reached the right one: 1 of 256.
    expect(passed).to.be.at.most(3);
  });
});

function sentTo({ methods }: ChainNode): number {
  return methods.filter(isSending).length;
}
