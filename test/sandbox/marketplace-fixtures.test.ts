import hardhatNetworkHelpers from "@nomicfoundation/hardhat-network-helpers";
import { expect } from "chai";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import type { Address } from "viem";

import hardhatAlphaNetworks from "../../src/index.ts";
import { closing } from "../support/connections.ts";
import { market } from "../support/sandbox-market.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";
import { contractReader } from "./sandbox-facts.ts";

const PUBLISHER: Address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const BUYER: Address = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const ONE = 10n ** 18n;

describe("hardhat-network-helpers on a sandbox", () => {
  const { plan } = SANDBOX_PLANS.third;
  for (const [order, plugins] of Object.entries({
    before: [hardhatNetworkHelpers, hardhatAlphaNetworks],
    after: [hardhatAlphaNetworks, hardhatNetworkHelpers],
  })) {
    it(`listed ${order} this plugin, given a fixture that publishes, loads it a second time without publishing, with nothing bought and the same addresses`, async () => {
      const hre = await createHardhatRuntimeEnvironment({ plugins });
      await using connection = closing(
        await hre.network.create("thirdSandbox"),
      );
      const { networkHelpers, provider } = connection;
      const { publish, buy } = market(provider, plan);
      let runs = 0;
      const published = async () => {
        runs += 1;
        return await publish({
          publisher: PUBLISHER,
          paymentToken: plan.token,
          paymentDecimals: 18,
          price: ONE,
        });
      };
      const held = async (datatoken: Address) =>
        await contractReader(provider)(
          "OceanToken",
          datatoken,
          "balanceOf",
          BUYER,
        );

      const first = await networkHelpers.loadFixture(published);
      await buy({
        buyer: BUYER,
        paymentToken: plan.token,
        exchangeId: first.exchangeId,
        limit: 2n * ONE,
      });
      expect(await held(first.datatoken)).to.equal(ONE);
      const second = await networkHelpers.loadFixture(published);

      expect(runs).to.equal(1);
      expect(second).to.deep.equal(first);
      expect(await held(first.datatoken)).to.equal(0n);
    });
  }
});
