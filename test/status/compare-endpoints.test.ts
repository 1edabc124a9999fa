import { expect } from "chai";
import { SANDBOX_DEPLOYER } from "../../src/connect/recognise-sandbox.ts";
import { createHttpTransport } from "../../src/rpc/http-transport.ts";
import type { NetworkStatus } from "../../src/status/report.ts";
import { statusOfNetwork } from "../../src/status/status-of-networks.ts";
import { respond } from "../support/node-model/behaviours.ts";
import { honest, startFaultyServer } from "../support/node-model/server.ts";

const CHAIN_ID = 32456;

interface Node {
  readonly head: number;
  /** Tells the blocks of one chain from another's. */
  readonly fork?: string;
  /** Below this height its blocks are those of the chain `a`. */
  readonly forkedAt?: number;
  readonly chainId?: number;
  /** Of its blocks, in seconds. */
  readonly age?: number;
  /** How often it says that it is syncing; then it is not. */
  readonly syncs?: number;
  readonly isDead?: boolean;
  /** How many blocks it answers with that are asked for; then with its latest one. */
  readonly reads?: number;
  readonly isSandbox?: boolean;
}

/** An honest node of a chain whose block hashes tell its fork. */
function answers(node: Node) {
  const { head, fork = "a", forkedAt = 0, chainId = CHAIN_ID, age = 0 } = node;
  const block = (number: number) => ({
    number: `0x${number.toString(16)}`,
    hash: `0x${(number < forkedAt ? "a" : fork).repeat(8)}${number.toString(16).padStart(56, "0")}`,
    timestamp: `0x${(Math.floor(Date.now() / 1000) - age).toString(16)}`,
  });
  let syncs = node.syncs ?? 0;
  let reads = node.reads ?? Infinity;
  return (method: string, [tag]: readonly unknown[]): unknown => {
    switch (method) {
      case "eth_chainId":
        return `0x${chainId.toString(16)}`;
      case "eth_syncing":
        return syncs-- > 0
          ? { startingBlock: "0x0", currentBlock: "0x1", highestBlock: "0x9" }
          : false;
      case "eth_getBlockByNumber":
        return block(tag === "latest" || reads-- <= 0 ? head : Number(tag));
      case "eth_getTransactionCount":
        return node.isSandbox && tag === SANDBOX_DEPLOYER ? "0x1" : "0x0";
      default:
        return node.isSandbox ? "HardhatNetwork/3" : "Honest/v1";
    }
  };
}

async function statusOf(
  nodes: readonly Node[],
  startBlock = 1,
): Promise<NetworkStatus> {
  const servers = await Promise.all(
    nodes.map((node) =>
      startFaultyServer({
        node: answers(node),
        behaviour: node.isDead ? respond(401) : honest,
      }),
    ),
  );
  const transports = servers.map(({ url }) =>
    createHttpTransport({ url, retryBaseMs: 1 }),
  );
  try {
    const [main, ...others] = transports;
    if (main === undefined) {
      throw new Error("No node was given.");
    }
    return await statusOfNetwork(main, {
      network: "devnet",
      hardhatNetwork: "devnet",
      chain: { chainId: CHAIN_ID, chainsWithSameId: [] },
      limits: { maxBlockAge: 600, inProcess: false, startBlock },
      others,
      remedy: "Check it.",
    });
  } finally {
    await Promise.all(transports.map((transport) => transport.close()));
    await Promise.all(servers.map((server) => server.close()));
  }
}

const A = { head: 100 };
const B = { head: 100, fork: "b" };
const STOPPED = { age: 86_400 };

