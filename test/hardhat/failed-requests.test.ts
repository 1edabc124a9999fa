import { expect } from "chai";
import { HardhatPluginError } from "hardhat/plugins";
import type { HardhatUserConfig } from "hardhat/types/config";
import {
  BaseError,
  createPublicClient,
  custom,
  getContract,
  parseAbi,
} from "viem";

import { createAlphaHre } from "../support/alpha-hre.ts";
import { ask, closing, connectTo } from "../support/connections.ts";
import { DEAD_URL } from "../support/listen.ts";
import {
  type Behaviour,
  type FaultyServer,
  startFaultyServer,
} from "../support/node-model/server.ts";
import { errorOf, pluginMessageOf } from "../support/rejection-of.ts";

const SECRET = "c0ffee254729296a45a3885639ac7e10";
const SET_URL =
  "Check the node, or set another URL: ALPHA_DEVNET_RPC_URL, or alpha.networks.devnet.url in the Hardhat config.";
const ABI = parseAbi(["function set()"]);
const ZERO = "0x0000000000000000000000000000000000000000";
const HASH = `0x${"1".repeat(64)}` as const;

/** A node of devnet; its timeout is shorter than Hardhat's tests of a slow node would wait. */
const nodeAt = (url: string): HardhatUserConfig => {
  const devnet = { url: `${url}/v1/${SECRET}`, hardhat: { timeout: 3_000 } };
  return { alpha: { networks: { devnet } } };
};

describe("a request of a connection without a response", function () {
  this.timeout(60_000);

  let server: FaultyServer;
  before(async () => {
    server = await startFaultyServer();
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
      "a rate limit that lasts longer than Hardhat waits",
      ({ send }) => send({ status: 429, headers: { "retry-after": "60" } }),
      "HTTP 429; rate limit exceeded",
    ],
    [
      "a page",
      ({ send }) => send({ body: `<html>${SECRET}</html>` }),
      "the endpoint sent something that is not a JSON-RPC response",
    ],
    ["silence", () => undefined, "the timeout of 3 s was reached"],
  ] satisfies readonly (readonly [string, Behaviour, string])[]) {
    it(`given ${what}, then the error says so, with the origin and where the URL is set`, async () => {
      server.behave(behaviour);
      await using connection = await connectTo("devnet", nodeAt(server.url));
      const error = await errorOf(() => ask(connection, "eth_accounts"));

      expect(HardhatPluginError.isHardhatPluginError(error)).to.equal(true);
      expect(error.message).to.equal(
        `No response from devnet at ${server.url}: ${reason}. ${SET_URL}`,
      );
      expect(error.cause).to.equal(undefined);
    });
  }

  it("given a port where nothing listens, then hardhat-viem, viem's clients and a contract of theirs fail with one sentence", async () => {
    await using connection = await connectTo("devnet", nodeAt(DEAD_URL));
    const { provider, viem } = connection;
    const client = await viem.getPublicClient();
    const expected = `No response from devnet at ${DEAD_URL}: connection refused: is the node running? ${SET_URL}`;
    const wallet = await viem.getWalletClient(ZERO);
    const call = { address: ZERO, abi: ABI } as const;
    for (const act of [
      () => viem.getWalletClients(),
      () => client.getBlockNumber(),
      () => client.getTransactionReceipt({ hash: HASH }),
      () => client.call({ to: ZERO }),
      () => wallet.sendTransaction({ to: ZERO, gas: 1n }),
      () => wallet.writeContract({ ...call, functionName: "set" }),
      () => wallet.extend(() => ({ more: 1 })).signMessage({ message: "a" }),
      () => getContract({ ...call, client: wallet }).write.set(),
    ]) {
      expect(await pluginMessageOf(act)).to.equal(expected);
    }
    const transport = custom(provider, { retryCount: 0 });
    const own = createPublicClient({ transport });
    const { details } = Object(await errorOf(() => own.getBlockNumber()));
    expect(details).to.contain(expected);
  });

  it("given a network of the user's own, then its own setting is named if it is an Alpha network, and Hardhat's error stays if not", async () => {
    const other = { type: "http", url: DEAD_URL } as const;
    const live = { ...other, alphaNetwork: "devnet" } as const;
    const networks = { live, other };
    await using connection = await connectTo("live", { networks });
    const { network } = await createAlphaHre({ networks });
    await using foreign = closing(await network.create("other"));

    expect(
      await pluginMessageOf(() => ask(connection, "eth_blockNumber")),
    ).to.match(/^No response from live at .*: networks\.live\.url in the/);
    const { name } = await errorOf(() => ask(foreign, "eth_blockNumber"));
    expect(name).to.equal("HardhatError");
  });

  for (const code of [-1, 3]) {
    it(`given an error that the node itself returns, with the code ${code}, then it stays the node's`, async () => {
      const error = { code, message: "no such call" };
      server.behave(({ id, json }) => json({ jsonrpc: "2.0", id, error }));
      await using connection = await connectTo("devnet", nodeAt(server.url));

      expect(
        await errorOf(() => ask(connection, "eth_blockNumber")),
      ).to.include(error);
      const client = await connection.viem.getPublicClient();
      expect(await errorOf(() => client.getChainId())).to.be.instanceOf(
        BaseError,
      );
    });
  }
});
