import { expect } from "chai";
import type { Address } from "viem";
import type { AlphaUserConfig } from "../../src/config/user-config.ts";
import { SANDBOX_DEPLOYER } from "../../src/connect/recognise-sandbox.ts";
import { connectTo } from "../support/connections.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";
import { contractReader } from "./sandbox-facts.ts";

const ACCOUNT_0: Address = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const ACCOUNT_1: Address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const ACCOUNT_2: Address = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const STRANGER: Address = "0x00000000000000000000000000000000DeaDBeef";
const EURO_SUPPLY = 10n ** 26n;
const { plan } = SANDBOX_PLANS.devnet;
const [EURO] = plan.extraTokens;

type Connection = Awaited<ReturnType<typeof sandboxOf>>;

const sandboxOf = async (sandbox: NonNullable<AlphaUserConfig["sandbox"]>) =>
  await connectTo("devnetSandbox", { alpha: { sandbox } });

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
  it("given an owner that is not an account of the chain, then it owns what has an owner, and the rest of the euro token", async () => {
    const owner = STRANGER.toLowerCase();
    await using connection = await sandboxOf({ owner });
    const balance = balanceReader(connection);

    expect(await owners(connection)).to.deep.equal(new Array(4).fill(STRANGER));
    expect(await balance(EURO.address, STRANGER)).to.equal(
      EURO_SUPPLY - 20n * 10n ** 12n,
    );
    expect(await balance(plan.token, STRANGER)).to.equal(0n);
  });

  it("given balances of both tokens, then only these accounts hold them, and the tokens are approved", async () => {
    await using connection = await sandboxOf({
      balances: {
        alpha: { [ACCOUNT_1]: "12.5", [STRANGER]: 3n },
        euro: { [ACCOUNT_1]: 100, [STRANGER]: "0.000001" },
      },
    });
    const balance = balanceReader(connection);

    expect(await balance(plan.token, ACCOUNT_1)).to.equal(125n * 10n ** 17n);
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
  });

  it("given three hundred holders of one token, then all of them hold it, and the other one's balances are as without", async () => {
    const holders = Array.from(
      { length: 300 },
      (_, index): Address => `0x${(index + 1).toString(16).padStart(40, "c")}`,
    );
    const euro = Object.fromEntries(holders.map((holder) => [holder, 7]));
    await using connection = await sandboxOf({ balances: { euro } });
    const balance = balanceReader(connection);

    for (const holder of holders.slice(-3)) {
      expect(await balance(EURO.address, holder)).to.equal(7n * 10n ** 6n);
    }
    expect(await balance(EURO.address, ACCOUNT_0)).to.equal(0n);
    expect(await balance(plan.token, ACCOUNT_0)).to.equal(10n ** 24n);
  });
});
