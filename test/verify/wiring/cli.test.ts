import { expect } from "chai";
import { verifyGithub } from "../../../tasks/verify/formats/github.ts";
import { configWith, runForReport } from "../../e2e/run-alpha.ts";
import { type Anvil, placeOnAnvil, startAnvil } from "../../support/anvil.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";

const { chainId, plan } = SANDBOX_PLANS.devnet;
/** The Router's address under Dispenser, and the other way round. */
const SWAPPED = configWith(`{ networks: { devnet: {
  startBlock: 0,
  registry: { Router: "${plan.dispenser}", Dispenser: "${plan.router}" },
} } }`);

describe("alpha verify --level", function () {
  this.timeout(120_000);
  let anvil: Anvil;

  before(async () => {
    anvil = await startAnvil({ chainId });
    await placeOnAnvil(anvil.url, plan);
  });
  after(async () => {
    await anvil?.close();
  });

  const runOnNode = (level: string, config: string) =>
    runForReport("verify", ["devnet", "--level", level], {
      config,
      env: { ALPHA_DEVNET_RPC_URL: anvil.url },
    });

  it("given the sandboxes, when their wiring is verified, strict as well, then all holds and the exit code is 0", async () => {
    const { code, report, stderr } = await runForReport("verify", [
      "--sandbox",
      "--level",
      "wiring",
      "--strict",
    ]);

    expect([code, stderr, report.level, report.outcome]).to.deep.equal([
      0,
      "",
      "wiring",
      "ok",
    ]);
    for (const { facts } of report.networks) {
      expect(facts).to.have.length(44);
    }
  });

  it("given a config in which two registry addresses are swapped, and a node with the contracts, then presence is 0, and identity and wiring are 1", async () => {
    const runs = await Promise.all(
      ["presence", "identity", "wiring"].map((level) =>
        runOnNode(level, SWAPPED),
      ),
    );

    expect(runs.map(({ code }) => code)).to.deep.equal([0, 1, 1]);
    const [, identity, wiring] = runs.map(({ report }) => report.networks[0]);
    for (const network of [identity, wiring]) {
      expect(
        network?.contracts.flatMap(({ key, identity: found }) =>
          found?.verdict === "wrong" ? [key] : [],
        ),
      ).to.deep.equal(["Router", "Dispenser"]);
    }
    expect(
      wiring?.facts?.filter(({ verdict }) => verdict === "broken"),
    ).to.have.length(7);
  });

  it("given a right config and the same node, then wiring is 0 over HTTP too", async () => {
    const { code, report } = await runOnNode(
      "wiring",
      configWith("{ networks: { devnet: { startBlock: 0 } } }"),
    );

    expect([code, report.networks[0]?.reason]).to.deep.equal([0, undefined]);
    expect(
      new Set(report.networks[0]?.facts?.map(({ verdict }) => verdict)),
    ).to.deep.equal(new Set(["holds", "listed"]));
  });

  it("given a node that does not answer, then its facts are as many as ever, all unknown, and one annotation counts them", async () => {
    const args = ["devnet", "--level", "wiring"];
    const dead = {
      config: configWith(),
      env: { ALPHA_DEVNET_RPC_URL: "http://127.0.0.1:1" },
    };
    const down = await runForReport("verify", args, dead);
    const up = await runForReport("verify", [...args, "--sandbox"], {
      config: configWith(),
    });

    const facts = down.report.networks[0]?.facts ?? [];
    expect(down.code).to.equal(2);
    expect(facts.map(({ id, expected }) => [id, expected])).to.deep.equal(
      up.report.networks[0]?.facts?.map(({ id, expected }) => [id, expected]),
    );
    expect(facts.map(({ verdict }) => verdict)).to.deep.equal(
      facts.map(() => "unknown"),
    );
    expect(verifyGithub(down.report)).not.to.contain("router.factory");
    expect(verifyGithub(down.report).split("\n")).to.have.length(2);
  });

  it("given a level that there is not, then it is an error and no report", async () => {
    let message = "";
    try {
      await runForReport("verify", ["--sandbox", "--level", "all"], {
        config: configWith(),
      });
    } catch (error) {
      message = String(error);
    }

    expect(message).to.contain("printed no report");
    expect(message).to.contain("all");
  });
});
