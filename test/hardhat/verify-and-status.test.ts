import { expect } from "chai";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import { HardhatPluginError } from "hardhat/plugins";

import plugin from "../../src/index.ts";

const hreWithPlugin = async () =>
  await createHardhatRuntimeEnvironment({ plugins: [plugin] });

describe("verify and status for programs", () => {
  it("given a sandbox connection, when it is verified at each level, then its own chain is asked and all holds", async () => {
    const hre = await hreWithPlugin();
    const connection = await hre.network.create("thirdSandbox");
    for (const level of ["presence", "identity", "wiring"] as const) {
      const report = await connection.alpha?.verify({ level });

      expect(report?.outcome).to.equal("ok");
      expect(report?.level).to.equal(level);
      expect(report?.networks.map((each) => each.hardhatNetwork)).to.deep.equal(
        ["thirdSandbox"],
      );
    }
    await connection.close();
  });

  it("given code that is removed on the connection's chain, then its contract is absent, and the connection stays open", async () => {
    const hre = await hreWithPlugin();
    const connection = await hre.network.create("devnetSandbox");
    const router = connection.alpha?.contracts.router;
    await connection.provider.request({
      method: "hardhat_setCode",
      params: [router, "0x"],
    });

    const report = await connection.alpha?.verify();

    expect(report?.outcome).to.equal("failed");
    expect(
      report?.networks[0]?.contracts
        .filter(({ verdict }) => verdict !== "present")
        .map(({ key, verdict }) => [key, verdict]),
    ).to.deep.equal([["Router", "absent"]]);
    expect(
      await connection.provider.request({ method: "eth_chainId" }),
    ).to.equal("0x7ec8");
    await connection.close();
  });

  it("given a sandbox connection, when its status is queried, then it is ok", async () => {
    const hre = await hreWithPlugin();
    const connection = await hre.network.create("testnetSandbox");
    const report = await connection.alpha?.status();

    expect(
      report?.networks.map(({ network, state }) => [network, state]),
    ).to.deep.equal([["testnet", "ok"]]);
    await connection.close();
  });

  it("given hre.alpha, when the sandboxes of some networks are verified, then those alone are", async () => {
    const hre = await hreWithPlugin();
    const report = await hre.alpha.verify({
      networks: ["third", "devnet"],
      sandbox: true,
      level: "wiring",
      strict: true,
    });

    expect(report.outcome).to.equal("ok");
    expect(report.networks.map(({ network }) => network)).to.deep.equal([
      "third",
      "devnet",
    ]);
  });

  it("given hre.alpha, when the status of all sandboxes is queried, then all are ok", async () => {
    const hre = await hreWithPlugin();
    const { outcome, networks } = await hre.alpha.status({ sandbox: true });

    expect(outcome).to.equal("ok");
    expect(networks).to.have.length(3);
  });

  it("given an unknown name or level, then the plugin's error lists the valid ones", async () => {
    const hre = await hreWithPlugin();
    const level: unknown = "everything";
    for (const parameters of [
      { networks: ["localhost"] },
      { networks: ["nowhere"] },
      { sandbox: true, ...(typeof level === "string" ? { level } : {}) },
    ]) {
      const error: unknown = await hre.alpha
        // @ts-expect-error what JavaScript may pass
        .verify(parameters)
        .catch((reason: unknown) => reason);

      expect(HardhatPluginError.isHardhatPluginError(error)).to.equal(true);
      expect(String(error)).to.match(/Valid (names|levels): /);
    }
  });
});
