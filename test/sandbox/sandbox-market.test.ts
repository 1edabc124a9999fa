import { expect } from "chai";
import type { Address } from "viem";

import type { ContractSetPlan } from "../../src/sandbox/plan.ts";
import {
  createSandbox,
  type TestChain,
} from "../support/sandbox-connection.ts";
import { contractReader } from "../support/sandbox-facts.ts";
import { market } from "../support/sandbox-market.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";

const PUBLISHER: Address = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const BUYER: Address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const STRANGER: Address = "0x00000000000000000000000000000000DeaDBeef";

describe("a marketplace on a sandbox", () => {
  for (const [network, { chainId, plan }] of Object.entries(SANDBOX_PLANS)) {
    describe(`of ${network}`, () => {
      const contracts: ContractSetPlan = plan;
      let sandbox: TestChain;

      beforeEach(async () => {
        sandbox = await createSandbox(contracts, { chainId });
      });

      afterEach(async () => {
        await sandbox.connection.close();
      });

      for (const { address, decimals, symbol } of [
        { address: contracts.token, decimals: 18, symbol: "the Alpha token" },
        ...contracts.extraTokens,
      ]) {
        it(`sells a published asset for ${symbol} of ${decimals} decimals`, async () => {
          const { provider } = sandbox.connection;
          const read = contractReader(provider);
          const { publish, buy } = market(provider, contracts);

          const { nft, datatoken, exchangeId } = await publish({
            publisher: PUBLISHER,
            paymentToken: address,
            paymentDecimals: decimals,
            price: 1000n * 10n ** 18n,
          });
          const balance = async (token: Address, account: Address) =>
            BigInt(
              String(await read("OceanToken", token, "balanceOf", account)),
            );
          const before = await balance(address, BUYER);
          await buy({
            buyer: BUYER,
            paymentToken: address,
            exchangeId,
            limit: 1010n * 10n ** BigInt(decimals),
          });

          expect(await read("ERC721Template", nft, "ownerOf", 1n)).to.equal(
            PUBLISHER,
          );
          expect(await balance(datatoken, BUYER)).to.equal(10n ** 18n);
          // The price and the community's 0.1 percent on approved tokens.
          expect(before - (await balance(address, BUYER))).to.equal(
            1001n * 10n ** BigInt(decimals),
          );
        });
      }

      it("sells nothing to an account without payment tokens", async () => {
        const { provider } = sandbox.connection;
        const { publish, buy } = market(provider, contracts);
        const { exchangeId } = await publish({
          publisher: PUBLISHER,
          paymentToken: contracts.token,
          paymentDecimals: 18,
          price: 10n ** 18n,
        });
        await sandbox.request("hardhat_impersonateAccount", STRANGER);
        await sandbox.request(
          "hardhat_setBalance",
          STRANGER,
          "0xde0b6b3a7640000",
        );

        let refusal = "";
        try {
          await buy({
            buyer: STRANGER,
            paymentToken: contracts.token,
            exchangeId,
            limit: 2n * 10n ** 18n,
          });
        } catch (error) {
          refusal = error instanceof Error ? error.message : "";
        }
        expect(refusal).to.contain("transfer amount exceeds balance");
      });
    });
  }
});
