import { expect } from "chai";
import type { NetworkConnection } from "hardhat/types/network";

import { createAlphaHre } from "../../support/alpha-hre.ts";
import {
  type ChainNode,
  type ChainNodeOptions,
  GNOSIS_GENESIS,
  startChainNode,
} from "../../support/chain-node.ts";
import {
  type PoolRequest,
  startNodePool,
} from "../../support/node-model/server.ts";
import { seededRandom } from "../../support/node-model/trials.ts";
import { TRANSACTION } from "./transaction.ts";

/** Whether a request goes to the backend of the other chain. */
type IsOther = (request: PoolRequest) => boolean;

const NONE = { toThird: 0, toOther: 0 };

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

/** Other chains of the id 100. */
const GNOSIS: ChainNodeOptions = { genesis: GNOSIS_GENESIS, code: "0x" };
const UNKNOWN: ChainNodeOptions = {
  genesis: `0x${"99".repeat(32)}`,
  code: "0x",
};
const OTHERS: Readonly<Record<string, ChainNodeOptions>> = {
  "Gnosis Chain": GNOSIS,
  "Gnosis Chain with a contract at the router's address": {
    genesis: GNOSIS_GENESIS,
  },
  "an unknown chain": UNKNOWN,
  "an unknown chain with a contract at the router's address": {
    genesis: `0x${"99".repeat(32)}`,
  },
};

describe("the guard before a load balancer whose backends serve two chains", function () {
  this.timeout(60_000);

  /** How many transactions arrived at each of the chains. */
  async function run(other: ChainNodeOptions, isOther: IsOther, reads: number) {
    const third = await startChainNode();
    const foreign = await startChainNode(other);
    const pool = await startNodePool(
      (request) => (isOther(request) ? foreign : third).url,
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
      const results = await sendSome(connection, reads);
      await connection.close();
      const toThird = sentTo(third);
      const toOther = sentTo(foreign);
      const refused = results.filter(({ status }) => status === "rejected");
      expect(toThird + toOther + refused.length).to.equal(results.length);
      return { toThird, toOther };
    } finally {
      await pool.close();
      await Promise.all([third.close(), foreign.close()]);
    }
  }

  for (const [title, isOther] of Object.entries<IsOther>({
    "requests in turn": ({ nth }) => nth % 2 === 1,
    "requests in turn, the other first": ({ nth }) => nth % 2 === 0,
    "connections in turn": ({ connection }) => connection % 2 === 1,
    "every third connection": ({ connection }) => connection % 3 === 2,
    "all but the first connection": ({ connection }) => connection > 0,
    "all but the first three requests": ({ nth }) => nth > 2,
    "requests for blocks": ({ method }) => method === "eth_getBlockByNumber",
    "requests for code": ({ method }) => method === "eth_getCode",
  })) {
    for (const reads of [0, 1, 2, 3]) {
      it(`given ${title} at the other chain, after ${reads} reads, nothing is sent`, async () => {
        expect(await run(GNOSIS, isOther, reads)).to.deep.equal(NONE);
      });
    }
  }

  for (const period of [3, 4, 5, 6, 7, 8]) {
    it(`given one of ${period} backends at the other chain, in turn, whichever is first, nothing is sent`, async () => {
      for (let phase = 0; phase < period; phase++) {
        const isOther: IsOther = ({ nth }) => nth % period === phase;
        expect(await run(GNOSIS, isOther, 0)).to.deep.equal(NONE);
      }
    });
  }

  for (const [name, other] of Object.entries(OTHERS)) {
    it(`given ${name} for further connections or after some requests, nothing is sent`, async () => {
      for (const isOther of [
        ({ connection }) => connection > 0,
        ({ nth }) => nth > 4,
      ] satisfies IsOther[]) {
        expect(await run(other, isOther, 0)).to.deep.equal(NONE);
      }
    });
  }

  it("given an unknown chain for every second or third request, nothing is sent", async () => {
    for (const isOther of [
      ({ nth }) => nth % 2 === 0,
      ({ nth }) => nth % 2 === 1,
      ({ nth }) => nth % 3 === 0,
      ({ nth }) => nth % 3 === 1,
      ({ nth }) => nth % 3 === 2,
    ] satisfies IsOther[]) {
      expect(await run(UNKNOWN, isOther, 0)).to.deep.equal(NONE);
    }
  });

  it("given a backend of the other chain for half of the requests at random, in 50 seeded trials, few get past it", async () => {
    const { fraction } = seededRandom(14);
    let passed = 0;
    for (let trial = 0; trial < 50; trial++) {
      const isOther: IsOther = () => fraction() < 0.5;
      const { toThird, toOther } = await run(GNOSIS, isOther, 0);
      passed += toThird + toOther > 0 ? 1 : 0;
    }
    // All of the requests must have reached the right one: 1 of 256.
    expect(passed).to.be.at.most(3);
  });
});

function sentTo({ methods }: ChainNode): number {
  return methods.filter(isSending).length;
}
