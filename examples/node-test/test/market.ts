import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import hre from "hardhat";
import { parseEventLogs, parseUnits, zeroAddress } from "viem";

const BUYER = "0x00000000000000000000000000000000000a11ce";

describe("a data asset at a fixed price", async () => {
  const connection = await hre.alpha.connect("devnetSandbox");
  const { alpha, viem, provider } = connection;
  after(() => connection.close());

  before(async () => {
    await alpha.fund(BUYER, { euro: "10", fee: "1" });
    // Lets the sandbox sign for an account without a key.
    await provider.request({
      method: "hardhat_impersonateAccount",
      params: [BUYER],
    });
  });

  it("is bought with the euro token", async () => {
    const [publisher] = await viem.getWalletClients();
    assert(publisher);
    const { address } = publisher.account;
    const factory = await alpha.contract("erc721Factory");
    const exchange = await alpha.contract("fixedPrice");
    const euro = await alpha.contract("token", {
      address: alpha.tokens.euro.address,
    });
    const { logs } = await alpha.waitForTransaction(
      await factory.write.createNftWithErc20WithFixedRate([
        {
          name: "Weather data",
          symbol: "WEATHER",
          templateIndex: 1n, // ERC721Template[0]: indexes on chain begin with 1.
          tokenURI: "",
          transferable: true,
          owner: address,
        },
        {
          templateIndex: 1n,
          strings: ["Weather data access", "WEATHER-1"],
          addresses: [address, address, zeroAddress, zeroAddress],
          uints: [parseUnits("1000", 18), 0n],
          bytess: [],
        },
        {
          fixedPriceAddress: exchange.address,
          addresses: [euro.address, address, address, zeroAddress],
          uints: [6n, 18n, parseUnits("2.5", 18), 0n, 1n],
        },
      ]),
    );
    const [offered] = parseEventLogs({
      abi: exchange.abi,
      logs,
      eventName: "ExchangeCreated",
    });
    assert(offered);

    const { exchangeId } = offered.args;
    const amount = parseUnits("1", 18);
    const limit = parseUnits("3", 6);
    await euro.write.approve([exchange.address, limit], { account: BUYER });
    await exchange.write.buyDT([exchangeId, amount, limit, zeroAddress, 0n], {
      account: BUYER,
    });

    const datatoken = await alpha.contract("erc20Templates", 0, {
      address: offered.args.datatoken,
    });
    assert.equal(await datatoken.read.balanceOf([BUYER]), amount);
  });
});
