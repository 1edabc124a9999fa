import { expect } from "chai";
import { zeroAddress } from "viem";
import { privateKeyToAccount } from "viem/accounts";

import { ALPHA_NETWORK_NAMES } from "../../../src/networks/definitions.ts";
import { publishAsset } from "../../../src/testing.ts";
import type { AlphaConnection } from "../../../src/types.ts";
import { startLiveNetwork } from "../../e2e/live-network.ts";
import { connectTo } from "../../support/connections.ts";
import {
  type FaultyServerOptions,
  startFaultyServer,
} from "../../support/node-model/server.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";

const { plan } = SANDBOX_PLANS.third;
const EURO = "0xe974c4894996E012399dEDbda0bE7314a73BBff1";
const NO_CONTRACT = "0x00000000000000000000000000000000000000AA";
const ROLES = [
  "token",
  "communityFeeCollector",
  "router",
  "fixedPrice",
  "dispenser",
  "erc721Factory",
] as const;

/** What is said of third's router, unless told otherwise, by a node that behaves like this. */
async function messageOf(
  options: FaultyServerOptions,
  act = (alpha: AlphaConnection): Promise<unknown> => alpha.contract("router"),
) {
  await using server = await startFaultyServer(options);
  const url = `${server.url}/v3/0123456789abcdef0123?key=secret`;
  await using connection = await connectTo("third", {
    alpha: { networks: { third: { url } } },
  });
  const message = await pluginMessageOf(() => act(connection.alpha));
  const methods = server.received.map(({ body }) => JSON.parse(body).method);
  return { message, methods, origin: server.url };
}

