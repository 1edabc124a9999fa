import { expect } from "chai";

import { type ChainDriver, chainDriver } from "../../src/sandbox/driver.ts";
import {
  type PlaceContractSetOptions,
  placeContractSet,
} from "../../src/sandbox/place-contract-set.ts";
import type { ContractSetPlan } from "../../src/sandbox/plan.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";
import { createChain } from "../support/sandbox-connection.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";
import {
  contractReader,
  expectPackageCode,
  expectWired,
} from "./sandbox-facts.ts";

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

  it("given gas for every constructor but the router's, names the contract", async () => {
    expect(await failureOf(driver, { transactionGasCap: 240_000n })).to.match(
      /the constructor of FactoryRouter \(router, 0x4Ede1776.*\) failed/,
    );
  });

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