describe("the endpoints of one network", () => {
  for (const [title, nodes, states, behind] of [
    ["one", [A], ["ok"]],
    [
      "three that agree",
      [A, { head: 88 }, { head: 101 }],
      ["ok", "ok", "ok"],
      ["13", "0"],
    ],
    ["one that has two blocks only", [A, { head: 1 }], ["ok", "ok"], ["99"]],
    ["one of three on a fork", [A, B, A], ["ok", "wrong-chain", "ok"]],
    ["the main one of three on a fork", [B, A, A], ["wrong-chain", "ok", "ok"]],
    ["two on different forks", [A, B], ["unknown", "unknown"]],
    [
      "two that stopped on an old fork, which outvote nobody",
      [A, { ...B, ...STOPPED }, { ...B, ...STOPPED }],
      ["unknown", "stale", "stale"],
    ],
    [
      "one that stopped on an old fork, and two that went on",
      [A, { ...B, ...STOPPED }, A],
      ["ok", "stale", "ok"],
    ],
    [
      "one on a fork, and one that agrees with the main one, and stopped",
      [A, B, { ...A, ...STOPPED }],
      ["unknown", "unknown", "stale"],
    ],
    [
      "two that forked above the head of a third",
      [{ head: 1000 }, { head: 10 }, { head: 1001, fork: "b", forkedAt: 900 }],
      ["unknown", "ok", "unknown"],
    ],
    [
      "one that left the chain of three above the head of one of them",
      [
        { head: 1000 },
        { head: 10 },
        { head: 1000, fork: "b", forkedAt: 900 },
        { head: 1001 },
      ],
      ["ok", "ok", "wrong-chain", "ok"],
    ],
    [
      "a dead one, which speaks neither for nor against the others",
      [A, { ...A, isDead: true }, A],
      ["ok", "unknown", "ok"],
      [undefined, "0"],
    ],
    [
      "one that answers with another block than the one asked for, which says nothing",
      [A, { head: 101, fork: "b", reads: 0 }],
      ["ok", "ok"],
    ],
    [
      "one of another chain id, whose blocks mean nothing here",
      [A, { ...B, chainId: 5 }],
      ["ok", "wrong-chain"],
    ],
  ] as const satisfies readonly (readonly [
    string,
    readonly Node[],
    readonly string[],
    (readonly (string | undefined)[])?,
  ])[]) {
    it(`given ${title}, then their states are ${states.join(", ")}, and what is not ok has a remedy`, async () => {
      const status = await statusOf(nodes);
      const all = [status, ...(status.endpoints ?? [])];

      expect(all.map(({ state }) => state)).to.deep.equal(states);
      for (const { state, remedy } of all) {
        expect(remedy === undefined).to.equal(state === "ok");
      }
      if (nodes.length === 1) {
        expect(status).not.to.have.property("endpoints");
      }
      if (behind !== undefined) {
        const shown = status.endpoints?.map((one) => one.behind);
        expect(shown).to.deep.equal(behind);
      }
    });
  }

  for (const startBlock of [50, 0]) {
    it(`given a served sandbox in place of the main one, and startBlock ${startBlock}, then nothing is compared with its chain`, async () => {
      const sandbox = { head: 2, fork: "b", isSandbox: true };
      const { endpoints = [], ...main } = await statusOf(
        [sandbox, A, A],
        startBlock,
      );

      expect(main).to.include({
        state: "ok",
        note: "it is a sandbox, not the live network",
      });
      expect(
        endpoints.map(({ state, behind }) => [state, behind]),
      ).to.deep.equal([
        ["ok", undefined],
        ["ok", undefined],
      ]);
      const { endpoints: [other] = [] } = await statusOf(
        [A, sandbox],
        startBlock,
      );
      expect(other?.state).to.equal("unknown");
    });
  }

  it("given one that returns its block only once while others disagree, then its state is unknown, and that is not said to be another chain", async () => {
    const status = await statusOf([A, B, { ...A, reads: 1 }]);
    const [, last] = status.endpoints ?? [];

    expect(last?.state).to.equal("unknown");
    expect(last?.reason).to.contain("could not be read each time");
  });

  it("given one that is syncing at first, and not when it is asked again, then its state is unknown, and says why", async () => {
    const { state, reason } = await statusOf([{ ...A, syncs: 1 }]);

    expect(state).to.equal("unknown");
    expect(reason).to.match(
      /^it is syncing.*; on a second read, it is ok: its backends may be out of sync$/,
    );
  });
});
