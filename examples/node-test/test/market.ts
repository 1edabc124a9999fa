import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import hre from "hardhat";
import {
  buy,
  createFixedRate,
  publishAsset,
} from "hardhat-alpha-networks/testing";
import { parseUnits } from "viem";

const BUYER = "0x00000000000000000000000000000000000a11ce";

describe("a data asset at a fixed price", async () => {
  const connection = await hre.alpha.connect("devnetSandbox");
  const { alpha, provider } = connection;
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
    const { datatoken } = await publishAsset(connection);
    const exchangeId = await createFixedRate(connection, {
      datatoken,
      token: "euro",
      price: "2.5",
    });
    await buy(connection, { exchangeId, buyer: BUYER });

    const access = await alpha.contract("erc20Templates", 0, {
      address: datatoken,
    });
    assert.equal(await access.read.balanceOf([BUYER]), parseUnits("1", 18));
  });
});
