import { existsSync } from "node:fs";
import { join, posix } from "node:path";

import { expect } from "chai";

import { REPOSITORY } from "../support/repository-files.ts";
import { markdownFiles } from "./read-markdown.ts";

describe("the links in all Markdown files", () => {
  const files = markdownFiles();
  const byPath = new Map(files.map((file) => [file.path, file]));

  it("given the repository, then there are the README, the pages and links in them", () => {
    expect([...byPath.keys()]).to.include.members([
      "README.md",
      "CONTRIBUTING.md",
      "SECURITY.md",
      "docs/tasks.md",
    ]);
    expect(files.flatMap(({ links }) => links).length).to.be.above(40);
  });

  for (const { path, links } of files) {
    it(`given ${path}, then each link leads to a file that is there, and to a heading in it`, () => {
      for (const link of links) {
        if (/^[a-z]+:/i.test(link)) {
          expect(link).to.match(/^(https:\/\/|mailto:)/);
          continue;
        }
        const [file = "", anchor] = link.split("#");
        const target =
          file === "" ? path : posix.join(posix.dirname(path), file);
        expect(existsSync(join(REPOSITORY, target)), link).to.equal(true);
        if (anchor !== undefined) {
          expect(
            [...(byPath.get(target)?.anchors ?? [])],
            `${link} in ${path}`,
          ).to.include(anchor);
        }
      }
    });
  }

  for (const { path, named } of files.filter(({ named }) => named.length > 0)) {
    it(`given ${path}, then the files of the repository that it names are there`, () => {
      for (const name of named) {
        const places = [name, posix.join(posix.dirname(path), name)];
        expect(
          places.some((place) => existsSync(join(REPOSITORY, place))),
          name,
        ).to.equal(true);
      }
    });
  }

  it("given the pages in docs, then a reader gets to each from the README", () => {
    const reached = new Set(["README.md"]);
    for (const path of reached) {
      for (const link of byPath.get(path)?.links ?? []) {
        const [file = ""] = link.split("#");
        const target = posix.join(posix.dirname(path), file);
        if (file !== "" && byPath.has(target)) {
          reached.add(target);
        }
      }
    }
    for (const path of byPath.keys()) {
      if (path.startsWith("docs/")) {
        expect([...reached]).to.include(path);
      }
    }
  });
});
