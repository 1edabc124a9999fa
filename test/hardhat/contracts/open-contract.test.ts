import { expect } from "chai";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { zeroAddress } from "viem";
import { privateKeyToAccount } from "viem/accounts";

import { ALPHA_NETWORK_NAMES } from "../../../src/networks/definitions.ts";
import { publishAsset } from "../../../src/testing.ts";
import type { AlphaConnection } from "../../../src/types.ts";
import { startLiveNetwork } from "../../e2e/live-network.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
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

/** A connection's network, for as long as the test takes. */
async function withAlpha<T>(
  hre: HardhatRuntimeEnvironment,
  network: string,
  test: (alpha: AlphaConnection) => Promise<T>,
): Promise<T> {
  const connection = await hre.network.create(network);
  try {
    if (connection.alpha === undefined) {
      throw new Error(`${network} is no Alpha network`);
    }
    return await test(connection.alpha);
  } finally {
    await connection.close();
  }
}

/** What is said of third's router, unless told otherwise, by a node that behaves like this. */
async function messageOf(
  options: FaultyServerOptions,
  path = "",
  act = async (alpha: AlphaConnection): Promise<unknown> =>
    await alpha.contract("router"),
): Promise<{ message: string; methods: string[]; origin: string }> {
  const server = await startFaultyServer(options);
  try {
    const hre = await createAlphaHre({
      alpha: {
        networks: {
          third: {
            url: `${server.url}${path}`,
            // A node that answers may take its time on a busy machine.
            hardhat: { timeout: options.behaviour ? 300 : 20_000 },
          },
        },
      },
    });
    const message = await withAlpha(
      hre,
      "third",
      async (alpha) => await pluginMessageOf(() => act(alpha)),
    );
    const methods = server.received.map(
      ({ body }): string => JSON.parse(body).method,
    );
    return { message, methods, origin: server.url };
  } finally {
    await server.close();
  }
}

