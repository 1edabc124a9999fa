import { mkdirSync } from "node:fs";

import { expect } from "chai";
import {
  docBlocks,
  docCommands,
  docScripts,
} from "../../support/doc-blocks.ts";
import { guardedEnvironment } from "../../support/guarded-environment.ts";
import { runNode } from "../../support/run-node.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { fillCompilerCache } from "./compiler-cache.ts";
import { npm } from "./npm.ts";
import { givenPackedPackage } from "./pack-package.ts";
import { hardhatCli, installOr, olderOf } from "./template-project.ts";

const PACKAGE = "hardhat-alpha-networks";
const INSTALL = "npm install --save-dev ";

describe("the README in an empty folder", function () {
  this.timeout(300_000);

  const { folder, archive } = givenPackedPackage();
  const readme = "README.md";
  const blocks = docBlocks().filter(({ document }) =>
    [readme, "docs/get-started.md"].includes(document),
  );
  const block = (start: string) =>
    blocks.find(({ text }) => text.startsWith(start))?.text ?? "";
  const script = docScripts().find(({ document }) => document === readme);

  it("given its commands, its config and its script, and the Solidity test to go on with, as printed, then both run, without a warning, and the output is as shown", async () => {
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
    const { file = "", printed = "" } = script ?? {};
    const source = blocks.find((one) => one.file === file)?.text ?? "";
    folder.write(`project/${file}`, source);
    const cache = await fillCompilerCache(compilers, "0.8.28");

    const run = async (...args: readonly string[]) => {
      const { code, stdout, stderr } = await runNode(args, {
        cwd: project,
        env: { ...guardedEnvironment(process.env), ...cache },
      });
      expect([code, stderr], stdout).to.deep.equal([0, ""]);
      return stdout;
    };

    const tested = await run(hardhatCli(project), "test", "solidity");
    expect(tested).to.match(/1 passing/);
    expect(await run(file)).to.equal(printed);
    expect(printed).to.match(/^Sold for /m);
  });
});
