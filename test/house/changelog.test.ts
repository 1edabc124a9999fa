import { execFileSync } from "node:child_process";
import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";

import { REPOSITORY } from "../support/repository-files.ts";
import { runNode } from "../support/run-node.ts";
import {
  type TemporaryFolder,
  temporaryFolder,
} from "../support/temporary-folder.ts";

const CHANGESET = `---
"hardhat-alpha-networks": minor
---

Sentences of the changeset
`;

describe("the changelog, by changesets", function () {
  this.timeout(60_000);

  let folder: TemporaryFolder;

  const git = (...args: readonly string[]) =>
    execFileSync(
      "git",
      ["-c", "user.name=a", "-c", "user.email=a@b", ...args],
      { cwd: folder.root, stdio: "pipe" },
    );

  /** The repository as far as changesets reads it. */
  before(() => {
    folder = temporaryFolder({ ".gitignore": "node_modules\n" });
    for (const name of [
      "package.json",
      "package-lock.json",
      "CHANGELOG.md",
      ".changeset/config.json",
      ".changeset/README.md",
    ]) {
      folder.write(name, readFileSync(join(REPOSITORY, name), "utf8"));
    }
    symlinkSync(
      join(REPOSITORY, "node_modules"),
      folder.at("node_modules"),
      "junction",
    );
    git("init", "--quiet", "--initial-branch=main");
    git("add", ".");
    git("commit", "--quiet", "--message=All");
  });

  after(() => folder.remove());

  it("given a change with a changeset, when versions are set, then its sentence is in a new section on top, and no earlier entry is lost", async () => {
    const before = folder.read("CHANGELOG.md");
    const { version } = JSON.parse(folder.read("package.json"));
    folder.write(".changeset/a-change.md", CHANGESET);
    git("add", ".");
    git("commit", "--quiet", "--message=Change");

    const { code, stdout, stderr } = await runNode(
      [join(REPOSITORY, "node_modules/@changesets/cli/bin.js"), "version"],
      { cwd: folder.root },
    );

    expect(code, `${stdout}\n${stderr}`).to.equal(0);
    const [major = 0, minor = 0] = version.split(".").map(Number);
    const next = `${major}.${minor + 1}.0`;
    expect(JSON.parse(folder.read("package.json")).version).to.equal(next);
    const after = folder.read("CHANGELOG.md");
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
