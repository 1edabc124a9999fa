import { expect } from "chai";

import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";
import { V3_KEYS } from "./live-network.ts";
import { configWith, runForReport } from "./run-alpha.ts";

/** Takes code from a simulated chain that our plugin has just filled. */
function removingCode(address: string): string {
  return `
import hardhatAlphaNetworks from "hardhat-alpha-networks";
const saboteur = {
  id: "saboteur",
  hookHandlers: {
    network: async () => ({
      default: async () => ({
        async newConnection(context, next) {
          const connection = await next(context);
          await connection.provider.request({
            method: "hardhat_setCode",
            params: ["${address}", "0x"],
          });
          console.error("code removed");
          return connection;
        },
      }),
    }),
  },
};
export default { plugins: [hardhatAlphaNetworks, saboteur] };
`;
}

describe("--sandbox", function () {
  this.timeout(60_000);

  it("given all three networks, when they are verified, then the whole set is present, the portal's v3 contracts are skipped with the reason, and the exit code is 0", async () => {
    const { code, report, stderr } = await runForReport("verify", [
      "--sandbox",
    ]);

    expect(code).to.equal(0);
    expect(stderr).to.equal("");
    expect(
      report.networks.map(({ hardhatNetwork, endpoint }) => [
        hardhatNetwork,
        endpoint,
      ]),
    ).to.deep.equal([
      ["devnetSandbox", "in-process"],
      ["testnetSandbox", "in-process"],
      ["thirdSandbox", "in-process"],
    ]);
    for (const { contracts } of report.networks) {
      const present = contracts.filter(({ verdict }) => verdict === "present");
      expect(present).to.have.length(11);
    }
    const skipped = report.networks.flatMap(({ contracts }) =>
      contracts.filter(({ verdict }) => verdict === "skipped"),
    );
    expect(skipped.map(({ key }) => key)).to.deep.equal([...V3_KEYS]);
    expect(skipped[0]?.reason).to.contain("v3");
  });

  it("given all three networks, when their status is asked for, then all are ok and the exit code is 0", async () => {
    const { code, report, stderr } = await runForReport("status", [
      "--sandbox",
    ]);

    expect(code).to.equal(0);
    expect(stderr).to.equal("");
    expect(
      report.networks.map(({ network, state, chainId }) => [
        network,
        state,
        chainId,
      ]),
    ).to.deep.equal([
      ["devnet", "ok", 32456],
      ["testnet", "ok", 32457],
      ["third", "ok", 100],
    ]);
  });

  it("given code that another plugin removes behind our back, then that contract alone is absent and the exit code is 1: green is no tautology", async () => {
    const { code, report, stderr } = await runForReport(
      "verify",
      ["devnet", "--sandbox"],
      { config: removingCode(SANDBOX_PLANS.devnet.plan.fixedPrice) },
    );

    expect(stderr).to.equal("code removed\n");
    expect(code).to.equal(1);
    const contracts = report.networks[0]?.contracts ?? [];
    expect(
      contracts.filter(({ verdict }) => verdict !== "present"),
    ).to.have.length(1);
    expect(contracts.find(({ key }) => key === "FixedPrice")?.verdict).to.equal(
      "absent",
    );
  });

  it("given sandboxes that are disabled, then the networks are unknown with the reason, and the exit code is 2", async () => {
    const { code, report } = await runForReport(
      "verify",
      ["devnet", "--sandbox"],
      { config: configWith("{ sandbox: false }") },
    );

    expect(code).to.equal(2);
    expect(report.networks[0]).to.include({
      hardhatNetwork: null,
      endpoint: null,
      outcome: "unknown",
    });
    expect(report.networks[0]?.reason).to.contain("alpha.sandbox");
  });
});
