import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";

import { createProject, type TemporaryProject } from "../support/cli.ts";
import { runHardhatHere } from "../support/cli-here.ts";

const A = "0x1111111111111111111111111111111111111111";
const B = "0x2222222222222222222222222222222222222222";

describe("alpha.sources on the command line", function () {
  this.timeout(60_000);
  let project: TemporaryProject;

  beforeEach(() => {
    project = createProject(`
      import hardhatAlphaNetworks from "hardhat-alpha-networks";
      import { defineConfig } from "hardhat/config";
      export default defineConfig({
        plugins: [hardhatAlphaNetworks],
        alpha: {
          sources: [
            { type: "portal", file: "./chains.config.js" },
            { type: "address-json", file: "address.json", network: "devnet" },
            {
              type: "ignition",
              file: "deployed_addresses.json",
              network: "devnet",
              keys: { "M#Router": "Router", "M#Template": "ERC721Template[0]" },
              optional: true,
            },
          ],
        },
      });
    `);
    writeFileSync(
      join(project.root, "chains.config.js"),
      `// The chains of a portal.\nmodule.exports = { chains: [{ chainId: 32456,\n nodeUri: "https://node.example", dispenserAddress: "${A}",\n providerUri: process.env.PROVIDER_URI || "https://provider.example" }] };`,
    );
    writeFileSync(
      join(project.root, "address.json"),
      `{ "d": { "chainId": 32456,\n "Dispenser": "${B}" } }`,
    );
  });

  afterEach(() => project.remove());

  it("given sources that disagree, when the config is explained, then it says file and line of each value, what disagrees on stderr too, and ends with 0", async () => {
    const { code, stdout, stderr } = await runHardhatHere(
      ["alpha", "config", "devnet", "--explain"],
      { cwd: project.root },
    );
    const text = stdout.replace(/\s+/g, " ");

    expect(code, stderr).to.equal(0);
    expect(text).to.include(
      "nodeUri https://node.example · from the source ./chains.config.js, line 3",
    );
    expect(text).to.include(
      `dispenserAddress ${A} from the same network's registry.Dispenser, from the source ./chains.config.js, line 3; address.json, line 2, has another value`,
    );
    expect(text).to.include(
      "providerUri https://provider.example from the source ./chains.config.js, line 4 (the default of the environment variable PROVIDER_URI)",
    );
    expect(stderr).to.equal(
      "hardhat-alpha-networks: two sources disagree on registry.Dispenser of devnet: ./chains.config.js, line 3 (dispenserAddress) and address.json, line 2 (Dispenser). The first one is used, since it comes first in alpha.sources.\n",
    );
  });

  it("given --out of a source, then not even --force replaces it, and an address book is merged into", async () => {
    // Nothing of it is used but this URL.
    writeFileSync(
      join(project.root, "chains.config.js"),
      'module.exports = { chains: [{ chainId: 32456, nodeUri: "https://node.example" }] };',
    );
    for (const [command, code] of [
      ["export devnet --format json --out chains.config.js --force", 1],
      ["verify devnet --out chains.config.js --force", 1],
      ["export devnet --format address-json --as d --out address.json", 0],
    ] as const) {
      const result = await runHardhatHere(["alpha", ...command.split(" ")], {
        cwd: project.root,
      });

      expect(result.code, result.stderr).to.equal(code);
      if (code === 1) {
        expect(result.stderr).to.contain("chains.config.js cannot be replaced");
      }
    }
  });

  it("given a source that is damaged, when any command is run, then it ends with 1, without a report, and says where the damage is", async () => {
    writeFileSync(join(project.root, "address.json"), '{\n "d": {},\n}');
    const { code, stdout, stderr } = await runHardhatHere(
      ["alpha", "config", "--format", "json"],
      { cwd: project.root },
    );

    expect(code).to.equal(1);
    expect(stdout).to.equal("");
    expect(stderr).to.match(
      /plugin hardhat-alpha-networks: alpha\.sources\[1\]: address\.json, line 3, column 1: Invalid JSON/,
    );
  });
});