describe("connection.alpha.contract", function () {
  this.timeout(60_000);

  for (const name of ALPHA_NETWORK_NAMES) {
    it(`given the sandbox of ${name}, then every role is a contract that answers, at the registry's address`, async () => {
      await using connection = await connectTo(`${name}Sandbox`);
      const { alpha } = connection;
      for (const role of ROLES) {
        const { address } = await alpha.contract(role);
        expect(address).to.equal(alpha.contracts[role]);
      }
      const router = await alpha.contract("router");
      const factory = await alpha.contract("erc721Factory");
      const basic = await alpha.contract("erc20Templates", 0);
      const enterprise = await alpha.contract("erc20Templates", 1);
      const nft = await alpha.contract("erc721Templates", 0);

      expect(await router.read.factory()).to.equal(factory.address);
      expect(await factory.read.router()).to.equal(router.address);
      expect(basic.address).to.equal(alpha.contracts.erc20Templates[0]);
      expect([
        await basic.read.getId(),
        await enterprise.read.getId(),
        await nft.read.getId(),
      ]).to.deep.equal([1, 2, 1]);
    });
  }

  it("given a contract that a factory deployed, then an address attaches the template's ABI to it, and both clients work", async () => {
    await using connection = await connectTo("devnetSandbox");
    const [owner, other] = await connection.viem.getWalletClients();
    if (owner === undefined || other === undefined) {
      throw new Error("no accounts");
    }
    const { nft: address } = await publishAsset(connection, {
      owner: owner.account.address,
    });
    const open = connection.alpha.contract;
    const nft = await open("erc721Templates", 0, { address });
    const client = { wallet: other };
    const asOther = await open("erc721Templates", 0, { address, client });

    expect(nft.address).to.equal(address);
    expect(await nft.read.name()).to.equal("Data asset");
    expect((await nft.read.ownerOf([1n])).toLowerCase()).to.equal(
      owner.account.address,
    );
    await nft.write.addToCreateERC20List([other.account.address]);
    await asOther.write.createERC20([
      1n,
      ["Access", "ACCESS"],
      [other.account.address, other.account.address, zeroAddress, zeroAddress],
      [10n ** 18n, 0n],
      [],
    ]);
    expect(await nft.read.getTokensList()).to.have.length(2);
  });

  it("given a live node and no account, then reads go to it, one eth_getCode goes ahead, and an account given to a call signs", async () => {
    await using node = await startLiveNetwork("third");
    await using connection = await connectTo("third", {
      alpha: { networks: { third: { url: node.url } } },
    });
    const { alpha } = connection;
    const router = await alpha.contract("router");

    expect(await router.read.factory()).to.equal(plan.erc721Factory);
    const [euro] = plan.extraTokens;
    expect(euro).to.include(await alpha.readToken("euro"));
    const token = await alpha.contract("alpha");
    const account = privateKeyToAccount(
      "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80",
    );
    await alpha.waitForTransaction(
      await token.write.approve([plan.router, 5n], { account }),
    );
    expect(await token.read.allowance([account.address, plan.router])).to.equal(
      5n,
    );
    expect(
      await pluginMessageOf(() =>
        alpha.contract("token", { address: NO_CONTRACT }),
      ),
    ).to.equal(
      `There is no code at ${NO_CONTRACT} (passed as OceanToken of third), according to ${node.url}. Check the address, and that the transaction that deployed the contract is mined.`,
    );
  });

  it("given an address that is not set, then the error says how to set it, and no node is asked; an address given needs none", async () => {
    await using server = await startFaultyServer({
      node: (method) => (method === "eth_chainId" ? "0x7ec8" : "0x6001"),
    });
    const networks = { devnet: { url: server.url } };
    await using connection = await connectTo("devnet", {
      alpha: { preset: false, networks },
    });
    const { alpha } = connection;

    expect(await pluginMessageOf(() => alpha.contract("router"))).to.include(
      "alpha.networks.devnet.registry.Router",
    );
    expect(server.received).to.deep.equal([]);
    const token = await alpha.contract("token", { address: plan.router });
    expect(token.address).to.equal(plan.router);
  });

  it("given an address without code, then the error says so, where from, and what to run", async () => {
    const { message, methods, origin } = await messageOf({ node: () => "0x" });

    expect(message).to.equal(
      `There is no code at ${plan.router} (router of third), according to ${origin}. Check the registry with "hardhat alpha verify third".`,
    );
    expect(methods).to.deep.equal(["eth_getCode"]);
  });

  it("given a token that does not exist, then the error lists those that do", async () => {
    await using connection = await connectTo("devnetSandbox");
    const { alpha } = connection;

    expect(
      await pluginMessageOf(() =>
        Reflect.apply(alpha.readToken, alpha, ["eur"]),
      ),
    ).to.equal('Unknown token "eur". Valid names: euro, alpha.');
  });

  it("given a token that is another contract, then its decimals are not a number, but an error", async () => {
    const answers = {
      eth_chainId: "0x64",
      eth_call: `0x${"1".padStart(64, "0")}`,
      eth_getCode: "0x6001",
    };
    const { message, origin } = await messageOf(
      { node: (method) => Reflect.get(answers, method) },
      (alpha) => alpha.readToken("euro"),
    );

    expect(message).to.equal(
      `Could not read the token at ${EURO} (euro of third) from third (${origin}): it is not an ERC-20 token: symbol() does not return a string. Check it with "hardhat alpha verify third".`,
    );
  });

  it("given an account with delegated code, then the error says that it is not a contract", async () => {
    const { message } = await messageOf({
      node: () => `0xef0100${"ab".repeat(20)}`,
    });

    expect(message)
      .to.include("There is no contract at")
      .and.include(`delegates to the code of 0x${"ab".repeat(20)} (EIP-7702)`);
  });

  const answers = (answer: unknown): FaultyServerOptions => ({
    node: () => answer,
  });
  const error = { code: -32000, message: "missing trie node \u001b[31mred" };
  for (const [what, options] of [
    ["answers with an error", answers({ error })],
    ["answers 0x0", answers("0x0")],
    ["hangs up", { behaviour: (exchange) => exchange.socket.destroy() }],
  ] as const satisfies readonly (readonly [string, FaultyServerOptions])[]) {
    it(`given a node that ${what}, then the code could not be read, which is not "no code", and the URL is not shown`, async () => {
      const { message, origin } = await messageOf(options);

      expect(message)
        .to.include(
          `Could not read the code at ${plan.router} (router of third) from `,
        )
        .and.include(origin)
        .and.include('"hardhat alpha status third"')
        .and.not.include("0123456789abcdef0123")
        .and.not.include("secret")
        .and.not.include("no code")
        .and.not.match(/\p{Cc}/u);
    });
  }
});
