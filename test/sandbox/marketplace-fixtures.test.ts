import hardhatNetworkHelpers from "@nomicfoundation/hardhat-network-helpers";
import { expect } from "chai";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { Address } from "viem";

import hardhatAlphaNetworks from "../../src/index.ts";
import { errorOf } from "../support/rejection-of.ts";
import { contractReader } from "../support/sandbox-facts.ts";
import { market } from "../support/sandbox-market.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";

const PUBLISHER: Address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const BUYER: Address = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const STRANGER: Address = "0x00000000000000000000000000000000DeaDBeef";
const ONE = 10n ** 18n;

const create = (hre: HardhatRuntimeEnvironment) =>
  hre.network.create("thirdSandbox");
type Connection = Awaited<ReturnType<typeof create>>;

describe("hardhat-network-helpers on a sandbox", () => {
  for (const [order, plugins] of Object.entries({
    before: [hardhatNetworkHelpers, hardhatAlphaNetworks],
    after: [hardhatAlphaNetworks, hardhatNetworkHelpers],
  })) {
    describe(`listed ${order} this plugin`, () => {
      const { plan } = SANDBOX_PLANS.third;
      let connection: Connection;
      let runs: number;

      /** A published asset without orders. */
      const published = async () => {
        runs += 1;
        return await market(connection.provider, plan).publish({
          publisher: PUBLISHER,
          paymentToken: plan.token,
          paymentDecimals: 18,
          price: ONE,
        });
      };
      const held = async (datatoken: Address) =>
        await contractReader(connection.provider)(
          "OceanToken",
          datatoken,
          "balanceOf",
          BUYER,
        );

      beforeEach(async () => {
        const hre = await createHardhatRuntimeEnvironment({ plugins });
        connection = await create(hre);
        runs = 0;
      });

      afterEach(async () => {
        await connection.close();
      });

      it("given a fixture that publishes, loads it a second time without publishing, with nothing bought and the same addresses", async () => {
        const { networkHelpers, provider } = connection;
        const first = await networkHelpers.loadFixture(published);
        await market(provider, plan).buy({
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

      it("given five seconds to pass, is five seconds later", async () => {
        const { time } = connection.networkHelpers;
        const latest = await time.latest();

        await time.increase(5);

        expect(await time.latest()).to.equal(latest + 5);
        await time.increaseTo(latest + 3600);
        expect(await time.latest()).to.equal(latest + 3600);
        expect((await errorOf(() => time.increaseTo(latest))).message).to.match(
          /timestamp/i,
        );
      });

      it("given an account that it impersonates and funds, lets it act", async () => {
        const { networkHelpers, provider } = connection;
        await networkHelpers.setBalance(STRANGER, ONE);
        await networkHelpers.impersonateAccount(STRANGER);

        const { nft } = await market(provider, plan).publishFree({
          publisher: STRANGER,
        });

        expect(
          await contractReader(provider)("ERC721Template", nft, "ownerOf", 1n),
        ).to.equal(STRANGER);
      });
    });
  }
});
