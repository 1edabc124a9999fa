import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect } from "chai";

import { type ProcessResult, runNode } from "../support/run-node.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const CHANGESET = `---
"hardhat-alpha-networks": minor
---

Sentences of the changeset
`;

describe("the changelog, by changesets", function () {
  this.timeout(60_000);

  let folder = "";

  const git = (...args: readonly string[]) =>
    execFileSync(
      "git",
      ["-c", "user.name=a", "-c", "user.email=a@b", ...args],
      {
        cwd: folder,
        stdio: "pipe",
      },
    );
  const changeset = async (
    ...args: readonly string[]
  ): Promise<ProcessResult> =>
    await runNode(
      [join(ROOT, "node_modules/@changesets/cli/bin.js"), ...args],
      { cwd: folder },
    );
  const text = (name: string) => readFileSync(join(folder, name), "utf8");

  /** The repository as far as changesets reads it. */
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "alpha-changelog-"));
    for (const name of ["package.json", "package-lock.json", "CHANGELOG.md"]) {
      cpSync(join(ROOT, name), join(folder, name));
    }
    mkdirSync(join(folder, ".changeset"));
    for (const name of ["config.json", "README.md"]) {
      cpSync(join(ROOT, ".changeset", name), join(folder, ".changeset", name));
    }
    symlinkSync(
      join(ROOT, "node_modules"),
      join(folder, "node_modules"),
      "junction",
    );
    writeFileSync(join(folder, ".gitignore"), "node_modules\n");
    git("init", "--quiet", "--initial-branch=main");
    git("add", ".");
    git("commit", "--quiet", "--message=All");
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  it("given a change with a changeset, when versions are set, then its sentence is in a new section on top, and no earlier entry is lost", async () => {
    const before = text("CHANGELOG.md");
    const { version } = JSON.parse(text("package.json"));
    writeFileSync(join(folder, ".changeset/a-change.md"), CHANGESET);
    git("add", ".");
    git("commit", "--quiet", "--message=Change");

    const { code, stdout, stderr } = await changeset("version");

    expect(code, `${stdout}\n${stderr}`).to.equal(0);
    const [major = 0, minor = 0] = version.split(".").map(Number);
    const next = `${major}.${minor + 1}.0`;
    expect(JSON.parse(text("package.json")).version).to.equal(next);
    const after = text("CHANGELOG.md");
    const heading = before.indexOf("\n## ") + 1;
    expect(heading).to.be.above(0);
    expect(after.slice(0, heading)).to.equal(before.slice(0, heading));
    expect(after.endsWith(before.slice(heading))).to.equal(true);
    const section = after.slice(
      heading,
      after.length - before.length + heading,
    );
    expect(section).to.match(
      /^## \d+\.\d+\.\d+\n\n### Minor Changes\n\n- [0-9a-f]+: Sentences of the changeset\n\n$/,
    );
    expect(section).to.include(`## ${next}\n`);
  });
});
