import { expect } from "chai";
import { createHttpTransport } from "../../src/rpc/http-transport.ts";
import type { NetworkStatus } from "../../src/status/report.ts";
import { statusOfNetwork } from "../../src/status/status-of-networks.ts";
import { startFaultyServer } from "../support/node-model/server.ts";

const CHAIN_ID = 32456;

interface Node {
  readonly head: number;
  /** Tells the blocks of one chain from another's. */
  readonly fork?: string;
  /** Below this height its blocks are those of the chain `a`. */
  readonly forkedAt?: number;
  readonly chainId?: number;
  readonly isSyncing?: boolean;
  readonly isDead?: boolean;
}

/** An honest node of a chain whose block hashes tell its fork. */
function answers({
  head,
  fork = "a",
  forkedAt = 0,
  chainId = CHAIN_ID,
  isSyncing,
}: Node) {
  const block = (number: number) => ({
    number: `0x${number.toString(16)}`,
    hash: `0x${(number < forkedAt ? "a" : fork).repeat(8)}${number.toString(16).padStart(56, "0")}`,
    timestamp: `0x${Math.floor(Date.now() / 1000).toString(16)}`,
  });
  return (method: string, [tag]: readonly unknown[]): unknown => {
    switch (method) {
      case "eth_chainId":
        return `0x${chainId.toString(16)}`;
      case "eth_syncing":
        return isSyncing === true
          ? { startingBlock: "0x0", currentBlock: "0x1", highestBlock: "0x9" }
          : false;
      case "eth_getBlockByNumber":
        return block(tag === "latest" ? head : Number(tag));
      default:
        return "Honest/v1";
    }
  };
}

async function statusOf(nodes: readonly Node[]): Promise<NetworkStatus> {
  const servers = await Promise.all(
    nodes.map(
      async (node) =>
        await startFaultyServer({
          node: answers(node),
          ...(node.isDead === true
            ? { behaviour: ({ send }) => send({ status: 401 }) }
            : {}),
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
      limits: { maxBlockAge: 600, inProcess: false, startBlock: 1 },
      others,
    });
  } finally {
    await Promise.all(transports.map((transport) => transport.close()));
    await Promise.all(servers.map((server) => server.close()));
  }
}

const statesOf = ({ state, endpoints = [] }: NetworkStatus) => [
  state,
  ...endpoints.map((endpoint) => endpoint.state),
];

describe("the endpoints of one network", () => {
  it("given two nodes that forked above the head of a third, then their states are unknown, whatever the third's", async () => {
    const { state, endpoints } = await statusOf([
      { head: 1000 },
      { head: 10 },
      { head: 1001, fork: "b", forkedAt: 900 },
    ]);

    expect([state, ...(endpoints ?? []).map((one) => one.state)]).to.deep.equal(
      ["unknown", "ok", "unknown"],
    );
  });

  it("given three nodes of which one left the chain above the head of a fourth, then it is on another chain", async () => {
    const { state, endpoints } = await statusOf([
      { head: 1000 },
      { head: 10 },
      { head: 1000, fork: "b", forkedAt: 900 },
      { head: 1001 },
    ]);

    expect([state, ...(endpoints ?? []).map((one) => one.state)]).to.deep.equal(
      ["ok", "ok", "wrong-chain", "ok"],
    );
  });

  it("are all ok where they agree, with how far each is behind", async () => {
    const status = await statusOf([{ head: 100 }, { head: 88 }, { head: 101 }]);

    expect(statesOf(status)).to.deep.equal(["ok", "ok", "ok"]);
    expect(status.endpoints?.map(({ behind }) => behind)).to.deep.equal([
      "13",
      "0",
    ]);
  });

  it("has no list of endpoints where there is one only", async () => {
    expect(await statusOf([{ head: 100 }])).not.to.have.property("endpoints");
  });

  it("names the one of three that is on a fork, wherever it stands", async () => {
    for (const fork of [0, 1, 2]) {
      const status = await statusOf(
        [0, 1, 2].map((index) => ({
          head: 100 + index,
          fork: index === fork ? "b" : "a",
        })),
      );
      expect(statesOf(status)).to.deep.equal(
        [0, 1, 2].map((index) => (index === fork ? "wrong-chain" : "ok")),
      );
    }
  });

  it("cannot tell which of two is right, so both are unknown", async () => {
    const status = await statusOf([{ head: 100 }, { head: 100, fork: "b" }]);

    expect(statesOf(status)).to.deep.equal(["unknown", "unknown"]);
    expect(status.reason).to.match(/different blocks at height 98/);
  });

  it("compares at a height that the lowest has", async () => {
    expect(
      statesOf(await statusOf([{ head: 100 }, { head: 1 }])),
    ).to.deep.equal(["ok", "ok"]);
  });

  it("does not let a dead one speak for or against the others", async () => {
    const status = await statusOf([
      { head: 100 },
      { head: 100, isDead: true },
      { head: 100 },
    ]);

    expect(statesOf(status)).to.deep.equal(["ok", "unknown", "ok"]);
    expect(status.endpoints?.[0]).not.to.have.property("behind");
  });

  it("leaves out one of another chain id, whose blocks mean nothing here", async () => {
    const status = await statusOf([
      { head: 100 },
      { head: 100, fork: "b", chainId: 5 },
    ]);

    expect(statesOf(status)).to.deep.equal(["ok", "wrong-chain"]);
  });

  it("keeps the state of one that is syncing", async () => {
    const status = await statusOf([
      { head: 100 },
      { head: 9, isSyncing: true },
    ]);

    expect(statesOf(status)).to.deep.equal(["ok", "syncing"]);
  });
});
