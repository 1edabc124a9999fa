import { expect } from "chai";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";

import plugin from "../../src/index.ts";
import { ALPHA_NETWORK_NAMES } from "../../src/networks/definitions.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";

const hreWithPlugin = async () =>
  await createHardhatRuntimeEnvironment({ plugins: [plugin] });

describe("verify and status for programs", () => {
  it("given a sandbox connection, when it is verified at each level and its status is queried, then its own chain is asked, and all holds", async () => {
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
    const status = await connection.alpha?.status();
    expect(
      status?.networks.map(({ network, state }) => [network, state]),
    ).to.deep.equal([["third", "ok"]]);
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

  it("given hre.alpha, when all sandboxes are verified, or some, or their status is queried, then all is ok, for those alone", async () => {
    const { alpha } = await hreWithPlugin();
    const wiring = { sandbox: true, level: "wiring", strict: true } as const;
    const names = ["third", "devnet"];
    const all = await alpha.verify(wiring);

    for (const [report, expected] of [
      [all, [...ALPHA_NETWORK_NAMES]],
      [await alpha.verify({ ...wiring, networks: names }), names],
      [await alpha.status({ sandbox: true }), [...ALPHA_NETWORK_NAMES]],
    ] as const) {
      expect(report.outcome, JSON.stringify(report)).to.equal("ok");
      expect(report.networks.map(({ network }) => network)).to.deep.equal(
        expected,
      );
    }
    for (const { facts } of all.networks) {
      expect(facts?.length).to.be.above(15);
    }
  });

  it("given an unknown name or level, then the plugin's error lists the valid ones", async () => {
    const hre = await hreWithPlugin();
    const verify: (parameters: never) => Promise<unknown> = hre.alpha.verify;
    for (const parameters of [
      { networks: ["localhost"] },
      { networks: ["nowhere"] },
      { sandbox: true, level: "everything" },
    ]) {
      expect(await pluginMessageOf(() => verify(parameters as never))).to.match(
        /Valid (names|levels): /,
      );
    }
  });
});
