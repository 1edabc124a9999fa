import { mkdirSync } from "node:fs";

import { expect } from "chai";

import { fillCompilerCache } from "../support/compiler-cache.ts";
import { docBlocks, docCommands } from "../support/doc-blocks.ts";
import { guardedEnvironment } from "../support/guarded-environment.ts";
import { npm } from "../support/npm.ts";
import { givenPackedPackage } from "../support/pack-package.ts";
import { runNode } from "../support/run-node.ts";
import { hardhatCli, installOr, olderOf } from "../support/template-project.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const PACKAGE = "hardhat-alpha-networks";
const INSTALL = "npm install --save-dev ";

describe("the README in an empty folder", function () {
  this.timeout(300_000);

  const { folder, archive } = givenPackedPackage();
  const readme = "README.md";
  const blocks = docBlocks().filter(({ document }) => document === readme);
  const block = (start: string) =>
    blocks.find(({ text }) => text.startsWith(start))?.text ?? "";

  it("given its commands, its config, its script and its Solidity test as printed, then both run, without a warning", async () => {
    using compilers = temporaryFolder();
    const project = folder.at("project");
    mkdirSync(project);
    for (const { document, command } of docCommands()) {
      if (document !== readme || !command.startsWith("npm ")) {
        continue;
      }
      if (command.startsWith(INSTALL)) {
        const packages = command
          .slice(INSTALL.length)
          .split(" ")
          .map((name) => (name === PACKAGE ? archive() : name));
        await installOr(
          project,
          packages,
          packages.map((name) => (name === "viem" ? olderOf("viem@") : name)),
        );
      } else if (/^npm (?:init|pkg) /.test(command)) {
        const { code, output } = await npm(
          project,
          command.slice("npm ".length).split(" "),
        );
        expect(code, output).to.equal(0);
      }
    }
    folder.write("project/hardhat.config.ts", block("// hardhat.config.ts"));
    folder.write("project/contracts/Router.t.sol", block("// contracts/Rout"));
    folder.write(
      "project/scripts/addresses.ts",
      blocks.find(({ file }) => file === "scripts/addresses.ts")?.text ?? "",
    );
    const cache = await fillCompilerCache(compilers, "0.8.28");

    for (const [command, printed] of [
      ["test solidity", /1 passing/],
      ["run scripts/addresses.ts", /^0x4Ede1776D6B75de6c907172Abc0453a3C8AB/m],
    ] as const) {
      const { code, stdout, stderr } = await runNode(
        [hardhatCli(project), ...command.split(" ")],
        {
          cwd: project,
          env: { ...guardedEnvironment(process.env), ...cache },
        },
      );
      expect([code, stderr], stdout).to.deep.equal([0, ""]);
      expect(stdout).to.match(printed);
    }
  });
});
