import { createServer } from "node:net";
import { expect } from "chai";
import { HardhatPluginError } from "hardhat/plugins";
import type { HardhatUserConfig } from "hardhat/types/config";
import { createPublicClient, custom } from "viem";
import { createAlphaHre } from "../support/alpha-hre.ts";
import { listen } from "../support/listen.ts";
import {
  type Behaviour,
  type FaultyServer,
  startFaultyServer,
} from "../support/node-model/server.ts";
import { errorOf, pluginMessageOf } from "../support/rejection-of.ts";

const SECRET = "c0ffee254729296a45a3885639ac7e10";
const SET_URL =
  "Check the node, or set another URL: ALPHA_DEVNET_RPC_URL, or alpha.networks.devnet.url in the Hardhat config.";
/** Shorter than Hardhat's tests of a slow node would wait. */
const TIMEOUT = 1_500;

const alphaOf = (url: string): HardhatUserConfig => ({
  alpha: {
    networks: {
      devnet: { url: `${url}/v1/${SECRET}`, hardhat: { timeout: TIMEOUT } },
    },
  },
});

async function connect(config: HardhatUserConfig, name = "devnet") {
  const hre = await createAlphaHre(config);
  return await hre.network.create(name);
}

/** A port of this machine that refuses connections. */
async function deadUrl(): Promise<string> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

describe("a request of a connection without a response", function () {
  this.timeout(20_000);

  let server: FaultyServer;
  let dead: string;
  before(async () => {
    server = await startFaultyServer();
    dead = await deadUrl();
  });
  after(async () => await server?.close());

  const status =
    (code: number): Behaviour =>
    ({ send }) =>
      send({ status: code, body: `{"key":"${SECRET}"}` });

  for (const [what, behaviour, reason] of [
    [
      "credentials that are rejected",
      status(401),
      "HTTP 401; the endpoint rejected the credentials: check the key",
    ],
    [
      "a path without an endpoint",
      status(404),
      "HTTP 404; no JSON-RPC endpoint at this path: check the URL",
    ],
    [
      "a node that is down behind its gateway",
      status(503),
      "HTTP 503; the endpoint is not available",
    ],
    [
      "a rate limit that lasts longer than Hardhat waits",
      ({ send }) => send({ status: 429, headers: { "retry-after": "60" } }),
      "HTTP 429; rate limit exceeded",
    ],
    [
      "a page",
      ({ send }) => send({ body: `<html>${SECRET}</html>` }),
      "the endpoint sent something that is not a JSON-RPC response",
    ],
    [
      "a connection that is closed",
      ({ socket }) => socket.destroy(),
      "the connection was closed before the response was complete",
    ],
    ["silence", () => undefined, "the timeout of 1.5 s was reached"],
  ] satisfies readonly (readonly [string, Behaviour, string])[]) {
    it(`given ${what}, then the error says so, with the origin and where the URL is set`, async () => {
      server.behave(behaviour);
      const { provider, close } = await connect(alphaOf(server.url));
      try {
        const error = await errorOf(() =>
          provider.request({ method: "eth_accounts" }),
        );

        expect(HardhatPluginError.isHardhatPluginError(error)).to.equal(true);
        expect(error).to.have.property(
          "message",
          `No response from devnet at ${server.url}: ${reason}. ${SET_URL}`,
        );
        expect(error.cause).to.equal(undefined);
      } finally {
        await close();
      }
    });
  }

  it("given a port where nothing listens, then hardhat-viem, viem's clients and a contract of theirs fail with one sentence", async () => {
    const { viem, close } = await connect(alphaOf(dead));
    const expected = `No response from devnet at ${dead}: connection refused: is the node running? ${SET_URL}`;
    const client = await viem.getPublicClient();
    try {
      for (const act of [
        () => viem.getWalletClients(),
        () => client.getBlockNumber(),
        () => client.getBalance({ address: ZERO }),
        () => client.getTransactionReceipt({ hash: `0x${"1".repeat(64)}` }),
      ]) {
        expect(await pluginMessageOf(act)).to.equal(expected);
      }
    } finally {
      await close();
    }
  });

  it("given a network of the user's own name, then its own setting is named", async () => {
    const { provider, close } = await connect(
      {
        networks: {
          live: { type: "http", url: dead, alphaNetwork: "devnet" },
        },
      },
      "live",
    );
    try {
      expect(
        await pluginMessageOf(() =>
          provider.request({ method: "eth_blockNumber" }),
        ),
      ).to.equal(
        `No response from live at ${dead}: connection refused: is the node running? Check the node, or set another URL: networks.live.url in the Hardhat config.`,
      );
    } finally {
      await close();
    }
  });

  it("given a network that is no Alpha network, then Hardhat's error stays", async () => {
    const { provider, close } = await connect(
      { networks: { other: { type: "http", url: dead } } },
      "other",
    );
    try {
      const error = await errorOf(() =>
        provider.request({ method: "eth_blockNumber" }),
      );
      expect(error).to.have.property("name", "HardhatError");
    } finally {
      await close();
    }
  });

  it("given an error that the node itself returns, whatever its code, then it stays the node's", async () => {
    const { provider, close } = await connect(alphaOf(server.url));
    try {
      for (const code of [-1, -32_005, 3]) {
        server.behave(({ id, json }) =>
          json({
            jsonrpc: "2.0",
            id,
            error: { code, message: "no such call" },
          }),
        );
        const error = await errorOf(() =>
          provider.request({ method: "eth_blockNumber" }),
        );
        expect(error).to.include({ message: "no such call", code });
      }
    } finally {
      await close();
    }
  });

  it("given a wait for a transaction, then the reason is in its error once", async () => {
    const { alpha, close } = await connect(alphaOf(dead));
    try {
      const message = await pluginMessageOf(() =>
        alpha?.waitForTransaction(`0x${"1".repeat(64)}`, {
          pollingTimeout: 300,
          pollingInterval: 100,
        }),
      );
      expect(message).to.contain("failed: connection refused");
      expect(message.split(dead)).to.have.lengthOf(2);
    } finally {
      await close();
    }
  });

  it("given viem's own client on the connection's provider, then its details are the sentence", async () => {
    const { provider, close } = await connect(alphaOf(dead));
    try {
      const client = createPublicClient({
        transport: custom(provider, { retryCount: 0 }),
      });
      const error = await errorOf(() => client.getBlockNumber());
      expect(error)
        .to.have.property("details")
        .that.contains(`No response from devnet at ${dead}`);
    } finally {
      await close();
    }
  });
});

const ZERO = "0x0000000000000000000000000000000000000000";
