import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

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
  const put = (name: string, text: string) =>
    writeFileSync(join(project.root, name), text);
  const read = (name: string) => readFileSync(join(project.root, name), "utf8");

  it("given what alpha config wrote, then alpha lint and alpha config --check end with 0", async () => {
    await alpha(
      ..."config --format js --dialect ocean --out chains.config.cjs".split(
        " ",
      ),
    );

    const lint = await alpha("lint", "chains.config.cjs");
    const check = await alpha("config", "--check", "chains.config.cjs");

    expect([lint.code, check.code]).to.deep.equal([0, 0]);
    expect(lint.stdout).to.include("alpha lint: OK (no findings)");
    expect(check.stdout).to.include("alpha config --check: OK (no findings)");
    expect(`${lint.stderr}${check.stderr}`).to.equal("");
  });

  it("given mistakes of all kinds, then the exit code is 1, the report valid on stdout alone, and --fix repairs what it may", async () => {
    const { nodeUri, ...chain } = portalOf("devnet");
    const text = moduleOf({
      ...chain,
      nodeURI: nodeUri,
      providerAddress: MISTYPED,
      startBlock: "57428",
    });
    put("chains.config.js", text);

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
    expect(read("chains.config.js")).to.equal(
      text
        .replace("nodeURI", "nodeUri")
        .replace(MISTYPED, "0x68C24FA5b2319C81b34f248d1f928601D2E5246B"),
    );
  });

  for (const args of [
    ["lint", "hardhat.config.ts", "missing.js"],
    ["config", "devnet", "--check", "missing.js"],
    ["export", "devnet", "--check", "missing.js"],
    ["verify", "devnet", "--addresses", "missing.js"],
  ]) {
    it(`given alpha ${args.join(" ")}, then the exit code is 1, and there is no report`, async () => {
      const { code, stdout, stderr } = await alpha(...args);

      expect([code, stdout]).to.deep.equal([1, ""]);
      expect(stderr).to.match(/missing\.js .*does not exist/);
    });
  }

  it("given a project in a folder of a repository on GitHub, then an annotation names the file from the repository's root", async () => {
    put("chains.config.cjs", moduleOf({ ...portalOf("devnet"), colour: 1 }));

    const { stdout } = await runHardhatHere(
      ["alpha", "lint", "chains.config.cjs", "--format", "github"],
      { cwd: project.root, env: { GITHUB_WORKSPACE: dirname(project.root) } },
    );

    expect(stdout).to.include(
      `file=${basename(project.root)}/chains.config.cjs,`,
    );
  });

  it("given a difference, then alpha config --check ends with 1 and names the line", async () => {
    put(
      "chains.json",
      JSON.stringify(
        { devnet: { ...portalOf("devnet"), startBlock: 1 } },
        null,
        2,
      ),
    );

    const { code, stdout } = await alpha(
      ..."config devnet --check chains.json --format json".split(" "),
    );

    expect(code).to.equal(1);
    const { findings, task } = expectValidLintReport(stdout);
    expect(task).to.equal("config");
    expect(rulesOf(findings)).to.deep.equal(["difference error"]);
    expect(findings[0]?.line).to.equal(16);
  });

  it("given --out on the file itself, then it is not replaced, not even with --force", async () => {
    const text = moduleOf(portalOf("devnet"));
    put("chains.config.js", text);

    const { code, stderr } = await alpha(
      ..."lint chains.config.js --out chains.config.js --force".split(" "),
    );

    expect(code).to.equal(1);
    expect(stderr).to.include("the task reads it");
    expect(read("chains.config.js")).to.equal(text);
  });
});
