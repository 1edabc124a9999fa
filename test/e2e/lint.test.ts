import { basename, dirname } from "node:path";

import { expect } from "chai";

import { expectValidLintReport } from "../lint/lint-schema.ts";
import { moduleOf, portalOf, rulesOf } from "../lint/lint-text.ts";
import { createProject, type TemporaryProject } from "../support/cli.ts";
import { runHardhatHere } from "../support/cli-here.ts";
import { configWith } from "./run-alpha.ts";

/** Its third digit has the wrong case. */
const MISTYPED = "0x68c24FA5b2319C81b34f248d1f928601D2E5246B";

describe("the check of a portal's files", function () {
  this.timeout(60_000);

  let project: TemporaryProject;
  beforeEach(() => {
    project = createProject(configWith());
  });
  afterEach(() => {
    project.remove();
  });

  const alpha = (...args: readonly string[]) =>
    runHardhatHere(["alpha", ...args], { cwd: project.root });

  it("given mistakes of all kinds, then the exit code is 1, the report valid on stdout alone, and --fix repairs what it may", async () => {
    const { nodeUri, ...chain } = portalOf("devnet");
    const text = moduleOf({
      ...chain,
      nodeURI: nodeUri,
      providerAddress: MISTYPED,
      startBlock: "57428",
    });
    project.write("chains.config.js", text);

    const before = await alpha(
      ..."lint chains.config.js hardhat.config.ts --format json".split(" "),
    );
    const repaired = await alpha(
      ..."lint chains.config.js --fix --format github".split(" "),
    );

    const report = expectValidLintReport(before.stdout);
    expect(before.code).to.equal(1);
    expect(before.stderr).to.equal("");
    expect(rulesOf(report.findings)).to.have.members([
      "wrong-type error",
      "checksum error",
      "misspelt-field error",
      "unreadable unknown",
    ]);
    expect(repaired.code).to.equal(1);
    expect(repaired.stderr).to.match(/repaired \(misspelt-field\)/);
    expect(repaired.stdout).to.match(
      /^::error file=chains.config.js,line=\d+,col=\d+,title=wrong-type::/,
    );
    expect(project.read("chains.config.js")).to.equal(
      text
        .replace("nodeURI", "nodeUri")
        .replace(MISTYPED, "0x68C24FA5b2319C81b34f248d1f928601D2E5246B"),
    );
  });

  it("given a file that does not exist, then the exit code is 1, and there is no report", async () => {
    for (const args of [
      ["lint", "hardhat.config.ts", "missing.js"],
      ["config", "devnet", "--check", "missing.js"],
      ["export", "devnet", "--check", "missing.js"],
    ]) {
      const { code, stdout, stderr } = await alpha(...args);

      expect([code, stdout]).to.deep.equal([1, ""]);
      expect(stderr).to.match(/missing\.js .*does not exist/);
    }
  });

  it("given a project in a folder of a repository on GitHub, then an annotation names the file from the repository's root", async () => {
    project.write("chains.js", moduleOf({ ...portalOf("devnet"), colour: 1 }));

    for (const [workspace, path] of [
      [dirname(project.root), `${basename(project.root)}/chains.js`],
      [`${project.root}-other`, "chains.js"],
    ] as const) {
      const { stdout } = await runHardhatHere(
        ["alpha", "lint", "chains.js", "--format", "github"],
        { cwd: project.root, env: { GITHUB_WORKSPACE: workspace } },
      );

      expect(stdout).to.include(` file=${path},`);
    }
  });
});
