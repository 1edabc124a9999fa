import { expect } from "chai";

import { type Anvil, setAnvilCode } from "../support/anvil.ts";
import { DEAD_URL } from "../support/listen.ts";
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

describe("live nodes", function () {
  this.timeout(120_000);
  let devnet: Anvil;
  let third: Anvil;
  before(async () => {
    [devnet, third] = await Promise.all([
      startLiveNetwork("devnet"),
      startLiveNetwork("third"),
    ]);
  });
  after(async () => {
    await Promise.all([devnet?.close(), third?.close()]);
  });

  const run = async <T extends "verify" | "status">(
    task: T,
    urls: Parameters<typeof urlVariables>[0],
  ) =>
    await runForReport(task, Object.keys(urls), {
      config: configWith(NEW_CHAINS),
      env: urlVariables(urls),
    });
  const verify = async (urls: Parameters<typeof urlVariables>[0]) => {
    const { code, report } = await run("verify", urls);
    const contracts = report.networks[0]?.contracts ?? [];
    return {
      code,
      network: report.networks[0],
      keys: (wanted: string) =>
        contracts
          .filter(({ verdict }) => verdict === wanted)
          .map(({ kind, key }) => `${kind} ${key}`),
    };
  };

  it("given the third network without the portal's v3 contracts, then those five alone are absent and the exit code is 1; given them, 0", async () => {
    const without = await verify({ third: third.url });

    expect(without.code).to.equal(1);
    expect(without.keys("absent")).to.deep.equal(
      V3_KEYS.map((key) => `portal ${key}`),
    );
    expect(without.keys("present")).to.have.length(11);
    expect(without.network?.reason).to.equal("of 16 contracts, 5 absent");

    for (const address of v3Addresses()) {
      await setAnvilCode(third.url, address, SOME_CODE);
    }
    const whole = await verify({ third: third.url });

    expect(whole.code).to.equal(0);
    expect(whole.keys("present")).to.have.length(16);
  });

  it("given one contract removed, then that one alone is absent, with what to do, and the exit code is 1", async () => {
    const { code, keys, network } = await withCode(
      devnet.url,
      SANDBOX_PLANS.devnet.plan.dispenser,
      "0x",
      () => verify({ devnet: devnet.url }),
    );

    expect(code).to.equal(1);
    expect(keys("absent")).to.deep.equal(["registry Dispenser"]);
    expect(keys("present")).to.have.length(10);
    const [problem, ...others] = network?.problems ?? [];
    expect(others).to.deep.equal([]);
    expect(problem).to.include({ status: "failed", remedy: REMEDY });
    expect(problem?.affects).to.deep.equal(["registry.Dispenser"]);
    expect(problem?.reason).to.match(/^there is no code at block \d+$/);
  });

  it("given nodes of the right chains that may idle, then their status is ok with head and client, and the exit code is 0", async () => {
    const { code, report, stderr } = await run("status", {
      devnet: devnet.url,
      third: third.url,
    });

    expect([code, stderr]).to.deep.equal([0, ""]);
    expect(report.networks.map(({ state }) => state)).to.deep.equal([
      "ok",
      "ok",
    ]);
    const [first] = report.networks;
    expect(first).to.include({
      network: "devnet",
      hardhatNetwork: "devnet",
      endpoint: devnet.url,
      chainId: 32456,
      syncing: false,
    });
    expect(first?.clientVersion).to.match(/^anvil\//);
    expect(first?.head?.number).to.match(/^\d+$/);
  });

  it("given a node of another chain id, then its state is wrong-chain, both ids are named, and the exit code is 1", async () => {
    const { code, report } = await run("status", { devnet: third.url });

    expect(code).to.equal(1);
    expect(report.networks[0]).to.include({
      state: "wrong-chain",
      chainId: 100,
    });
    expect(report.networks[0]?.reason).to.contain("chain id 100, not 32456");
  });

  it("given a node that is stopped beside one that runs, then the one is unknown with the reason, the other ok, and the exit code is 2", async () => {
    const urls = { devnet: DEAD_URL, third: third.url };
    const { code, report } = await run("status", urls);

    expect(code).to.equal(2);
    expect(report.networks.map(({ state }) => state)).to.deep.equal([
      "unknown",
      "ok",
    ]);
    const { reason, remedy, problems } = report.networks[0] ?? {};
    expect(reason).to.contain("could not be read");
    expect(remedy).to.contain("ALPHA_DEVNET_RPC_URL");
    expect(problems).to.deep.equal([
      { status: "unknown", reason, remedy, affects: ["node"] },
    ]);
    expect(report.networks[0]).not.to.have.any.keys("head", "chainId");

    const { code: verifyCode, keys } = await verify(urls);
    expect(verifyCode).to.equal(2);
    expect(keys("unknown")).to.have.length(11);
  });
});
