import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";

import manifest from "../../package.json" with { type: "json" };
import { guardedEnvironment } from "../support/guarded-environment.ts";
import { isRegistryInReach, npm, npmInstall } from "../support/npm.ts";
import { packPackage } from "../support/pack-package.ts";
import { type ProcessResult, runNode } from "../support/run-node.ts";
import { hardhatCli } from "../support/template-project.ts";

const { hardhat: HARDHAT, viem: VIEM } = manifest.devDependencies;
const HARDHAT_VIEM = `@nomicfoundation/hardhat-viem@${manifest.devDependencies["@nomicfoundation/hardhat-viem"]}`;
const CONFIG = `
import hardhatAlphaNetworks from "hardhat-alpha-networks";

export default { plugins: [hardhatAlphaNetworks] };
`;
/** npm and others install whatever is asked for, if they are told to. */
const FORCED = "--legacy-peer-deps";

describe("a peer that is missing or too old", function () {
  this.timeout(300_000);

  const root = mkdtempSync(join(tmpdir(), "alpha-peers-"));
  const project = join(root, "project");
  let archive = "";

  before(async function () {
    if (!(await isRegistryInReach(root))) {
      this.skip();
    }
    mkdirSync(join(root, "archive"));
    archive = await packPackage(join(root, "archive"));
    mkdirSync(project);
    writeFileSync(join(project, "hardhat.config.ts"), CONFIG);
  });

  after(() => rmSync(root, { recursive: true, force: true }));

  /** The project with these packages installed, and no others. */
  const given = async (...packages: readonly string[]) => {
    const path = join(project, "package.json");
    writeFileSync(path, '{ "private": true, "type": "module" }');
    rmSync(join(project, "node_modules"), { recursive: true, force: true });
    rmSync(join(project, "package-lock.json"), { force: true });
    await npmInstall(project, [FORCED, "--save-exact", ...packages]);
  };

  const hardhat = async (...args: readonly string[]): Promise<ProcessResult> =>
    await runNode([hardhatCli(project), ...args], {
      cwd: project,
      env: guardedEnvironment(process.env),
      timeout: 60_000,
    });

  /** What Hardhat printed of an error: its sentence, with no trace of code. */
  const sentenceOf = ({ code, stdout, stderr }: ProcessResult): string => {
    expect(code).to.equal(1);
    expect(stdout).to.equal("");
    expect(stderr).to.not.match(/^ +at /m);
    const [sentence = "", ...rest] = stderr
      .split("\n")
      .filter((line) => line !== "");
    expect(rest.join("\n")).to.match(/^(For more info .*)?$/);
    return sentence;
  };

  it("given no hardhat-viem and no viem, then Hardhat says on any command which one is missing", async () => {
    await given(archive, `hardhat@${HARDHAT}`);

    for (const args of [["--help"], ["alpha", "networks"]]) {
      expect(sentenceOf(await hardhat(...args))).to.equal(
        'Error HHE201: Plugin "hardhat-alpha-networks" is missing a peer dependency "@nomicfoundation/hardhat-viem".',
      );
    }
  });

  it("given hardhat-viem and no viem, then what does without runs, and the rest says that viem is missing", async () => {
    await given(archive, `hardhat@${HARDHAT}`, HARDHAT_VIEM);

    const networks = await hardhat("alpha", "networks");
    expect(networks.stderr).to.equal("");
    expect(networks.code).to.equal(0);
    expect(
      sentenceOf(await hardhat("alpha", "verify", "--sandbox", "devnet")),
    ).to.match(/^Error HHE201: .* is missing a peer dependency "viem"\.$/);
  });

  for (const { version, sentence } of [
    {
      version: "3.7.0",
      sentence: `Error HHE202: Plugin "hardhat-alpha-networks" has a peer dependency "hardhat" with expected version "${manifest.peerDependencies.hardhat}" but the installed version is "3.7.0".`,
    },
    {
      version: "3.12.0",
      sentence:
        "Error in community plugin hardhat-alpha-networks: This plugin needs Hardhat 3.18.0 or newer, but 3.12.0 is installed. Update it with: npm install --save-dev hardhat@^3.18.0",
    },
  ]) {
    it(`given Hardhat ${version}, then npm refuses, and where it is forced not to, one sentence tells what is needed`, async () => {
      await given(`hardhat@${version}`, `viem@${VIEM}`, HARDHAT_VIEM);
      const { code, output } = await npm(project, [
        "install",
        "--save-dev",
        archive,
      ]);
      expect(code).to.not.equal(0);
      expect(output).to.include("ERESOLVE");
      expect(output).to.include(`hardhat@"${version}" from the root project`);

      await npmInstall(project, [FORCED, archive]);
      for (const args of [
        ["alpha", "networks"],
        ["alpha", "verify"],
      ]) {
        expect(sentenceOf(await hardhat(...args))).to.equal(sentence);
      }
    });
  }
});
