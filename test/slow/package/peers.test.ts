import { expect } from "chai";

import manifest from "../../../package.json" with { type: "json" };
import { runNode } from "../../support/run-node.ts";
import { npm, npmInstall } from "./npm.ts";
import { givenPackedPackage } from "./pack-package.ts";
import { hardhatCli } from "./template-project.ts";

/** The versions that this repository uses, but for an old Hardhat. */
const OLD = {
  hardhat: "3.12.0",
  "@nomicfoundation/hardhat-viem":
    manifest.devDependencies["@nomicfoundation/hardhat-viem"],
  viem: manifest.devDependencies.viem,
};
const CONFIG = `
import hardhatAlphaNetworks from "hardhat-alpha-networks";

export default { plugins: [hardhatAlphaNetworks] };
`;
/** npm and others install whatever is asked for, if they are told to. */
const FORCED = "--legacy-peer-deps";

describe("a peer that is too old", function () {
  this.timeout(300_000);

  const { folder, archive } = givenPackedPackage();
  const project = folder.at("project");

  it("given Hardhat 3.12.0, then npm refuses, and where it is forced not to, one sentence tells what is needed and the command", async () => {
    folder.write("project/hardhat.config.ts", CONFIG);
    folder.write(
      "project/package.json",
      '{ "private": true, "type": "module" }',
    );
    await npmInstall(project, [
      FORCED,
      "--save-exact",
      ...Object.entries(OLD).map((pair) => pair.join("@")),
    ]);

    const { code, output } = await npm(project, [
      "install",
      "--save-dev",
      archive(),
    ]);
    expect(code).to.not.equal(0);
    expect(output).to.include("ERESOLVE");

    await npmInstall(project, [FORCED, archive()]);
    const end = await runNode([hardhatCli(project), "alpha", "networks"], {
      cwd: project,
    });
    expect([end.code, end.stdout]).to.deep.equal([1, ""]);
    expect(end.stderr).to.not.match(/^ +at /m);
    expect(end.stderr).to.include(
      "newer (3.12.0 is installed): run npm install",
    );
  });
});
