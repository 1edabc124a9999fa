import { expect } from "chai";
import { type Address, parseUnits } from "viem";

import {
  buy,
  createFixedRate,
  namedAccounts,
  publishAsset,
} from "../../../src/testing.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import { errorOf, pluginMessageOf } from "../../support/rejection-of.ts";

const ONE = 10n ** 18n;
const STRANGER = "0x00000000000000000000000000000000DeaDBeef";
const OTHER = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";

const connect = async (
  name: string,
  sandbox: { readonly owner?: string; readonly hardhat?: object } = {},
) => await (await createAlphaHre({ alpha: { sandbox } })).alpha.connect(name);

describe("publishing and buying in tests", () => {
  for (const name of ["devnetSandbox", "testnetSandbox", "thirdSandbox"]) {
    it(`given ${name}, publishes, offers and buys a data asset for each payment token`, async () => {
      const connection = await connect(name);
      const { alpha } = connection;
      const { publisher, buyer } = await namedAccounts(connection);
      const balanceOf = async (token: Address, account: Address) =>
        await (
          await alpha.contract("token", { address: token })
        ).read.balanceOf([account]);
      for (const [token, decimals] of [
        ["euro", 6],
        ["alpha", 18],
        [alpha.tokens.euro.address, 6],
      ] as const) {
        const { nft, datatoken } = await publishAsset(connection, {
          name: "Weather data",
          symbol: "WEATHER",
          tokenURI: "https://assets.test/1",
        });
        const asset = await alpha.contract("erc721Templates", 0, {
          address: nft,
        });
        expect(await asset.read.ownerOf([1n])).to.equal(publisher);
        expect(await asset.read.tokenURI([1n])).to.equal(
          "https://assets.test/1",
        );
        const access = await alpha.contract("erc20Templates", 0, {
          address: datatoken,
        });
        expect(await access.read.symbol()).to.equal("WEATHER-1");

        const exchangeId = await createFixedRate(connection, {
          datatoken,
          token,
          price: "2.5",
        });
        const { tokens } = alpha;
        const paid = token === "alpha" ? tokens.alpha : tokens.euro;
        const before = await balanceOf(paid.address, buyer);
        const { cost, ...bought } = await buy(connection, {
          exchangeId,
          amount: 2,
        });

        // The community receives 0.1 percent of the price of 5.
        expect(cost).to.equal(parseUnits("5.005", decimals));
        expect(bought.datatoken).to.equal(datatoken);
        expect(before - (await balanceOf(bought.paymentToken, buyer))).to.equal(
          cost,
        );
        expect(await balanceOf(datatoken, buyer)).to.equal(2n * ONE);
      }
      await connection.close();
    });

    it(`given ${name} and an account without payment tokens, sells nothing to it`, async () => {
      const connection = await connect(name);
      const { alpha, provider } = connection;
      const { datatoken } = await publishAsset(connection);
      const offer = { datatoken, token: "alpha", price: 1 } as const;
      const exchangeId = await createFixedRate(connection, offer);
      const method = "hardhat_impersonateAccount";
      await provider.request({ method, params: [STRANGER] });
      await alpha.fund(STRANGER, { fee: 1 });

      expect(
        (await errorOf(() => buy(connection, { exchangeId, buyer: STRANGER })))
          .message,
      ).to.contain("transfer amount exceeds balance");
      await connection.close();
    });
  }

  it("given accounts, sends from them", async () => {
    const connection = await connect("devnetSandbox");
    const { alpha } = connection;
    const { datatoken } = await publishAsset(connection, { owner: OTHER });
    const offer = { datatoken, token: "alpha", price: 1 } as const;
    const refused = await errorOf(() => createFixedRate(connection, offer));
    expect(refused.message).to.contain("NOT");
    const exchangeId = await createFixedRate(connection, {
      ...offer,
      owner: OTHER,
    });
    await buy(connection, { exchangeId, buyer: OTHER });
    const access = await alpha.contract("erc20Templates", 0, {
      address: datatoken,
    });

    expect(await access.read.balanceOf([OTHER])).to.equal(ONE);
    await connection.close();
  });

  it("given an invalid amount, says which one, and sends nothing", async () => {
    const connection = await connect("devnetSandbox");
    const { datatoken } = await publishAsset(connection);
    const token = "euro";

    expect(
      await pluginMessageOf(() =>
        createFixedRate(connection, { datatoken, token, price: "2,5" }),
      ),
    ).to.match(/^Invalid amount of price: 2,5\. Expected/);
    await connection.close();
  });

  it("given another owner of the contracts, names accounts that are not the owner", async () => {
    const second = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
    const connection = await connect("devnetSandbox", { owner: second });

    expect(await namedAccounts(connection)).to.deep.equal({
      owner: second,
      publisher: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
      buyer: OTHER,
    });
    await connection.close();
  });

  it("given too few accounts, says how many are needed", async () => {
    const hardhat = { accounts: { count: 2 } };
    const connection = await connect("devnetSandbox", { hardhat });

    expect(await pluginMessageOf(() => publishAsset(connection))).to.match(
      /"devnetSandbox" has 2 accounts.* pass the addresses/,
    );
    await connection.close();
  });
});
