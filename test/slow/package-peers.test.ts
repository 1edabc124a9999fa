import { rmSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";

import manifest from "../../package.json" with { type: "json" };
import { npm, npmInstall } from "../support/npm.ts";
import { givenPackedPackage } from "../support/pack-package.ts";
import { type ProcessResult, runNode } from "../support/run-node.ts";
import { hardhatCli } from "../support/template-project.ts";

/** The versions that this repository uses. */
const NEW = {
  hardhat: manifest.devDependencies.hardhat,
  "@nomicfoundation/hardhat-viem":
    manifest.devDependencies["@nomicfoundation/hardhat-viem"],
  viem: manifest.devDependencies.viem,
};
const CONFIG = `
import hardhatAlphaNetworks from "hardhat-alpha-networks";

export default { plugins: [hardhatAlphaNetworks] };
`;
const SCRIPT = `
import { network } from "hardhat";

await network.create("devnetSandbox");
`;
/** npm and others install whatever is asked for, if they are told to. */
const FORCED = "--legacy-peer-deps";

describe("a peer that is missing or too old", function () {
  this.timeout(300_000);

  const { folder, archive } = givenPackedPackage();
  const project = folder.at("project");
  before(() => {
    folder.write("project/hardhat.config.ts", CONFIG);
    folder.write("project/connect.ts", SCRIPT);
  });

  /** The project with these packages installed, and no others. */
  const given = async (...packages: readonly string[]) => {
    folder.write(
      "project/package.json",
      '{ "private": true, "type": "module" }',
    );
    for (const name of ["node_modules", "package-lock.json"]) {
      rmSync(join(project, name), { recursive: true, force: true });
    }
    await npmInstall(project, [FORCED, "--save-exact", ...packages]);
  };

  const hardhat = async (...args: readonly string[]): Promise<ProcessResult> =>
    await runNode([hardhatCli(project), ...args], { cwd: project });

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
    await given(archive(), `hardhat@${NEW.hardhat}`);

    for (const args of [["--help"], ["alpha", "networks"]]) {
      expect(sentenceOf(await hardhat(...args))).to.equal(
        'Error HHE201: Plugin "hardhat-alpha-networks" is missing a peer dependency "@nomicfoundation/hardhat-viem".',
      );
    }
  });

  it("given hardhat-viem and no viem, then the tasks run, and a connection says that viem is missing", async () => {
    await given(
      archive(),
      `hardhat@${NEW.hardhat}`,
      `@nomicfoundation/hardhat-viem@${NEW["@nomicfoundation/hardhat-viem"]}`,
    );

    for (const args of [["networks"], ["verify", "--sandbox", "devnet"]]) {
      const { code, stderr } = await hardhat("alpha", ...args);
      expect(stderr).to.equal("");
      expect(code).to.equal(0);
    }
    expect(
      sentenceOf(await hardhat("run", "--no-compile", "connect.ts")),
    ).to.match(/^Error HHE201: .* is missing a peer dependency "viem"\.$/);
  });

  it("given Hardhat 3.12.0, then npm refuses, and where it is forced not to, one sentence tells what is needed and the command", async () => {
    const installed = { ...NEW, hardhat: "3.12.0" };
    await given(...Object.entries(installed).map((pair) => pair.join("@")));
    const { code, output } = await npm(project, [
      "install",
      "--save-dev",
      archive(),
    ]);
    expect(code).to.not.equal(0);
    expect(output).to.include("ERESOLVE");

    await npmInstall(project, [FORCED, archive()]);
    const { hardhat: range } = manifest.peerDependencies;
    expect(sentenceOf(await hardhat("alpha", "networks"))).to.include(
      `This plugin needs hardhat ${range.slice(1)} or newer (3.12.0 is installed): run npm install --save-dev hardhat@${range} `,
    );
  });
});
