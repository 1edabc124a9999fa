import assert from "node:assert/strict";

import hre from "hardhat";
import {
  buy,
  createFixedRate,
  namedAccounts,
  publishAsset,
} from "hardhat-alpha-networks/testing";
import { parseUnits } from "viem";

// Runs on the sandboxes of all networks, without a node and without real funds.
for (const name of [
  "devnetSandbox",
  "testnetSandbox",
  "thirdSandbox",
] as const) {
  describe(`payments on ${name}`, () => {
    it("use the euro token, which the router approves", async () => {
      const connection = await hre.alpha.connect(name);
      const { alpha } = connection;
      const { publisher } = await namedAccounts(connection);
      const router = await alpha.contract("router");
      const euro = await alpha.contract("token", {
        address: alpha.tokens.euro.address,
      });
      assert(await router.read.isApprovedToken([euro.address]));

      const { datatoken } = await publishAsset(connection);
      const exchangeId = await createFixedRate(connection, {
        datatoken,
        token: "euro",
        price: "2.5",
      });
      const { cost } = await buy(connection, { exchangeId });

      // The exchange keeps the payment until it is collected, without the fees.
      const exchange = await alpha.contract("fixedPrice");
      const price = parseUnits("2.5", await euro.read.decimals());
      const before = await euro.read.balanceOf([publisher]);
      await exchange.write.collectBT([exchangeId, price], {
        account: publisher,
      });
      assert.equal((await euro.read.balanceOf([publisher])) - before, price);
      assert(cost > price);
      await connection.close();
    });
  });
}
