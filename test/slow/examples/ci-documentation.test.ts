import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";

import { startLiveNetwork, urlVariables } from "../../e2e/live-network.ts";
import type { Anvil } from "../../support/anvil.ts";
import { REPOSITORY } from "../../support/repository-files.ts";
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
  });
  after(async () => {
    project?.remove();
    await Promise.all([devnet?.close(), testnet?.close()]);
  });

  it("given the workflow's command, then it ends with 0 on networks that are locked, with annotations, a summary and the file it keeps", async () => {
    const command = workflowCommand("examples/ci/github-actions.yml");
    rmSync(project.at("alpha-verify.xml"), { force: true });
    const summary = project.write("summary.md", "");
    await project.run(
      "npx hardhat alpha verify devnet testnet --level wiring --write-lock",
    );

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

  it("given the test of docs/runtime.md, then it passes in a user's project", async () => {
    const code = /## In tests\n.*?```ts\n(.*?)```/s.exec(
      source("docs/runtime.md"),
    )?.[1];
    if (code === undefined) {
      throw new Error("docs/runtime.md has no test");
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
});
