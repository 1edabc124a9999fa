import { expect } from "chai";

import { V3_KEYS } from "./live-network.ts";
import { configWith, runForReport } from "./run-alpha.ts";

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
