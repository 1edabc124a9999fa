import { expect } from "chai";

import type { Hex } from "../../src/base/hex.ts";
import { type ChainDriver, chainDriver } from "../../src/sandbox/driver.ts";
import {
  type PlaceContractSetOptions,
  placeContractSet,
} from "../../src/sandbox/place-contract-set.ts";
import type { ContractSetPlan } from "../../src/sandbox/plan.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";
import { createChain } from "../support/sandbox-connection.ts";
import {
  contractReader,
  expectPackageCode,
  expectWired,
} from "../support/sandbox-facts.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";

const PLAN: ContractSetPlan = SANDBOX_PLANS.devnet.plan;
const OPTIONS: PlaceContractSetOptions = {
  deployer: `0x${"d".repeat(40)}`,
  gasPrice: 10n ** 10n,
};

/** The error of placing the set of devnet. */
const failureOf = async (
  driver: ChainDriver,
  options: Partial<PlaceContractSetOptions> = {},
): Promise<string> =>
  await pluginMessageOf(() =>
    placeContractSet(driver, PLAN, { ...OPTIONS, ...options }),
  );

describe("placeContractSet", () => {
  let chain: Awaited<ReturnType<typeof createChain>>;
  let driver: ChainDriver;

  beforeEach(async () => {
    chain = await createChain({ mining: { auto: false } });
    driver = chainDriver(chain.connection.provider);
  });

  afterEach(async () => {
    await chain.connection.close();
  });

  it("given five datatoken templates and two NFT templates, registers each at its position", async () => {
    const plan: ContractSetPlan = {
      ...PLAN,
      erc20Templates: [
        ...PLAN.erc20Templates,
        `0x${"3".repeat(40)}`,
        `0x${"4".repeat(40)}`,
        `0x${"9".repeat(40)}`,
      ],
      erc721Templates: [...PLAN.erc721Templates, `0x${"7".repeat(40)}`],
    };

    await placeContractSet(driver, plan, OPTIONS);

    const { provider } = chain.connection;
    await expectPackageCode(provider, plan);
    await expectWired(contractReader(provider), plan);
  });

  it("given no owner, leaves all to the deployer", async () => {
    await placeContractSet(driver, PLAN, OPTIONS);

    const read = contractReader(chain.connection.provider);
    expect(
      String(await read("OceanToken", PLAN.token, "owner")).toLowerCase(),
    ).to.equal(OPTIONS.deployer);
    expect(
      await read(
        "MockERC20Decimals",
        PLAN.extraTokens[0]?.address ?? PLAN.token,
        "balanceOf",
        OPTIONS.deployer,
      ),
    ).to.equal(10n ** 26n);
  });

  it("given a token whose supply is less than the useful amounts, shares it out equally", async () => {
    const holders: Hex[] = [`0x${"a1".repeat(20)}`, `0x${"a2".repeat(20)}`];
    const extraTokens = PLAN.extraTokens.map((token) => ({
      ...token,
      decimals: 36,
    }));

    await placeContractSet(
      driver,
      { ...PLAN, extraTokens },
      { ...OPTIONS, holders },
    );

    const read = contractReader(chain.connection.provider);
    for (const holder of holders) {
      expect(
        await read(
          "MockERC20Decimals",
          extraTokens[0]?.address ?? PLAN.token,
          "balanceOf",
          holder,
        ),
      ).to.equal(10n ** 26n / 2n);
    }
  });

  for (const [title, transactionGasCap, message] of [
    [
      "too little gas for a constructor",
      100_000n,
      /the constructor of OceanToken \(token, 0xdF171F74.*\) failed: .*gas/i,
    ],
    [
      "gas for every constructor but the router's",
      240_000n,
      /the constructor of FactoryRouter \(router, 0x4Ede1776.*\) failed/,
    ],
  ] as const) {
    it(`given ${title}, names the contract`, async () => {
      expect(await failureOf(driver, { transactionGasCap })).to.match(message);
    });
  }

  it("given a constructor that fails only in its transaction, names its contract", async () => {
    const fixedRateExchangeNonce = 4n;
    const starved: ChainDriver = {
      ...driver,
      send: (transaction) =>
        driver.send(
          transaction.nonce === fixedRateExchangeNonce
            ? { ...transaction, gas: 30_000n }
            : transaction,
        ),
    };

    expect(await failureOf(starved)).to.match(
      /the constructor of FixedRateExchange \(fixedPrice, 0x8372715D.*\) failed: its transaction 0x\w+ reverted/,
    );
  });

  it("given a router that has its factory already, names the wiring call", async () => {
    await placeContractSet(driver, PLAN, OPTIONS);

    expect(await failureOf(driver)).to.match(
      /the call FactoryRouter\.addFactory \(0x4Ede1776.*\) failed: its transaction 0x\w+ reverted/,
    );
  });

  it("given blocks that leave a transaction out, says so", async () => {
    const lazy = { ...driver, mine: () => Promise.resolve() };

    expect(await failureOf(lazy)).to.match(
      /the constructor of OceanToken .* was not mined/,
    );
  });
});
