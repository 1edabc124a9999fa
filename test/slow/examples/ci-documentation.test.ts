import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";
import { parse } from "yaml";

import { startLiveNetwork, urlVariables } from "../../e2e/live-network.ts";
import { type Anvil, removeAnvilCode } from "../../support/anvil.ts";
import { REPOSITORY } from "../../support/repository-files.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";
import { junitFaults } from "../../tasks/verify/junit-faults.ts";
import { readXml } from "../../tasks/verify/read-xml.ts";
import { type CiProject, createCiProject } from "./ci-project.ts";

function source(path: string): string {
  return readFileSync(join(REPOSITORY, path), "utf8");
}

/** What the workflow's step runs: a folded text, so one line. */
function workflowCommand(path: string): string {
  const folded = /run: >-\n((?: {10}.*\n)+)/.exec(source(path))?.[1];
  if (folded === undefined) {
    throw new Error(`${path} runs no folded command`);
  }
  return folded.trim().split(/\n\s*/).join(" ");
}

describe("the documentation for pipelines", function () {
  this.timeout(120_000);
  let devnet: Anvil;
  let testnet: Anvil;
  let project: CiProject;
  before(async () => {
    [devnet, testnet] = await Promise.all([
      startLiveNetwork("devnet"),
      startLiveNetwork("testnet"),
    ]);
    project = createCiProject(
      urlVariables({ devnet: devnet.url, testnet: testnet.url }),
    );
    const { code, stderr } = await project.run(
      "npx hardhat alpha verify devnet testnet --write-lock",
    );
    expect(code, stderr).to.equal(0);
  });
  after(async () => {
    project?.remove();
    await Promise.all([devnet?.close(), testnet?.close()]);
  });

  it("given the workflow's command, then it ends with 0 on networks that are locked, with annotations, a summary and the file it keeps", async () => {
    const command = workflowCommand("examples/ci/github-actions.yml");
    const summary = project.write("summary.md", "");
    const { code, stdout, stderr } = await project.run(command, {
      GITHUB_STEP_SUMMARY: summary,
    });

    expect(code, stdout + stderr).to.equal(0);
    expect(stdout).to.match(/^::notice title=/m);
    expect(project.read("summary.md")).to.contain("## ✅ alpha verify");
    expect(source("examples/ci/github-actions.yml")).to.contain(
      "path: alpha-verify.xml",
    );
    project.read("alpha-verify.xml");
  });

  it("given the test of docs/scripts.md, then it passes in a user's project", async () => {
    const code = /## In tests\n.*?```ts\n(.*?)```/s.exec(
      source("docs/scripts.md"),
    )?.[1];
    if (code === undefined) {
      throw new Error("docs/scripts.md has no test");
    }
    project.write("networks.ts", code);
    project.write(
      "mocha.config.ts",
      `import hardhatMocha from "@nomicfoundation/hardhat-mocha";
import hardhatAlphaNetworks from "hardhat-alpha-networks";
export default { plugins: [hardhatAlphaNetworks, hardhatMocha] };
`,
    );

    const result = await project.run(
      "npx hardhat --config mocha.config.ts test mocha --no-compile networks.ts",
    );

    expect(result.code, result.stdout + result.stderr).to.equal(0);
    expect(result.stdout).to.contain("2 passing");
  });

  it("given the GitLab job and chains that are whole, then one contract removed, then a node stopped, then the job passes, fails and warns, with its JUnit report", async () => {
    const { "alpha-verify": job } = parse(source("examples/ci/gitlab-ci.yml"));
    project.addProgram("npm", '[ "$*" = ci ]');
    const runJob = async () => {
      const { code, stdout, stderr } = await project.run(
        job.script.join("\n"),
        { CI: "true", ALPHA_ATTEMPTS: "1" },
      );
      const { junit } = job.artifacts.reports;
      const xml = readXml(project.read(junit).trimEnd());
      expect(junitFaults(xml), stdout + stderr).to.deep.equal([]);
      return {
        code,
        suites: xml.children.map(({ attributes }) => [
          Number(attributes["failures"]) > 0,
          Number(attributes["errors"]) > 0,
        ]),
      };
    };
    const [fine, unknown] = [
      [false, false],
      [false, true],
    ];

    expect(await runJob()).to.deep.equal({ code: 0, suites: [fine, fine] });
    await removeAnvilCode(devnet.url, SANDBOX_PLANS.devnet.plan.dispenser);
    const broken = await runJob();
    expect([broken.code, broken.suites[1]]).to.deep.equal([1, fine]);
    expect(broken.suites[0]?.[0]).to.equal(true);
    await devnet.close();
    expect(await runJob()).to.deep.equal({
      code: job.allow_failure.exit_codes,
      suites: [unknown, fine],
    });
  });
});
