import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";
import { parse } from "yaml";

import { REPOSITORY } from "../support/repository-files.ts";

/** Agents load no more of a skill than this before they decide to. */
const LONGEST_DESCRIPTION = 1024;

const read = (folder: string, name: string) =>
  readFileSync(join(folder, name, "SKILL.md"), "utf8");
const headOf = (text: string) =>
  parse(/^---\n([\s\S]*?)\n---\n/.exec(text)?.[1] ?? "");

describe("the skill for coding agents", () => {
  it("given Hardhat's own skills, then it has their shape: the same fields, the folder's name, the package", () => {
    const hardhats = join(REPOSITORY, "node_modules/hardhat/skills");
    const theirs = headOf(read(hardhats, "hardhat"));
    const ours = join(REPOSITORY, "skills");

    expect(readdirSync(ours)).to.deep.equal(["hardhat-alpha-networks"]);
    const head = headOf(read(ours, "hardhat-alpha-networks"));
    expect(Object.keys(head)).to.deep.equal(Object.keys(theirs));
    expect(head.name).to.equal("hardhat-alpha-networks");
    expect(Object.keys(head.metadata)).to.deep.equal(
      Object.keys(theirs.metadata),
    );
    expect(head.metadata.package).to.equal("hardhat-alpha-networks");
    expect(head.description).to.match(/^Use when /);
    expect(head.description.length).to.be.at.most(LONGEST_DESCRIPTION);
  });
});
