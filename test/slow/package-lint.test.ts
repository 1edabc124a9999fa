import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";

import { guardedEnvironment } from "../support/guarded-environment.ts";
import { packPackage } from "../support/pack-package.ts";
import { REPOSITORY } from "../support/repository-files.ts";
import { type ProcessResult, runNode } from "../support/run-node.ts";
import { runProgram } from "../support/run-program.ts";

const PUBLINT = "publint/src/cli.js";
const ATTW = "@arethetypeswrong/cli/dist/index.js";

/** Runs a program of a development dependency. */
const run = async (
  program: string,
  ...args: readonly string[]
): Promise<ProcessResult> =>
  await runNode([join(REPOSITORY, "node_modules", program), ...args], {
    cwd: REPOSITORY,
    env: guardedEnvironment(process.env),
    timeout: 120_000,
  });

describe("the packed package, as its checkers see it", function () {
  this.timeout(180_000);

  const folder = mkdtempSync(join(tmpdir(), "alpha-lint-"));
  let archive = "";

  before(async () => {
    archive = await packPackage(folder);
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  it("given the archive, then it has fewer than 150 files, and no pages for contributors", async () => {
    const { stdout } = await runProgram(
      "tar",
      ["--list", "--gzip", `--file=${archive}`],
      { cwd: folder, env: guardedEnvironment(process.env) },
    );
    const files = stdout.trim().split("\n");

    expect(files).to.include.members([
      "package/README.md",
      "package/dist/src/index.js",
      "package/dist/src/index.d.ts",
      "package/docs/tasks.md",
    ]);
    expect(files.length).to.be.below(150);
    expect(
      files.filter((file) =>
        /architecture|performance|bench|\.test\.|^package\/(src|test)\//.test(
          file,
        ),
      ),
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
      "--profile",
      "esm-only",
      "--format",
      "json",
    );
    const { analysis, problems } = JSON.parse(stdout);

    expect(code, stdout).to.equal(0);
    expect(Object.keys(analysis.entrypoints)).to.include.members([
      ".",
      "./types",
      "./chains",
      "./abis",
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