describe("connection.alpha.contract", function () {
  this.timeout(20_000);

  for (const name of ALPHA_NETWORK_NAMES) {
    it(`given the sandbox of ${name}, then every role is a contract that answers, at the registry's address`, async () => {
      const hre = await createAlphaHre();
      await withAlpha(hre, `${name}Sandbox`, async (alpha) => {
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
    });
  }

  it("given the network's own keys, then they are the same contracts", async () => {
    const hre = await createAlphaHre();
    await withAlpha(hre, "thirdSandbox", async (alpha) => {
      if (alpha.name !== "third") {
        throw new Error("not third");
      }
      const token = await alpha.contract("AlphaToken");
      const template = await alpha.contract("ERC20Templates", 1);

      expect(token.address).to.equal(alpha.registry.AlphaToken);
      expect(await token.read.symbol()).to.equal("OCEAN");
      expect(template.address).to.equal(alpha.registry.ERC20Templates[1]);
    });
  });

  it("given a contract that a factory deployed, then an address attaches the template's ABI to it, and both clients work", async () => {
    const { alpha: runtime } = await createAlphaHre();
    const connection = await runtime.connect("devnetSandbox");
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
    await connection.close();
  });

  it("given a live node and no account, then reads go to it, one eth_getCode goes ahead, and an account given to a call signs", async () => {
    await using node = await startLiveNetwork("third");
    const hre = await createAlphaHre({
      alpha: { networks: { third: { url: node.url } } },
    });
    await withAlpha(hre, "third", async (alpha) => {
      const router = await alpha.contract("router");

      expect(await router.read.factory()).to.equal(plan.erc721Factory);
      expect(await pluginMessageOf(() => alpha.tokens.euro.decimals)).to.match(
        /is not set/,
      );
      const [euro] = plan.extraTokens;
      expect(euro).to.include(await alpha.readToken("euro"));
      const token = await alpha.contract("alpha");
      const account = privateKeyToAccount(
        "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80",
      );
      await alpha.waitForTransaction(
        await token.write.approve([plan.router, 5n], { account }),
      );
      expect(
        await token.read.allowance([account.address, plan.router]),
      ).to.equal(5n);
      expect(
        await pluginMessageOf(() =>
          alpha.contract("token", { address: NO_CONTRACT }),
        ),
      ).to.equal(
        `There is no code at ${NO_CONTRACT} (passed as OceanToken of third), according to ${node.url}. Check the address, and that the transaction that deployed the contract is mined.`,
      );
    });
  });

  it("given an address that is not set, then the error says how to set it, and no node is asked; an address given needs none", async () => {
    const server = await startFaultyServer({
      node: (method) => (method === "eth_chainId" ? "0x7ec8" : "0x6001"),
    });
    try {
      const hre = await createAlphaHre({
        alpha: {
          preset: false,
          networks: { devnet: { url: server.url } },
        },
      });
      await withAlpha(hre, "devnet", async (alpha) => {
        expect(
          await pluginMessageOf(() => alpha.contract("router")),
        ).to.include("alpha.networks.devnet.registry.Router");
        expect(server.received).to.deep.equal([]);
        const router = await alpha.contract("router", {
          address: plan.router,
        });
        expect(router.address).to.equal(plan.router);
      });
    } finally {
      await server.close();
    }
  });

  it("given an address without code, then the error says so, where from, and what to run", async () => {
    const { message, methods, origin } = await messageOf(
      { node: () => "0x" },
      "/v3/0123456789abcdef0123?key=secret",
    );

    expect(message).to.equal(
      `There is no code at ${plan.router} (router of third), according to ${origin}. Check the registry with "hardhat alpha verify third".`,
    );
    expect(methods).to.deep.equal(["eth_getCode"]);
  });

  for (const [what, data, message] of [
    [
      "has no code",
      "0x",
      `There is no code at ${EURO} (euro of third), according to ORIGIN. Check the registry`,
    ],
    [
      "is another contract",
      `0x${"1".padStart(64, "0")}`,
      `Could not read the token at ${EURO} (euro of third) from third (ORIGIN): it is not an ERC-20 token: symbol() does not return a string. Check it with "hardhat alpha verify third".`,
    ],
  ] as const) {
    it(`given a token that ${what}, then its decimals are not a number, but an error`, async () => {
      const { message: actual, origin } = await messageOf(
        {
          node: (method) =>
            method === "eth_chainId"
              ? "0x64"
              : method === "eth_call" || data === "0x"
                ? data
                : "0x6001",
        },
        "/v3/0123456789abcdef0123?key=secret",
        async (alpha) => await alpha.readToken("euro"),
      );

      expect(actual)
        .to.include(message.replace("ORIGIN", origin))
        .and.not.include("secret");
    });
  }

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
    ["answers null", answers(null)],
    ["answers 0x0", answers("0x0")],
    ["answers half a byte", answers("0x600")],
    [
      "answers with a page",
      {
        behaviour: (exchange) =>
          exchange.send({ status: 200, body: "<html>no</html>" }),
      },
    ],
    ["hangs", { behaviour: () => {} }],
    ["hangs up", { behaviour: (exchange) => exchange.socket.destroy() }],
  ] as const satisfies readonly (readonly [string, FaultyServerOptions])[]) {
    it(`given a node that ${what}, then the code could not be read, which is not "no code", and the URL is not shown`, async () => {
      const { message, origin } = await messageOf(
        options,
        "/v3/0123456789abcdef0123?key=secret",
      );

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

  it("given a closed connection, then the code could not be read", async () => {
    const hre = await createAlphaHre();
    const alpha = await withAlpha(
      hre,
      "thirdSandbox",
      async (network) => network,
    );

    expect(await pluginMessageOf(() => alpha.contract("router"))).to.include(
      "Could not read the code at ",
    );
  });
});
