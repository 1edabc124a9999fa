import { inspect } from "node:util";
import hardhatEthers from "@nomicfoundation/hardhat-ethers";
import { expect } from "chai";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import { createAlphaHre } from "../support/alpha-hre.ts";
import { httpProvider, startAnvil } from "../support/anvil.ts";
import {
  CANARY,
  CANARY_HEADERS,
  canaryUrl,
  gossip,
  leaksIn,
  leaksOf,
} from "../support/canaries.ts";
import { DISGUISES, TRUNCATIONS } from "../support/disguises.ts";
import {
  type FaultyServer,
  type NodeError,
  startFaultyServer,
} from "../support/node-model/server.ts";
import { errorOf } from "../support/rejection-of.ts";

const ZERO = "0x0000000000000000000000000000000000000000";
const DATA = `0x08c379a0${"00".repeat(31)}20`;
/** Methods of which Hardhat or EDR needs the answer to open a connection. */
const HONEST: Readonly<Record<string, unknown>> = {
  eth_chainId: "0x7ec8",
  net_version: "32456",
};
const HIDDEN = "(not shown: it may contain part of the URL)";

describe("an error of the node of a connection", function () {
  this.timeout(20_000);

  let error: NodeError["error"];
  let server: FaultyServer;
  let hre: HardhatRuntimeEnvironment;
  before(async () => {
    server = await startFaultyServer({
      node: (method) => HONEST[method] ?? { error },
    });
    hre = await createAlphaHre({
      plugins: [hardhatEthers],
      alpha: {
        networks: {
          devnet: {
            url: canaryUrl(new URL(server.url).host),
            hardhat: { httpHeaders: CANARY_HEADERS, accounts: "remote" },
          },
        },
      },
    });
  });
  after(async () => await server?.close());

  type Connection = Awaited<ReturnType<typeof hre.network.create>>;
  const CALLERS: Readonly<Record<string, (of: Connection) => unknown>> = {
    "the provider": ({ provider }) =>
      provider.request({ method: "eth_call", params: [{}, "latest"] }),
    viem: async ({ viem }) =>
      await (await viem.getPublicClient()).call({ to: ZERO, data: "0x" }),
    "viem's transaction": async ({ viem }) =>
      await (await viem.getWalletClient(ZERO)).sendTransaction({ to: ZERO }),
    ethers: async ({ ethers }) => await ethers.provider.getBalance(ZERO),
    "ethers' transaction": async ({ ethers }) =>
      await (await ethers.getSigner(ZERO)).sendTransaction({ to: ZERO }),
  };

  async function failure(call: (of: Connection) => unknown): Promise<Error> {
    const connection = await hre.network.create("devnet");
    try {
      return await errorOf(async () => await call(connection));
    } finally {
      await connection.close();
    }
  }
  const request = CALLERS["the provider"] ?? (() => undefined);

  for (const [title, call] of Object.entries(CALLERS)) {
    it(`given everything that a node can repeat, then ${title} shows none of it`, async () => {
      const repeated = gossip("/v3/", CANARY_HEADERS);
      const data = [{ note: `rejected ${repeated}` }];
      error = { code: -32000, message: `rejected: ${repeated}`, data };

      const thrown = await failure(call);

      expect(leaksIn(repeated)).not.to.eql([]);
      expect(leaksOf(thrown)).to.eql([]);
      expect(inspect(thrown)).to.include(HIDDEN);
    });
  }

  for (const [title, write] of Object.entries({
    ...DISGUISES,
    ...TRUNCATIONS,
  })) {
    it(`given a key with ${title}, then it is not in the message`, async () => {
      const written = write(CANARY.path);
      error = { code: -32000, message: `no such key ${written} here` };

      const { message } = await failure(request);

      expect(message).to.include(HIDDEN);
      expect(message).not.to.include(written);
    });
  }

  it("given a secret in the message and in texts of the data, then their other words, the code and the revert data are unchanged", async () => {
    const message = `execution reverted: nonce too low (key ${CANARY.path})`;
    const note = `Reverted ${DATA} for ${CANARY.path}`;
    error = { code: 3, message, data: { data: DATA, note, at: 7 } };

    const thrown = await failure(request);

    expect(thrown).to.deep.include({
      code: 3,
      data: { data: DATA, note: `Reverted ${DATA} for ${HIDDEN}`, at: 7 },
    });
    expect(thrown.message).to.equal(
      `execution reverted: nonce too low (key ${HIDDEN}`,
    );
  });

  it("given a message without a secret, then it is unchanged", async () => {
    const message = "execution reverted:\n\u001b[31m insufficient funds\u202e";
    error = { code: -32000, message, data: DATA };

    const thrown = await failure(request);

    expect(thrown).to.include({ message, code: -32000, data: DATA });
  });
});

describe("an error of the forked node of a connection", function () {
  this.timeout(20_000);

  it("given everything that a node can repeat, then the provider shows none of it", async () => {
    const anvil = await startAnvil({ chainId: 32456 });
    const { request } = httpProvider(anvil.url);
    const server = await startFaultyServer({
      ask: async (method, params) => await request({ method, params }),
    });
    try {
      const hre = await createAlphaHre({
        alpha: {
          forks: true,
          networks: {
            devnet: {
              url: canaryUrl(new URL(server.url).host),
              hardhat: { httpHeaders: CANARY_HEADERS },
            },
          },
        },
      });
      const { provider, close } = await hre.network.create("devnetFork");
      const message = `rejected: ${gossip("/v3/", CANARY_HEADERS)}`;
      server.behave(({ id, json }) =>
        json({ jsonrpc: "2.0", id, error: { code: -32000, message } }),
      );

      const thrown = await errorOf(
        async () =>
          await provider.request({
            method: "eth_getBalance",
            params: ["0x00000000000000000000000000000000000a11ce", "latest"],
          }),
      );
      await close();

      expect(leaksOf(thrown)).to.eql([]);
      expect(thrown.message).to.include(HIDDEN);
    } finally {
      await server.close();
      await anvil.close();
    }
  });
});
