import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import { expect } from "chai";
import { type Address, type Hex, parseUnits } from "viem";

import type { MarketConnection } from "../../../src/hardhat/market/publish-and-buy.ts";
import {
  buy,
  createFixedRate,
  namedAccounts,
  publishAsset,
} from "../../../src/testing.ts";
import { ask, connectTo } from "../../support/connections.ts";
import { errorOf, pluginMessageOf } from "../../support/rejection-of.ts";

const ONE = 10n ** 18n;
const STRANGER = "0x00000000000000000000000000000000DeaDBeef";
const OTHER = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";
const tokenURI = "https://assets.test/1";

const connect = async (
  name = "devnetSandbox",
  sandbox: { readonly owner?: string; readonly hardhat?: object } = {},
) => await connectTo(name, { alpha: { sandbox } });

describe("publishing and buying in tests", () => {
  for (const name of ["devnetSandbox", "testnetSandbox", "thirdSandbox"]) {
    it(`given ${name}, publishes, offers and buys a data asset for each payment token, but sells none to who cannot pay`, async () => {
      await using connection = await connect(name);
      const { alpha } = connection;
      const { tokens } = alpha;
      const { publisher, buyer } = await namedAccounts(connection);
      const balanceOf = async (address: Address) =>
        (await alpha.contract("token", { address })).read.balanceOf([buyer]);
      for (const [token, paid, decimals] of [
        ["euro", tokens.euro, 6],
        ["alpha", tokens.alpha, 18],
        [tokens.euro.address, tokens.euro, 6],
      ] as const) {
        const { nft, datatoken } = await publishAsset(connection, {
          name: "Weather data",
          symbol: "WEATHER",
          tokenURI,
        });
        const [asset, access] = await Promise.all([
          alpha.contract("erc721Templates", 0, { address: nft }),
          alpha.contract("erc20Templates", 0, { address: datatoken }),
        ]);
        expect(await asset.read.ownerOf([1n])).to.equal(publisher);
        expect(await asset.read.tokenURI([1n])).to.equal(tokenURI);
        expect(await access.read.symbol()).to.equal("WEATHER-1");

        const offer = { datatoken, token, price: "2.5" } as const;
        const exchangeId = await createFixedRate(connection, offer);
        const before = await balanceOf(paid.address);
        const { cost, paymentToken, ...bought } = await buy(connection, {
          exchangeId,
          amount: 2,
        });
        // The community receives 0.1 percent of the price of 5.
        expect(cost).to.equal(parseUnits("5.005", decimals));
        expect(bought.datatoken).to.equal(datatoken);
        expect(before - (await balanceOf(paymentToken))).to.equal(cost);
        expect(await balanceOf(datatoken)).to.equal(2n * ONE);

        await ask(connection, "hardhat_impersonateAccount", STRANGER);
        await alpha.fund(STRANGER, { fee: 1 });
        const { message } = await errorOf(() =>
          buy(connection, { exchangeId, buyer: STRANGER }),
        );
        expect(message).to.contain("transfer amount exceeds balance");
      }
    });
  }

  it("given accounts, sends from them", async () => {
    await using connection = await connect();
    const { alpha } = connection;
    const { datatoken } = await publishAsset(connection, { owner: OTHER });
    const offer = { datatoken, token: "alpha", price: 1 } as const;
    const refused = await errorOf(() => createFixedRate(connection, offer));
    expect(refused.message).to.contain("NOT");
    const owned = { ...offer, owner: OTHER } as const;
    const exchangeId = await createFixedRate(connection, owned);
    await buy(connection, { exchangeId, buyer: OTHER });
    const access = await alpha.contract("token", { address: datatoken });

    expect(await access.read.balanceOf([OTHER])).to.equal(ONE);
  });

  it("given purchases in parallel, then each has its allowance", async () => {
    await using connection = await connect();
    const { datatoken } = await publishAsset(connection);
    const offer = { datatoken, token: "euro", price: 1 } as const;
    const exchangeId = await createFixedRate(connection, offer);
    const bought = await Promise.all(
      [1, 2, 3].map((amount) => buy(connection, { exchangeId, amount })),
    );

    expect(bought.map(({ cost }) => cost)).to.have.length(3);
  });

  it("given blocks that are mined by hand, then what is done for others does not wait for a purchase", async () => {
    await using connection = await connect();
    const { datatoken } = await publishAsset(connection);
    const offer = { datatoken, token: "alpha", price: 1 } as const;
    const exchangeId = await createFixedRate(connection, offer);
    const pending = async () => {
      const request = ["eth_getBlockByNumber", "pending", false] as const;
      return Object(await ask(connection, ...request)).transactions.length;
    };
    const { buyer } = await namedAccounts(connection);
    await ask(connection, "evm_setAutomine", false);
    const purchases = Promise.all([
      buy(connection, { exchangeId, buyer }),
      buy(connection, { exchangeId, buyer: OTHER }),
    ]);
    for (const _round of ["approvals", "purchases"]) {
      while ((await pending()) < 2) {
        await sleep(10);
      }
      await connection.alpha.fund(STRANGER, { fee: 1 });
      await ask(connection, "evm_mine");
    }

    expect(await purchases).to.have.length(2);
  });

  it("given a datatoken that is offered already, then it is offered for another token, too, and both offers sell", async () => {
    await using connection = await connect();
    const { datatoken } = await publishAsset(connection);
    const access = await connection.alpha.contract("token", {
      address: datatoken,
    });
    const { buyer } = await namedAccounts(connection);
    const offers: Hex[] = [];
    for (const token of ["euro", "alpha"] as const) {
      const offer = { datatoken, token, price: 1 };
      offers.push(await createFixedRate(connection, offer));
    }
    for (const exchangeId of offers) {
      await buy(connection, { exchangeId });
    }

    expect(await access.read.balanceOf([buyer])).to.equal(2n * ONE);
  });

  it("given what the contracts or the node refuse, then one sentence has the reason and the contracts, and the cause no ABI", async () => {
    await using connection = await connect();
    const { alpha } = connection;
    const { FixedPrice, Router } = alpha.registry;
    const { datatoken } = await publishAsset(connection);
    const offer = { datatoken, token: "euro", price: 1 } as const;
    await createFixedRate(connection, offer);
    const lower = (address: string) => address.toLowerCase();
    const template = `ERC20Template[0] (${lower(String(alpha.contracts.erc20Templates[0]))}), called by ${lower(datatoken)}`;
    const refusals: readonly [() => Promise<unknown>, string][] = [
      [
        () => createFixedRate(connection, offer),
        `createFixedRate failed on devnetSandbox: "FixedRateExchange: Exchange already exists!" in FixedPrice (${lower(FixedPrice)}), called by Router (${lower(Router)}), called by ${template}.`,
      ],
      [
        () => createFixedRate(connection, { ...offer, owner: OTHER }),
        `createFixedRate failed on devnetSandbox: "ERC20Template: NOT DEPLOYER ROLE" in ${template}.`,
      ],
      [
        () => publishAsset(connection, { owner: STRANGER }),
        `createNftWithErc20 failed on devnetSandbox: "Unknown account ${STRANGER}". ${STRANGER} is not an account of the connection: pass one of its accounts, or impersonate it on a sandbox.`,
      ],
      [
        () => buy(connection, { exchangeId: `0x${"11".repeat(32)}` }),
        `calcBaseInGivenOutDT failed on devnetSandbox: "FixedRateExchange: Exchange does not exist!" in FixedPrice (${lower(FixedPrice)}).`,
      ],
    ];
    for (const [act, message] of refusals) {
      expect(await pluginMessageOf(act)).to.equal(message);
      const { cause } = await errorOf(act);
      expect(inspect(cause)).to.not.contain("abi:");
    }
  });

  it("given an invalid amount, says which one, and sends nothing", async () => {
    await using connection = await connect();
    const { datatoken } = await publishAsset(connection);
    const offer = { datatoken, token: "euro", price: "2,5" } as const;

    expect(
      await pluginMessageOf(() => createFixedRate(connection, offer)),
    ).to.match(/^Invalid amount of price: 2,5\. Expected/);
  });

  it("given another owner of the contracts, names accounts that are not the owner", async () => {
    const owner = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
    await using connection = await connect("devnetSandbox", { owner });

    expect(await namedAccounts(connection)).to.deep.equal({
      owner,
      publisher: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
      buyer: OTHER,
    });
  });

  for (const [title, act, expected] of [
    [
      "a token that there is not",
      (connection, datatoken) =>
        Reflect.apply(createFixedRate, undefined, [
          connection,
          { datatoken, token: "eur", price: 1 },
        ]),
      'Unknown token "eur". Did you mean euro? Valid keys: euro, alpha, and the addresses',
    ],
    [
      "an owner who is no address",
      (connection) => publishAsset(connection, { owner: "0x12" }),
      "The account of the publisher is invalid: expected 0x and 40",
    ],
    [
      "a buyer whose address has a wrong checksum",
      (connection) =>
        buy(connection, {
          exchangeId: `0x${"11".repeat(32)}`,
          buyer: OTHER.replace("F", "f") as Address,
        }),
      "The account of the buyer 0x90f79bf6EB2c4f870365E785982E1f101E93b906 has a wrong checksum",
    ],
    [
      "an exchange id that is too short",
      (connection) => buy(connection, { exchangeId: "0x12" }),
      "buy: expected exchangeId to be the id of an exchange (0x and 64 hexadecimal digits), as createFixedRate returns it, got ",
    ],
    [
      "a misspelt option",
      (connection) =>
        Reflect.apply(buy, undefined, [
          connection,
          { exchangeId: `0x${"1".repeat(64)}`, ammount: 2 },
        ]),
      'buy: unknown option "ammount". Did you mean amount?',
    ],
    [
      "a misspelt option of an asset",
      (connection) =>
        Reflect.apply(publishAsset, undefined, [connection, { symbl: "A" }]),
      'publishAsset: unknown option "symbl". Did you mean symbol?',
    ],
    [
      "a misspelt option of an offer",
      (connection, datatoken) =>
        Reflect.apply(createFixedRate, undefined, [
          connection,
          { datatoken, token: "euro", price: "1", ownr: STRANGER },
        ]),
      'createFixedRate: unknown option "ownr". Did you mean owner?',
    ],
    [
      "a misspelt address of a contract",
      (connection, adress) =>
        Reflect.apply(connection.alpha.contract, undefined, [
          "router",
          { adress },
        ]),
      'contract: unknown option "adress". Did you mean address?',
    ],
    [
      "a misspelt limit of a wait",
      (connection) =>
        Reflect.apply(connection.alpha.waitForTransaction, undefined, [
          `0x${"1".repeat(64)}`,
          { confirmation: 3 },
        ]),
      'waitForTransaction: unknown option "confirmation". Did you mean confirmations?',
    ],
    [
      "networks for the report of a connection",
      (connection) =>
        Reflect.apply(connection.alpha.status, undefined, [
          { networks: ["third"] },
        ]),
      'status: unknown option "networks". Valid options: maxBlockAge, services.',
    ],
    [
      "a name that is no text",
      (connection) =>
        Reflect.apply(publishAsset, undefined, [connection, { name: {} }]),
      "publishAsset: expected name to be of the type string, got an empty object",
    ],
    [
      "no datatoken",
      (connection) =>
        Reflect.apply(createFixedRate, undefined, [connection, { price: 1 }]),
      "The datatoken is undefined: expected 0x and 40 hexadecimal digits.",
    ],
    [
      "an address as the client of a contract",
      ({ alpha }) =>
        Reflect.apply(alpha.contract, undefined, ["router", { client: OTHER }]),
      "contract: expected client to be of the type object, got ",
    ],
    ...[publishAsset, createFixedRate, buy, namedAccounts].map((call) => [
      `a promise in place of the connection to ${call.name}`,
      (connection: MarketConnection) =>
        Reflect.apply(call, undefined, [Promise.resolve(connection), {}]),
      `${call.name}: expected a connection to an Alpha network, such as await hre.alpha.connect("devnetSandbox")`,
    ]),
    ...["status", "verify"].map((name) => [
      `null as the options of ${name}`,
      ({ alpha }: MarketConnection) =>
        Reflect.apply(Reflect.get(alpha, name), undefined, [null]),
      `${name}: expected the options as an object, got null`,
    ]),
    ...[publishAsset, createFixedRate, buy].map((call) => [
      `null as the options of ${call.name}`,
      (connection: MarketConnection) =>
        Reflect.apply(call, undefined, [connection, null]),
      `${call.name}: expected the options as an object, got null`,
    ]),
  ] as [
    string,
    (connection: MarketConnection, datatoken: Address) => Promise<unknown>,
    string,
  ][]) {
    it(`given ${title}, says what is valid`, async () => {
      await using connection = await connect();

      expect(await pluginMessageOf(() => act(connection, STRANGER))).to.include(
        expected,
      );
    });
  }
});
