import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";

import { createProject, runHardhat } from "../../support/cli.ts";

const SOURCES = new URL("../../../src/", import.meta.url).href;

/** Prints which of our files import viem, after each step. */
const SCRIPT = `
  import { registerHooks } from "node:module";
  import { network } from "hardhat";

  const importers = new Set();
  registerHooks({
    resolve(specifier, context, next) {
      const from = context.parentURL ?? "";
      if (/^viem(\\/|$)/.test(specifier) && from.startsWith("${SOURCES}")) {
        importers.add(from.slice("${SOURCES}".length));
      }
      return next(specifier, context);
    },
  });
  const ofConnections = () =>
    [...importers].filter((file) => /^(hardhat\\/(viem|contracts)|contracts)/.test(file));

  const live = await network.create("third");
  const steps = [[live.alpha.chain.name, [...importers]]];
  await live.close();
  const sandbox = await network.create("thirdSandbox");
  await sandbox.viem.getPublicClient();
  steps.push(["clients", ofConnections()]);
  await sandbox.alpha.contract("router");
  steps.push(["contract", ofConnections()]);
  await sandbox.close();
  console.log(JSON.stringify(steps));
`;

describe("viem", function () {
  this.timeout(20_000);

  it("given a connection with its chain, then it is not imported by us before a contract is asked for", async () => {
    const project = createProject(`
      import hardhatAlphaNetworks from "hardhat-alpha-networks";
      export default { plugins: [hardhatAlphaNetworks] };
    `);
    try {
      writeFileSync(join(project.root, "script.js"), SCRIPT);
      const args = ["run", "--no-compile", "script.js"];
      const { stdout, stderr } = await runHardhat(args, { cwd: project.root });

      expect(JSON.parse(stdout), stderr).to.deep.equal([
        ["GEN-X", []],
        ["clients", []],
        ["contract", ["hardhat/contracts/open-contract.ts"]],
      ]);
    } finally {
      project.remove();
    }
  });
});
