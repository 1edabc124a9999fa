import { expect } from "chai";
import type { ChainType, NetworkConnection } from "hardhat/types/network";
import type { Address } from "viem";
import type { AlphaUserConfig } from "../../src/config/user-config.ts";
import { SANDBOX_DEPLOYER } from "../../src/networks/sandbox-deployer.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import { contractReader } from "../support/sandbox-facts.ts";
import { market } from "../support/sandbox-market.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";

const ACCOUNT_0: Address = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const ACCOUNT_1: Address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const ACCOUNT_2: Address = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const STRANGER: Address = "0x00000000000000000000000000000000DeaDBeef";
const MOVED: Address = "0x52908400098527886E0F7030069857D2E4169EE7";
const EURO_SUPPLY = 10n ** 26n;
const { plan } = SANDBOX_PLANS.devnet;
const [EURO] = plan.extraTokens;

type Connection = NetworkConnection<ChainType | string>;

async function onSandbox(
  alpha: AlphaUserConfig,
  act: (connection: Connection) => Promise<void>,
) {
  const hre = await createAlphaHre({ alpha });
  const connection = await hre.network.create("devnetSandbox");
  try {
    await act(connection);
  } finally {
    await connection.close();
  }
}

async function owners({ provider }: Connection) {
  const read = contractReader(provider);
  return await Promise.all([
    read("FactoryRouter", plan.router, "routerOwner"),
    read("ERC721Factory", plan.erc721Factory, "owner"),
    read("OceanToken", plan.token, "owner"),
    read("OPFCommunityFeeCollector", plan.communityFeeCollector, "owner"),
  ]);
}

function balanceReader({ provider }: Connection) {
  const read = contractReader(provider);
  return async (token: Address, holder: Address) =>
    BigInt(String(await read("OceanToken", token, "balanceOf", holder)));
}

describe("alpha.sandbox", () => {
  describe("owner", () => {
    it("given an account, then that owns what has an owner, and can do what owners do", async () => {
      await onSandbox(
        { sandbox: { owner: ACCOUNT_2.toLowerCase() } },
        async (connection) => {
          expect(await owners(connection)).to.deep.equal(
            new Array(4).fill(ACCOUNT_2),
          );
          const { send } = market(connection.provider, plan);
          const read = contractReader(connection.provider);
          await send(
            ACCOUNT_2,
            "FactoryRouter",
            plan.router,
            "removeApprovedToken",
            [EURO.address],
          );
          expect(
            await read(
              "FactoryRouter",
              plan.router,
              "isApprovedToken",
              EURO.address,
            ),
          ).to.equal(false);
          // The collector of the community's fees pays out to the owner.
          const balance = balanceReader(connection);
          const before = await balance(plan.token, ACCOUNT_2);
          const collector = plan.communityFeeCollector;
          await send(ACCOUNT_0, "OceanToken", plan.token, "transfer", [
            collector,
            5n,
          ]);
          await send(
            ACCOUNT_0,
            "OPFCommunityFeeCollector",
            collector,
            "withdrawToken",
            [plan.token],
          );
          expect(await balance(plan.token, ACCOUNT_2)).to.equal(before + 5n);
        },
      );
    });

    it("given an owner that is not an account of the chain, then it owns the contracts and the rest of the euro token", async () => {
      await onSandbox({ sandbox: { owner: STRANGER } }, async (connection) => {
        expect(await owners(connection)).to.deep.equal(
          new Array(4).fill(STRANGER),
        );
        const balance = balanceReader(connection);
        expect(await balance(EURO.address, STRANGER)).to.equal(
          EURO_SUPPLY - 20n * 10n ** 12n,
        );
        expect(await balance(plan.token, STRANGER)).to.equal(0n);
      });
    });
  });

  describe("balances", () => {
    it("given balances of both tokens, then only these accounts hold them, and the tokens are approved", async () => {
      await onSandbox(
        {
          sandbox: {
            balances: {
              alpha: { [ACCOUNT_1]: "12.5", [STRANGER]: 3n },
              euro: { [ACCOUNT_1]: 100, [STRANGER]: "0.000001" },
            },
          },
        },
        async (connection) => {
          const balance = balanceReader(connection);
          expect(await balance(plan.token, ACCOUNT_1)).to.equal(
            125n * 10n ** 17n,
          );
          expect(await balance(plan.token, STRANGER)).to.equal(3n * 10n ** 18n);
          expect(await balance(EURO.address, ACCOUNT_1)).to.equal(10n ** 8n);
          expect(await balance(EURO.address, STRANGER)).to.equal(1n);
          for (const token of [plan.token, EURO.address]) {
            expect(await balance(token, ACCOUNT_0)).to.equal(0n);
            expect(await balance(token, ACCOUNT_2)).to.equal(0n);
          }
          expect(await balance(EURO.address, SANDBOX_DEPLOYER)).to.equal(
            EURO_SUPPLY - 10n ** 8n - 1n,
          );
          expect(
            await contractReader(connection.provider)(
              "FactoryRouter",
              plan.router,
              "getApprovedTokens",
            ),
          ).to.deep.equal([plan.token, EURO.address]);
        },
      );
    });

    it("given those of one token, then the other one's are as without", async () => {
      await onSandbox(
        { sandbox: { balances: { euro: {} } } },
        async (connection) => {
          const balance = balanceReader(connection);
          expect(await balance(EURO.address, ACCOUNT_0)).to.equal(0n);
          expect(await balance(plan.token, ACCOUNT_0)).to.equal(10n ** 24n);
        },
      );
    });

    it("given three hundred holders, then all of them hold it, and the block gas limit is as configured", async () => {
      const holders = Array.from(
        { length: 300 },
        (_, index) => `0x${(index + 1).toString(16).padStart(40, "c")}`,
      );
      await onSandbox(
        {
          sandbox: {
            balances: {
              euro: Object.fromEntries(holders.map((holder) => [holder, 7])),
            },
          },
        },
        async (connection) => {
          const balance = balanceReader(connection);
          for (const holder of holders.slice(-3)) {
            expect(
              await balance(EURO.address, `0x${holder.slice(2)}`),
            ).to.equal(7n * 10n ** 6n);
          }
          expect(
            await connection.provider.request({
              method: "eth_getBlockByNumber",
              params: ["pending", false],
            }),
          ).to.include({ gasLimit: "0x3938700" });
        },
      );
    });
  });

  it("given registry addresses, an owner and balances of the user's own, then the set is placed there and wired", async () => {
    await onSandbox(
      {
        sandbox: { owner: ACCOUNT_1, balances: { alpha: { [ACCOUNT_2]: 2 } } },
        networks: { devnet: { registry: { FixedPrice: MOVED } } },
      },
      async (connection) => {
        const code = (address: Address) =>
          connection.provider.request({
            method: "eth_getCode",
            params: [address, "latest"],
          });
        expect(await code(plan.fixedPrice)).to.equal("0x");
        expect(await code(MOVED)).to.not.equal("0x");
        const report = await connection.alpha?.verify({
          level: "wiring",
          strict: true,
        });
        expect(report?.outcome, JSON.stringify(report)).to.equal("ok");
      },
    );
  });
});
