import { expect } from "chai";
import { HardhatPluginError } from "hardhat/plugins";
import { type Address, getAddress } from "viem";

import type { ContractSetPlan } from "../../src/sandbox/plan.ts";
import {
  type Anvil,
  httpProvider,
  placeOnAnvil,
  removeAnvilCode,
  setAnvilCode,
  startAnvil,
} from "../support/anvil.ts";
import {
  contractReader,
  expectPackageCode,
  expectWired,
} from "../support/sandbox-facts.ts";
import { market } from "../support/sandbox-market.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";

const OWNER: Address = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("a real anvil", () => {
  const { chainId } = SANDBOX_PLANS.third;
  const plan: ContractSetPlan = SANDBOX_PLANS.third.plan;
  let anvil: Anvil;

  beforeEach(async () => {
    anvil = await startAnvil({ chainId });
  });

  afterEach(async () => {
    await anvil.close();
  });

  it("listens on the loopback with the chain id asked for, and is gone once closed", async () => {
    expect(anvil.url).to.match(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(
      await httpProvider(anvil.url).request({ method: "eth_chainId" }),
    ).to.equal("0x64");
    expect(isRunning(anvil.pid)).to.equal(true);

    await anvil.close();

    expect(isRunning(anvil.pid)).to.equal(false);
  });

  it("carries the same set over HTTP, wired, owned and in use", async () => {
    const provider = httpProvider(anvil.url);

    await placeOnAnvil(anvil.url, plan, { owner: OWNER, holders: [OWNER] });

    const read = contractReader(provider);
    await expectPackageCode(provider, plan);
    await expectWired(read, plan);
    expect(await read("FactoryRouter", plan.router, "routerOwner")).to.equal(
      getAddress(OWNER),
    );
    const { publish, buy } = market(provider, plan);
    const { datatoken, exchangeId } = await publish({
      publisher: OWNER,
      paymentToken: plan.token,
      paymentDecimals: 18,
      price: 10n ** 18n,
    });
    await buy({
      buyer: OWNER,
      paymentToken: plan.token,
      exchangeId,
      limit: 2n * 10n ** 18n,
    });
    expect(await read("OceanToken", datatoken, "balanceOf", OWNER)).to.equal(
      10n ** 18n,
    );
  });

  it("lets a contract be removed and another be put in its place", async () => {
    const provider = httpProvider(anvil.url);
    const codeOf = (address: Address) =>
      provider.request({ method: "eth_getCode", params: [address, "latest"] });
    await placeOnAnvil(anvil.url, plan);

    await removeAnvilCode(anvil.url, plan.dispenser);
    await setAnvilCode(anvil.url, plan.router, "0x60016000");

    expect(await codeOf(plan.dispenser)).to.equal("0x");
    expect(await codeOf(plan.router)).to.equal("0x60016000");
  });

  it("given a set that is already placed, names the wiring call that reverts", async () => {
    await placeOnAnvil(anvil.url, plan);

    let message = "";
    try {
      await placeOnAnvil(anvil.url, plan);
    } catch (error) {
      if (HardhatPluginError.isHardhatPluginError(error)) {
        message = error.message;
      }
    }
    expect(message).to.match(/the call FactoryRouter\.addFactory .* reverted/);
  });
});

describe("startAnvil", () => {
  it("given an argument that anvil refuses, fails with anvil's own words", async () => {
    let message = "";
    try {
      await startAnvil({ chainId: 1, args: ["--no-such-argument"] });
    } catch (error) {
      message = error instanceof Error ? error.message : "";
    }
    expect(message).to.match(/anvil did not start .*no-such-argument/s);
  });
});
