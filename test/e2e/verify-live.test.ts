import { expect } from "chai";

import type { NetworkVerification } from "../../src/verify/report.ts";
import type { Anvil } from "../support/anvil.ts";
import { setAnvilCode } from "../support/anvil.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";
import { REMEDY } from "../tasks/verify/verify-reports.ts";
import {
  SOME_CODE,
  startLiveNetwork,
  urlVariables,
  V3_KEYS,
  v3Addresses,
  withCode,
} from "./live-network.ts";
import { configWith, NEW_CHAINS, runForReport } from "./run-alpha.ts";

const DEVNET = SANDBOX_PLANS.devnet.plan;

describe("alpha verify on live nodes", function () {
  this.timeout(120_000);
  let devnet: Anvil;
  let testnet: Anvil;
  let third: Anvil;
  before(async () => {
    [devnet, testnet, third] = await Promise.all([
      startLiveNetwork("devnet"),
      startLiveNetwork("testnet"),
      startLiveNetwork("third"),
    ]);
  });
  after(async () => {
    await Promise.all([devnet?.close(), testnet?.close(), third?.close()]);
  });

  const verify = (
    names: readonly string[],
    urls: Parameters<typeof urlVariables>[0],
  ) =>
    runForReport("verify", names, {
      config: configWith(NEW_CHAINS),
      env: urlVariables(urls),
    });

  it("given the whole set on devnet and testnet, then every contract is present with its code's size and hash, and the exit code is 0", async () => {
    const { code, report, stderr } = await verify(["devnet", "testnet"], {
      devnet: devnet.url,
      testnet: testnet.url,
    });

    expect(code).to.equal(0);
    expect(stderr).to.equal("");
    expect(report.outcome).to.equal("ok");
    for (const [index, name] of (["devnet", "testnet"] as const).entries()) {
      const network = nth(report.networks, index);
      const { plan, chainId } = SANDBOX_PLANS[name];
      expect(network).to.include({ network: name, chainId, outcome: "ok" });
      expect(network.endpoint).to.match(/^http:\/\/127\.0\.0\.1:\d+$/);
      expect(keysBy(network, "present")).to.deep.equal([
        "registry Alpha",
        "registry AlphaCommunityFeeCollector",
        "registry Router",
        "registry FixedPrice",
        "registry ERC20Template[0]",
        "registry ERC20Template[1]",
        "registry ERC721Template[0]",
        "registry Dispenser",
        "registry ERC721Factory",
        "token euro",
        "token alpha",
      ]);
      const router = network.contracts.find(({ key }) => key === "Router");
      expect(router?.address?.toLowerCase()).to.equal(
        plan.router.toLowerCase(),
      );
      expect(router?.codeSize).to.equal(18_252);
      expect(network.contracts.every(({ codeHash }) => codeHash)).to.equal(
        true,
      );
    }
  });

  it("given the third network without the portal's v3 contracts, then those five alone are absent and the exit code is 1; given them, 0", async () => {
    const without = await verify(["third"], { third: third.url });

    expect(without.code).to.equal(1);
    const network = nth(without.report.networks, 0);
    expect(keysBy(network, "absent")).to.deep.equal(
      V3_KEYS.map((key) => `portal ${key}`),
    );
    expect(keysBy(network, "present")).to.have.length(11);
    expect(network.reason).to.equal("of 16 contracts, 5 absent");

    for (const address of v3Addresses()) {
      await setAnvilCode(third.url, address, SOME_CODE);
    }
    const whole = await verify(["third"], { third: third.url });

    expect(whole.code).to.equal(0);
    expect(keysBy(nth(whole.report.networks, 0), "present")).to.have.length(16);
  });

  it("given one contract removed, then that one alone is absent, with what to do, and the exit code is 1", async () => {
    const { code, report } = await withCode(
      devnet.url,
      DEVNET.dispenser,
      "0x",
      () => verify(["devnet"], { devnet: devnet.url }),
    );

    expect(code).to.equal(1);
    const network = nth(report.networks, 0);
    expect(keysBy(network, "absent")).to.deep.equal(["registry Dispenser"]);
    expect(keysBy(network, "present")).to.have.length(10);
    const dispenser = network.contracts.find(({ key }) => key === "Dispenser");
    expect(dispenser?.reason).to.match(/^there is no code at block \d+$/);
    expect(network.problems).to.deep.equal([
      {
        status: "failed",
        reason: dispenser?.reason,
        remedy: REMEDY,
        affects: ["registry.Dispenser"],
      },
    ]);
  });

  it("given a node of another chain id, then the network failed, its contracts are unknown, and the exit code is 1", async () => {
    const { code, report } = await verify(["devnet"], { devnet: testnet.url });

    expect(code).to.equal(1);
    const network = nth(report.networks, 0);
    expect(network.outcome).to.equal("failed");
    expect(network.reason).to.contain("chain id 32457, not 32456");
    expect(keysBy(network, "unknown")).to.have.length(11);
    expect(network).not.to.have.property("block");
  });

  it("given one node stopped, then its contracts are unknown, the others' verdicts stand, and the exit code is 2", async () => {
    const stopped = await startLiveNetwork("devnet");
    await stopped.close();

    const { code, report } = await verify(["devnet", "testnet"], {
      devnet: stopped.url,
      testnet: testnet.url,
    });

    expect(code).to.equal(2);
    expect(report.outcome).to.equal("unknown");
    const [dead, alive] = report.networks;
    expect(dead?.outcome).to.equal("unknown");
    expect(
      dead?.contracts.every(({ verdict }) => verdict === "unknown"),
    ).to.equal(true);
    expect(dead?.reason).to.contain("chain id could not be read");
    expect(dead?.cause?.remedy).to.contain("ALPHA_DEVNET_RPC_URL");
    expect(alive?.outcome).to.equal("ok");
  });

  it("given one network that cannot be told, one that fails and one that holds, then the exit code is 1 and all three are reported", async () => {
    const { code, report } = await verify([], {
      devnet: "http://127.0.0.1:1",
      testnet: testnet.url,
      third: testnet.url,
    });

    expect(code).to.equal(1);
    expect(report.networks.map(({ outcome }) => outcome)).to.deep.equal([
      "unknown",
      "ok",
      "failed",
    ]);
  });
});

function nth<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) {
    throw new Error(`there is no item ${index}`);
  }
  return item;
}

function keysBy(network: NetworkVerification, wanted: string): string[] {
  return network.contracts
    .filter(({ verdict }) => verdict === wanted)
    .map(
      ({ kind, key, index }) =>
        `${kind} ${key}${index === undefined ? "" : `[${index}]`}`,
    );
}
