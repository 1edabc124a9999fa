import { expect } from "chai";
import { type Address, zeroAddress } from "viem";

import type { ContractSetPlan } from "../../src/sandbox/plan.ts";
import { freeProviderFee } from "../support/provider-fee.ts";
import { errorOf } from "../support/rejection-of.ts";
import {
  createSandbox,
  type TestChain,
} from "../support/sandbox-connection.ts";
import { contractReader, type ReadContract } from "../support/sandbox-facts.ts";
import { type Market, market } from "../support/sandbox-market.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";

const OWNER: Address = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const PUBLISHER: Address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const BUYER: Address = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const PROVIDER: Address = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";
const ENTERPRISE = 2n;
const ONE = 10n ** 18n;

describe("what is sold on a sandbox", () => {
  for (const [network, { chainId, plan }] of Object.entries(SANDBOX_PLANS)) {
    describe(`of ${network}`, () => {
      const contracts: ContractSetPlan = plan;
      const [euro] = plan.extraTokens;
      let sandbox: TestChain;
      let trade: Market;
      let read: ReadContract;

      const balance = async (token: Address, account: Address) =>
        BigInt(String(await read("OceanToken", token, "balanceOf", account)));
      const order = async () => ({
        consumer: BUYER,
        serviceIndex: 0n,
        _providerFee: await freeProviderFee(
          sandbox.connection.provider,
          PROVIDER,
        ),
        _consumeMarketFee: {
          consumeMarketFeeAddress: zeroAddress,
          consumeMarketFeeToken: zeroAddress,
          consumeMarketFeeAmount: 0n,
        },
      });

      beforeEach(async () => {
        sandbox = await createSandbox(contracts, { chainId });
        trade = market(sandbox.connection.provider, contracts);
        read = contractReader(sandbox.connection.provider);
      });

      afterEach(async () => {
        await sandbox.connection.close();
      });

      it("given an asset of the enterprise template, sells and orders it in one transaction for the euro token", async () => {
        const price = 25n;
        const paid = price * 10n ** BigInt(euro.decimals);
        const { datatoken, exchangeId } = await trade.publish({
          publisher: PUBLISHER,
          paymentToken: euro.address,
          paymentDecimals: euro.decimals,
          price: price * ONE,
          templateIndex: ENTERPRISE,
        });
        const before = await balance(euro.address, BUYER);
        await trade.send(BUYER, "OceanToken", euro.address, "approve", [
          datatoken,
          2n * paid,
        ]);

        const events = await trade.send(
          BUYER,
          "ERC20TemplateEnterprise",
          datatoken,
          "buyFromFreAndOrder",
          [
            await order(),
            {
              exchangeContract: contracts.fixedPrice,
              exchangeId,
              maxBaseTokenAmount: 2n * paid,
              swapMarketFee: 0n,
              marketFeeAddress: zeroAddress,
            },
          ],
        );

        const [started] = await events(
          "ERC20TemplateEnterprise",
          "OrderStarted",
        );
        expect(started).to.include({ consumer: BUYER, payer: BUYER });
        // The price and the community's 0.1 percent; the datatoken is burnt.
        expect(before - (await balance(euro.address, BUYER))).to.equal(
          paid + paid / 1000n,
        );
        expect(await balance(datatoken, BUYER)).to.equal(0n);
        expect(await read("OceanToken", datatoken, "totalSupply")).to.equal(0n);
      });

      it("given an enterprise asset for nothing, dispenses and orders it in one transaction, unless its provider did not sign the fee", async () => {
        const { datatoken } = await trade.publishFree({
          publisher: PUBLISHER,
          templateIndex: ENTERPRISE,
        });
        const honest = await order();
        const forged = {
          ...honest,
          _providerFee: { ...honest._providerFee, providerFeeAddress: OWNER },
        };
        const orderWith = (given: typeof honest) =>
          trade.send(
            BUYER,
            "ERC20TemplateEnterprise",
            datatoken,
            "buyFromDispenserAndOrder",
            [given, contracts.dispenser],
          );

        const refusal = await errorOf(() => orderWith(forged));
        const events = await orderWith(honest);

        expect(refusal.message).to.contain("Invalid provider fee");
        expect(
          await events("ERC20TemplateEnterprise", "OrderStarted"),
        ).to.have.length(1);
        expect(await balance(datatoken, BUYER)).to.equal(0n);
      });
    });
  }
});
