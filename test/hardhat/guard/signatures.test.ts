import { setTimeout as sleep } from "node:timers/promises";
import hardhatEthers from "@nomicfoundation/hardhat-ethers";
import { expect } from "chai";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import hardhatAlphaNetworks from "../../../src/index.ts";
import { GNOSIS_GENESIS, startChainNode } from "../../support/chain-node.ts";
import { ask, closing, connectTo } from "../../support/connections.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";
import { pluginWith } from "./another-plugin.ts";
import { nodeAt, SENDER, SENDER_KEY, sentTo, TRANSACTION } from "./sending.ts";

const GNOSIS = { genesis: GNOSIS_GENESIS };
const REJECTED = /^The transaction on "third" was not sent/;
const CALL = { from: SENDER, to: TRANSACTION.to };
/** A signature for the chain id 100 that the node could use itself. */
const AUTHORIZATION = {
  chainId: "0x64",
  address: TRANSACTION.to,
  nonce: "0x0",
  yParity: "0x0",
  r: "0x1",
  s: "0x1",
};
const AUTHORIZED = { ...CALL, authorizationList: [AUTHORIZATION] };

const READS_WITH_AUTHORIZATION: readonly (readonly [
  method: string,
  ...params: readonly unknown[],
])[] = [
  ["eth_call", AUTHORIZED, "latest"],
  ["eth_estimateGas", AUTHORIZED],
  ["eth_createAccessList", AUTHORIZED, "latest"],
  ["eth_simulateV1", { blockStateCalls: [{ calls: [CALL, AUTHORIZED] }] }],
  ["debug_traceCall", AUTHORIZED, "latest", {}],
];

describe("signatures for a node of Gnosis Chain", () => {
  for (const [method, ...params] of READS_WITH_AUTHORIZATION) {
    it(`given an authorization in ${method}, when it is sent, then the node does not see it`, async () => {
      await using node = await startChainNode(GNOSIS);
      await using connection = await connectTo("third", nodeAt(node.url));

      const message = await pluginMessageOf(() =>
        ask(connection, method, ...params),
      );

      expect(message).to.match(REJECTED);
      expect(node.methods).not.to.include(method);
    });
  }

  it("given an empty list of authorizations, when it is read, then nothing is checked", async () => {
    await using node = await startChainNode(GNOSIS);
    await using connection = await connectTo("third", nodeAt(node.url));
    const call = { ...CALL, authorizationList: [] };
    await ask(connection, "eth_call", call, "latest");

    expect(node.methods).not.to.include("eth_getCode");
  });

  it("given viem, when a wallet client is made, then it is rejected, and contracts can be read", async () => {
    await using node = await startChainNode({
      ...GNOSIS,
      answer: (method) => (method === "eth_accounts" ? [SENDER] : undefined),
    });
    await using connection = await connectTo("third", nodeAt(node.url));
    const { viem } = connection;

    for (const make of [
      async () => await viem.getWalletClients(),
      async () => await viem.getWalletClient(SENDER),
    ]) {
      expect(await pluginMessageOf(make)).to.match(REJECTED);
    }
    expect(await connection.alpha?.contract("Router")).to.have.property("read");
  });

  for (const [order, plugins] of Object.entries({
    before: [hardhatEthers, hardhatAlphaNetworks],
    after: [hardhatAlphaNetworks, hardhatEthers],
  })) {
    it(`given hardhat-ethers ${order} this plugin, when a signer is made, then it is rejected`, async () => {
      await using node = await startChainNode(GNOSIS);
      const hre = await createHardhatRuntimeEnvironment({
        ...nodeAt(node.url),
        plugins,
      });
      await using connection = closing(await hre.network.create("third"));
      const { ethers } = connection;

      for (const make of [
        async () => await ethers.getSigners(),
        async () => await ethers.getSigner(SENDER),
      ]) {
        expect(await pluginMessageOf(make)).to.match(REJECTED);
      }
    });
  }
});

describe("the guard within one transaction", () => {
  it("given an endpoint that changes after Hardhat's estimate, when Hardhat has completed the transaction, then it is not sent", async () => {
    let isOther = false;
    await using node = await startChainNode({
      answer: (method, [number]) =>
        method === "eth_getBlockByNumber" && number === "0x0" && isOther
          ? { number, timestamp: "0x1", hash: GNOSIS_GENESIS }
          : undefined,
    });
    const changing = pluginWith(async (request, next) => {
      const response = await next(request);
      if (request.method === "eth_estimateGas") {
        isOther = true;
        node.disconnect();
        // The sockets close with the next turn.
        await sleep(20);
      }
      return response;
    });
    const hre = await createHardhatRuntimeEnvironment({
      ...nodeAt(node.url, { hardhat: { accounts: [SENDER_KEY] } }),
      plugins: [changing, hardhatAlphaNetworks],
    });
    await using connection = closing(await hre.network.create("third"));
    const { gas: _gas, ...transaction } = TRANSACTION;

    const message = await pluginMessageOf(() =>
      ask(connection, "eth_sendTransaction", transaction),
    );

    expect(message).to.match(REJECTED);
    expect(sentTo(node)).to.deep.equal([]);
  });
});
