import { expect } from "chai";

import {
  type ChainNodeOptions,
  GNOSIS_GENESIS,
  startChainNode,
} from "../../support/chain-node.ts";
import { ask, closing, connectTo } from "../../support/connections.ts";
import { type PoolRequest, startNodePool } from "./node-pool.ts";
import { nodeAt, outcomeOf, sentTo } from "./sending.ts";

/** Whether a request goes to the backend of the other chain. */
type IsOther = (request: PoolRequest) => boolean;

/** Other chains of the id 100, without the router and with it. */
const GNOSIS = { genesis: GNOSIS_GENESIS, code: "0x" };
const UNKNOWN = { genesis: `0x${"99".repeat(32)}`, code: "0x" };
const OTHERS: Readonly<Record<string, ChainNodeOptions>> = {
  "an unknown chain": UNKNOWN,
  "an unknown chain with a contract at the router's address": {
    genesis: UNKNOWN.genesis,
  },
  "Gnosis Chain with a contract at the router's address": {
    genesis: GNOSIS.genesis,
  },
};

/** How many of three transactions, after some reads, arrive at any chain. */
async function countSent(
  other: ChainNodeOptions,
  isOther: IsOther,
  reads = 0,
): Promise<number> {
  await using third = await startChainNode();
  await using foreign = await startChainNode(other);
  await using pool = closing(
    await startNodePool((request) => (isOther(request) ? foreign : third).url),
  );
  await using connection = await connectTo("third", nodeAt(pool.url));
  for (let read = 0; read < reads; read++) {
    await ask(connection, "eth_blockNumber");
  }
  const outcomes = await Promise.all(
    [1, 2, 3].map(async () => await outcomeOf(connection)),
  );
  const sent = outcomes.filter((outcome) => outcome === "sent").length;
  expect(sentTo(third).length + sentTo(foreign).length).to.equal(sent);
  return sent;
}

describe("the guard before a load balancer whose backends serve two chains", function () {
  this.timeout(60_000);

  for (const [title, isOther] of Object.entries<IsOther>({
    "connections in turn": ({ connection }) => connection % 2 === 1,
    "all but the first connection": ({ connection }) => connection > 0,
    "all but the first three requests": ({ nth }) => nth > 2,
    "requests for blocks": ({ method }) => method === "eth_getBlockByNumber",
    "requests for code": ({ method }) => method === "eth_getCode",
  })) {
    it(`given ${title} at the other chain, after up to three reads, nothing is sent`, async () => {
      for (const reads of [0, 1, 2, 3]) {
        expect(await countSent(GNOSIS, isOther, reads)).to.equal(0);
      }
    });
  }

  for (const period of [2, 3, 4, 5, 8]) {
    it(`given one of ${period} backends at the other chain, in turn, whichever is first, nothing is sent`, async () => {
      for (let phase = 0; phase < period; phase++) {
        const isOther: IsOther = ({ nth }) => nth % period === phase;
        expect(await countSent(GNOSIS, isOther)).to.equal(0);
      }
    });
  }

  for (const [name, other] of Object.entries(OTHERS)) {
    it(`given ${name} for further connections or after some requests, nothing is sent`, async () => {
      for (const isOther of [
        ({ connection }) => connection > 0,
        ({ nth }) => nth > 4,
      ] satisfies IsOther[]) {
        expect(await countSent(other, isOther)).to.equal(0);
      }
    });
  }
});
