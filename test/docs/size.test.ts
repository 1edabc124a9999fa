import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";

import { REPOSITORY, repositoryFiles } from "../support/repository-files.ts";

const linesOf = (path: string) =>
  readFileSync(join(REPOSITORY, path), "utf8").trimEnd().split("\n");

/** So that they are read: longer pages, and wider tables, were not. */
describe("the size of the documentation", () => {
  const pages = repositoryFiles().filter((path) =>
    /^docs\/[\w-]+\.md$/.test(path),
  );

  it("given README.md, then it has at most 120 lines", () => {
    expect(linesOf("README.md").length).to.be.within(50, 120);
  });

  it("given the pages in docs, then they have at most 3500 lines", () => {
    expect(pages.flatMap(linesOf).length).to.be.within(1000, 3500);
  });

  it("given their tables, then no cell is longer than 120 characters", () => {
    const long = ["README.md", ...pages].flatMap((path) =>
      linesOf(path)
        .filter((line) => line.startsWith("|") && !/^\| -/.test(line))
        .flatMap((line) => line.split(/(?<!\\)\|/))
        .filter((cell) => cell.trim().length > 120)
        .map((cell) => `${path}: ${cell.trim()}`),
    );

    expect(long).to.deep.equal([]);
  });
});
