import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";
import { parse } from "yaml";

import { startLiveNetwork, urlVariables } from "../../e2e/live-network.ts";
import { type Anvil, removeAnvilCode } from "../../support/anvil.ts";
import { REPOSITORY } from "../../support/repository-files.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";
import { expectValidReport } from "../../support/schema.ts";
import { junitFaults } from "../../tasks/verify/junit-faults.ts";
import { readXml } from "../../tasks/verify/read-xml.ts";
import { type CiProject, createCiProject } from "./ci-project.ts";

const SCRIPT = `sh '${join(REPOSITORY, "examples/ci/verify.sh")}'`;

describe("examples/ci/verify.sh", function () {
  this.timeout(120_000);

  it("given a chain that is whole, then one contract removed, then the node stopped, then it exits with 0, 1 and 2, with reports each time", async () => {
    await using anvil = await startLiveNetwork("devnet");
    using project = createCiProject(urlVariables({ devnet: anvil.url }));

    const locking = await project.run(
      "npx hardhat alpha verify devnet --level wiring --write-lock",
    );
    expect(locking.code, locking.stderr).to.equal(0);

    await expectRun(project, { code: 0, failures: 0, errors: 0 });

    await removeAnvilCode(anvil.url, SANDBOX_PLANS.devnet.plan.dispenser);
    const broken = await expectRun(project, { code: 1 });
    expect(broken.junit).to.match(
      /<testcase name="registry\.Dispenser"[^>]*>\s*<failure message="absent: there is no code/,
    );
    expect(broken.junit).to.match(/changed: registry\.Dispenser \(control\)/);
    expect(broken.stderr).to.contain("Verification failed");

    await anvil.close();
    const stopped = await expectRun(project, { code: 2, failures: 0 });
    expect(stopped.stderr).to.contain("The result is unknown");
  });

  it("given no lock file, then it exits with 1 and the command that creates it; given one without the network, then with 2 and the one that adds it", async () => {
    await using anvil: Anvil = await startLiveNetwork("devnet");
    using project = createCiProject(urlVariables({ devnet: anvil.url }));

    const { code, stderr } = await project.run(`${SCRIPT} devnet`);
    expect(code).to.equal(1);
    expect(stderr).to.contain("Nothing was verified: There is no lock file");
    expect(stderr).to.contain(
      'Create it with "npx hardhat alpha verify devnet --write-lock"',
    );

    project.write("alpha.lock.json", '{ "schemaVersion": 2, "networks": {} }');
    const { markdown } = await expectRun(project, { code: 2, failures: 0 });
    expect(markdown).to.contain("npx hardhat alpha verify devnet --write-lock");
  });

  it("given a wrong name, then it exits with 1, no report is there, an earlier one neither, and it says that nothing was verified", async () => {
    using project = createCiProject({});

    project.write("reports/alpha-verify.xml", "of yesterday");

    const { code, stderr } = await project.run(`${SCRIPT} nonet`);

    expect(code).to.equal(1);
    expect(stderr).to.contain('Nothing was verified: Unknown network "nonet"');
    expect(readdirSync(project.at("reports"))).to.deep.equal([]);
  });
});

describe("examples/ci/gitlab-ci.yml", function () {
  this.timeout(120_000);

  it("given a chain that is whole, then one contract removed, then the node stopped, then the job passes, fails and warns, with its JUnit report", async () => {
    const text = readFileSync(
      join(REPOSITORY, "examples/ci/gitlab-ci.yml"),
      "utf8",
    );
    const { "alpha-verify": job } = parse(text);
    const live = {
      devnet: await startLiveNetwork("devnet"),
      testnet: await startLiveNetwork("testnet"),
    };
    const project = createCiProject(
      urlVariables({ devnet: live.devnet.url, testnet: live.testnet.url }),
    );
    symlinkSync(
      join(REPOSITORY, "examples"),
      project.at("node_modules/hardhat-alpha-networks/examples"),
    );
    project.addProgram("npm", '[ "$*" = ci ]');
    const run = (command: string) =>
      project.run(command, { CI: "true", ALPHA_ATTEMPTS: "1" });
    const runJob = async () => {
      const { code, stdout, stderr } = await run(job.script.join("\n"));
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
    try {
      const locked = await run(
        "npx hardhat alpha verify devnet testnet --write-lock",
      );
      expect(locked.code, locked.stderr).to.equal(0);
      const [fine, failed, unknown] = [
        [false, false],
        [true, false],
        [false, true],
      ];

      expect(await runJob()).to.deep.equal({ code: 0, suites: [fine, fine] });
      await removeAnvilCode(
        live.devnet.url,
        SANDBOX_PLANS.devnet.plan.dispenser,
      );
      const broken = await runJob();
      expect([broken.code, broken.suites[1]]).to.deep.equal([1, fine]);
      expect(broken.suites[0]?.[0]).to.equal(failed?.[0]);
      await live.devnet.close();
      expect(await runJob()).to.deep.equal({
        code: job.allow_failure.exit_codes,
        suites: [unknown, fine],
      });
    } finally {
      await Promise.all([live.devnet.close(), live.testnet.close()]);
      project.remove();
    }
  });
});

/** Runs the script and checks its exit code against all of its reports. */
async function expectRun(
  project: CiProject,
  wanted: { code: 0 | 1 | 2; failures?: number; errors?: number },
) {
  const { code, stdout, stderr } = await project.run(`${SCRIPT} devnet`, {
    ALPHA_ATTEMPTS: "1",
  });
  expect(code, stdout + stderr).to.equal(wanted.code);
  const read = (name: string) => project.read(`reports/${name}`);
  const junit = read("alpha-verify.xml");
  const root = readXml(junit.trimEnd());
  expect(junitFaults(root)).to.deep.equal([]);
  const suite = root.children[0]?.attributes ?? {};
  if (wanted.failures !== undefined) {
    expect(suite["failures"]).to.equal(`${wanted.failures}`);
  } else {
    expect(Number(suite["failures"])).to.be.greaterThan(0);
  }
  if (wanted.errors !== undefined) {
    expect(suite["errors"]).to.equal(`${wanted.errors}`);
  } else if (code === 2) {
    expect(Number(suite["errors"])).to.be.greaterThan(0);
  }
  const report = expectValidReport("verify", read("alpha-verify.json"));
  expect(report.outcome).to.equal((["ok", "failed", "unknown"] as const)[code]);
  expect(existsSync(project.at("reports/alpha-verify.md"))).to.equal(true);
  return { junit, markdown: read("alpha-verify.md"), stderr };
}
