import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join, posix, relative } from "node:path";

import { expect } from "chai";

import { initExamples } from "../../../tasks/init/action.ts";
import { isDocument, readMarkdown } from "../../docs/read-markdown.ts";
import { REPOSITORY } from "../../support/repository-files.ts";
import { type ProcessResult, runNode } from "../../support/run-node.ts";
import { runProgram } from "../../support/run-program.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { packPackage } from "./pack-package.ts";

const PUBLINT = "publint/src/cli.js";
const ATTW = "@arethetypeswrong/cli/dist/index.js";

/** Runs a program of a development dependency. */
const run = async (
  program: string,
  ...args: readonly string[]
): Promise<ProcessResult> =>
  await runNode([join(REPOSITORY, "node_modules", program), ...args]);

describe("the packed package, as its checkers see it", function () {
  this.timeout(180_000);

  const folder = temporaryFolder();
  const unpacked = folder.at("unpacked");
  let archive = "";

  before(async () => {
    archive = await packPackage(folder.root);
    mkdirSync(unpacked);
    const { code, stderr } = await runProgram(
      "tar",
      ["--extract", "--gzip", "--strip-components=1", `--file=${archive}`],
      { cwd: unpacked },
    );
    expect(code, stderr).to.equal(0);
  });

  after(() => folder.remove());

  const filesIn = (path: string) =>
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name, parentPath }) => join(relative(path, parentPath), name));

  // A third of them are pages and the examples, which the pages and `alpha init` use.
  it("given the archive, then it has fewer than 200 files, and none of the repository's tools", async () => {
    const files = filesIn(unpacked);

    expect(files).to.include.members([
      "README.md",
      "llms.txt",
      "dist/src/index.js",
      "dist/src/index.d.ts",
      "docs/tasks.md",
      ...Object.values(initExamples([])).map(
        ({ source }) => `examples/${source}`,
      ),
    ]);
    expect(files.length).to.be.below(200);
    expect(
      files.filter((file) =>
        /^(bench|scripts|src|tasks|test)\/|\.test\./.test(file),
      ),
    ).to.deep.equal([]);
  });

  it("given the archive's pages, then each of their links leads to a file in it", () => {
    const files = filesIn(unpacked);
    const links = files
      .filter((path) => isDocument(path))
      .flatMap((path) =>
        readMarkdown(path, readFileSync(join(unpacked, path), "utf8"))
          .links.filter((link) => !/^([a-z]+:|#)/i.test(link))
          .map((link) => {
            const [file = ""] = link.split("#");
            return { path, target: posix.join(posix.dirname(path), file) };
          }),
      );

    expect(links.length).to.be.above(100);
    expect(
      links.filter(({ target }) => !existsSync(join(unpacked, target))),
    ).to.deep.equal([]);
  });

  it("given publint, then it finds nothing, not even a suggestion", async () => {
    const { code, stdout } = await run(PUBLINT, archive, "--strict");

    expect(stdout).to.include("All good!");
    expect(code).to.equal(0);
  });

  it("given arethetypeswrong, then each entry has types for whom it is: ES modules, of Node and of bundlers", async () => {
    const { code, stdout } = await run(
      ATTW,
      archive,
      ..."--profile esm-only --format json".split(" "),
    );
    const { analysis, problems } = JSON.parse(stdout);

    expect(code, stdout).to.equal(0);
    expect(Object.keys(analysis.entrypoints)).to.include.members([
      ".",
      "./types",
      "./chains",
      "./abis",
      "./addresses",
      "./testing",
    ]);
    expect(analysis.types.kind).to.equal("included");
    // An old require(), which Hardhat 3 does not know either.
    expect(Object.keys(problems)).to.have.members([
      "NoResolution",
      "CJSResolvesToESM",
    ]);
  });
});
