import { inspect } from "node:util";
import hardhatEthers from "@nomicfoundation/hardhat-ethers";
import { expect } from "chai";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import { createAlphaHre } from "../support/alpha-hre.ts";
import {
  CANARY,
  CANARY_HEADERS,
  canaryUrl,
  gossip,
  leaksIn,
  leaksOf,
} from "../support/canaries.ts";
import { ask, closing } from "../support/connections.ts";
import {
  type FaultyServer,
  type NodeError,
  startFaultyServer,
} from "../support/node-model/server.ts";
import { errorOf } from "../support/rejection-of.ts";

const ZERO = "0x0000000000000000000000000000000000000000";
const DATA = `0x08c379a0${"00".repeat(31)}20`;
const HIDDEN = "(not shown: it may contain part of the URL)";

/** devnet at a server, with secrets in the URL and the headers. */
const devnetAt = ({ url }: FaultyServer) => ({
  url: canaryUrl(new URL(url).host),
  hardhat: { httpHeaders: CANARY_HEADERS, accounts: "remote" as const },
});

describe("an error of the node of a connection", function () {
  this.timeout(60_000);

  let error: NodeError["error"];
  let server: FaultyServer;
  let hre: HardhatRuntimeEnvironment;
  before(async () => {
    server = await startFaultyServer({
      // Hardhat needs the chain id to send a request.
      node: (method) => (method === "eth_chainId" ? "0x7ec8" : { error }),
    });
    hre = await createAlphaHre({
      plugins: [hardhatEthers],
      alpha: { networks: { devnet: devnetAt(server) } },
    });
  });
  after(async () => await server?.close());

  type Connection = Awaited<ReturnType<typeof hre.network.create>>;
  const request = async (connection: Connection) =>
    await ask(connection, "eth_call", {}, "latest");
  const CALLERS: Readonly<Record<string, (of: Connection) => unknown>> = {
    "the provider": request,
    "viem's transaction": async ({ viem }) =>
      await (await viem.getWalletClient(ZERO)).sendTransaction({ to: ZERO }),
    "ethers' transaction": async ({ ethers }) =>
      await (await ethers.getSigner(ZERO)).sendTransaction({ to: ZERO }),
  };

  async function failure(call = CALLERS["the provider"]): Promise<Error> {
    await using connection = closing(await hre.network.create("devnet"));
    return await errorOf(async () => await call?.(connection));
  }

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

  for (const [title, call] of Object.entries(CALLERS)) {
    it(`given a key in the names of members, then ${title} shows none of it`, async () => {
      const name = `/v3/${CANARY.path}`;
      const data = { [name]: 1, list: [{ [name]: { [name]: true } }] };
      error = { code: 3, message: "reverted", data };

      const thrown = await failure(call);

      expect(leaksOf(thrown)).to.eql([]);
    });
  }

  it("given a secret in the message and in texts of the data, then their other words, the code and the revert data are unchanged", async () => {
    const message = `execution reverted: nonce too low (key ${CANARY.path})`;
    const note = `Reverted ${DATA} for ${CANARY.path}`;
    error = { code: 3, message, data: { data: DATA, note, at: 7 } };

    const thrown = await failure();

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

    const thrown = await failure();

    expect(thrown).to.include({ message, code: -32000, data: DATA });
  });
});
