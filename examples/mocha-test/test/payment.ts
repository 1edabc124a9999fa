import assert from "node:assert/strict";

import hre from "hardhat";
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
      const { alpha, viem } = connection;
      const [buyer, seller] = await viem.getWalletClients();
      assert(buyer && seller);
      const router = await alpha.contract("router");
      const euro = await alpha.contract("token", {
        address: alpha.tokens.euro.address,
      });
      assert(await router.read.isApprovedToken([euro.address]));

      const price = parseUnits("2.5", await euro.read.decimals());
      const before = await euro.read.balanceOf([seller.account.address]);
      await alpha.waitForTransaction(
        await euro.write.transfer([seller.account.address, price], {
          account: buyer.account,
        }),
      );

      const after = await euro.read.balanceOf([seller.account.address]);
      assert.equal(after - before, price);
      await connection.close();
    });
  });
}
