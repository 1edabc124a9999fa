import { readFileSync } from "node:fs";

import { expect } from "chai";

import manifest from "../../package.json" with { type: "json" };
import { checkHardhat, MIN_VERSIONS } from "../../src/hardhat/hooks/hre.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";

const {
  hardhat,
  "@nomicfoundation/hardhat-viem": hardhatViem,
  viem,
} = MIN_VERSIONS;
/** As it is usually written: 22.13, but 3.0.3. */
const short = (version: string) => version.replace(/\.0$/, "");
const documentText = (path: string) =>
  readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

describe("the lowest versions of the peers", () => {
  it("given the package's peer dependencies, then they are those", () => {
    expect(
      Object.entries(MIN_VERSIONS).map(([name, min]) => [name, `^${min}`]),
    ).to.have.deep.members(Object.entries(manifest.peerDependencies));
  });

  it("given README.md and docs/configuration.md, then they state them, and the lowest Node", () => {
    const node = manifest.engines.node.replace(">=", "");
    const [, versions = ""] = documentText("docs/configuration.md").split(
      "## Lowest versions",
    );
    const rows = [...versions.matchAll(/^\| (\S+) +\| (\d\S+) /gm)];

    expect(rows.map(([, name, version]) => [name, version])).to.deep.equal([
      ["Node.js", node],
      ["Hardhat", hardhat],
      ["hardhat-viem", hardhatViem],
      ["viem", viem],
    ]);
    expect(documentText("README.md").replace(/\s+/g, " ")).to.include(
      `It requires Node.js ${short(node)}, Hardhat ${short(hardhat)}, hardhat-viem ${short(hardhatViem)} and viem ${short(viem)}, or newer`,
    );
  });

  // Before 3.0.7, Hardhat does not state its version.
  for (const version of ["3.12.99", undefined]) {
    it(`given Hardhat ${version}, then the error names both versions and the command`, async () => {
      expect(await pluginMessageOf(() => checkHardhat(version))).to.equal(
        `This plugin needs hardhat ${hardhat} or newer (${version ?? "3.0"} is installed): run npm install --save-dev hardhat@^${hardhat} @nomicfoundation/hardhat-viem@^${hardhatViem} viem@^${viem}`,
      );
    });
  }

  it("given it, a newer one or one that is no version, then it is accepted", () => {
    for (const version of [hardhat, "3.100.0", "4.0.0", "3.x"]) {
      checkHardhat(version);
    }
  });
});
