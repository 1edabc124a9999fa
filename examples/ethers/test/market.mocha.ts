import assert from "node:assert/strict";

import { Contract, parseUnits } from "ethers";
import hre from "hardhat";
import { erc20TemplateAbi } from "hardhat-alpha-networks/abis";
import {
  buy,
  createFixedRate,
  namedAccounts,
  publishAsset,
} from "hardhat-alpha-networks/testing";

describe("a data asset at a fixed price", () => {
  it("is bought with the euro token, and passed on", async () => {
    const connection = await hre.alpha.connect("devnetSandbox");
    const { buyer, publisher } = await namedAccounts(connection);
    const { datatoken } = await publishAsset(connection);
    const exchangeId = await createFixedRate(connection, {
      datatoken,
      token: "euro",
      price: "2.5",
    });
    await buy(connection, { exchangeId });

    const signer = await connection.ethers.getSigner(buyer);
    const access = new Contract(datatoken, erc20TemplateAbi, signer);
    const amount = parseUnits("1", 18);
    assert.equal(await access.getFunction("balanceOf")(buyer), amount);
    await access.getFunction("transfer")(publisher, amount);
    assert.equal(await access.getFunction("balanceOf")(publisher), amount);
    await connection.close();
  });
});
