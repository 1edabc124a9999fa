import { expect } from "chai";
import type { Address } from "../../../src/base/address.ts";
import type { Hex } from "../../../src/base/hex.ts";
import { ROLE_EVENTS } from "../../../src/contracts/types/roles.ts";
import { NetworkReader } from "../../../src/verify/asking/network-reader.ts";
import { readRoleHistories } from "../../../src/verify/asking/read-hints.ts";
import { nodeError } from "../../support/node-model/backends.ts";
import {
  type Behaviour,
  type ServedOptions,
  withServer,
} from "../../support/node-model/server.ts";

const HEAD = 40_000;
const HASH: Hex = `0x${"11".repeat(32)}`;
const ADDRESS: Address = `0x${"ab".repeat(20)}`;
const MEMBER = `0x${"cd".repeat(20)}`;
const [EVENT] = ROLE_EVENTS.keys();
/** The blocks with an event. */
const EVENTS = [100, 35_000, HEAD - 70];

/** A node that serves events of so many blocks at a time. */
const serving =
  (blocks: number, refusal: unknown, more: object = {}, hash: Hex = HASH) =>
  (method: string, [filter]: readonly unknown[]): unknown => {
    if (method === "eth_getBlockByNumber") {
      return { number: filter, hash, timestamp: "0x1" };
    }
    if (method !== "eth_getLogs") {
      return "0x1";
    }
    const { fromBlock, toBlock } = Object(filter);
    const [from, to] = [Number(fromBlock), Number(toBlock)];
    return to - from < blocks
      ? EVENTS.filter((block) => from <= block && block <= to).map((block) => ({
          address: ADDRESS,
          ...more,
          topics: [
            EVENT,
            `0x${block.toString(16).padStart(64, "0")}`,
            `0x${MEMBER.slice(2).padStart(64, "0")}`,
          ],
        }))
      : refusal;
  };

/** Gateways' refusals of a range, of which some have the code of a rate limit. */
const REFUSALS = {
  "Alchemy, code -32602": nodeError(
    -32602,
    "Log response size exceeded. You can make eth_getLogs requests with up to a 50 block range",
  ),
  "Infura, code -32005": nodeError(
    -32005,
    "query returned more than 10000 results",
  ),
  "BlastAPI, code -32005": nodeError(-32005, "block range limit exceeded"),
} as const;

/** For the whole network, in ms. */
const TOTAL = 8_000;

describe("readRoleHistories", function () {
  this.timeout(30_000);

  /** The history, and how the endpoint answers something else afterwards. */
  async function read(served: ServedOptions) {
    const transport = { retries: undefined, deadline: Date.now() + TOTAL };
    return await withServer(
      { ...served, transport },
      async ({ transport: way, server }) => {
        const network = new NetworkReader(way, {
          chainId: 1,
          chainsWithSameId: [],
        });
        const reader = network.at({ number: BigInt(HEAD), hash: HASH });
        const [history] = await readRoleHistories(
          reader,
          [{ kind: "events", address: ADDRESS }],
          { startBlock: 0n },
        );
        const { ok } = await way.request("eth_chainId", []);
        return {
          ok,
          missing: history?.missing,
          blocks: (history?.said ?? []).map(({ role }) => Number(role)),
          requests: server.received.length,
        };
      },
    );
  }

  for (const [name, refusal] of Object.entries(REFUSALS)) {
    it(`given a node that serves 50 blocks a call (${name}), then the latest events are read in such ranges, and it says which are not`, async () => {
      const { blocks, missing, ok, requests } = await read({
        node: serving(50, refusal),
      });

      expect(blocks).to.deep.equal([HEAD - 70]);
      expect(missing).to.match(/ block 3\d{4}/);
      expect(ok).to.equal(true);
      expect(requests).to.be.below(40);
    });
  }

  it("given a node that serves 10,000 blocks a call, then all events are read", async () => {
    const { blocks, missing } = await read({
      node: serving(10_000, REFUSALS["Alchemy, code -32602"]),
    });

    expect(blocks.toSorted((a, b) => a - b)).to.deep.equal(EVENTS);
    expect(missing).to.equal(undefined);
  });

  for (const [what, node] of [
    ["of another contract", serving(1e6, null, { address: MEMBER })],
    ["that were removed", serving(1e6, null, { removed: true })],
    [
      "without the latest block",
      serving(1e6, null, {}, `0x${"22".repeat(32)}`),
    ],
  ] as const) {
    it(`given events ${what}, then none are read, and it says so`, async () => {
      const { blocks, missing } = await read({ node });

      expect(blocks).to.deep.equal([]);
      expect(missing).to.match(
        /^no events up to block (40000|39950) were read/,
      );
    });
  }

  for (const [what, behaviour] of [
    ["limits them for ever", ({ send }) => send({ status: 429 })],
    ["never answers them", () => {}],
  ] as const satisfies readonly (readonly [string, Behaviour])[]) {
    it(`given a node that ${what}, then they take their share of the time, and others are asked without a wait`, async () => {
      const { blocks, missing, ok } = await read({
        behaviour: (exchange) =>
          exchange.method === "eth_getLogs"
            ? behaviour(exchange)
            : exchange.json(exchange.honestBody()),
      });

      expect(blocks).to.deep.equal([]);
      expect(missing).to.contain(`block ${HEAD}`);
      expect(ok).to.equal(true);
    });
  }
});
