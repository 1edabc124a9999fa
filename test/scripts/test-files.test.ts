import { expect } from "chai";

import {
  distribute,
  longestFirst,
  testFiles,
} from "../../scripts/test-run/test-files.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const FILES = [
  "test/b.test.ts",
  "test/a/z.test.ts",
  "test/a/helper.ts",
  "test/slow/s.test.ts",
  "test/slowly.test.ts",
];

describe("testFiles", () => {
  for (const [tier, expected] of [
    ["fast", ["test/a/z.test.ts", "test/b.test.ts", "test/slowly.test.ts"]],
    ["slow", ["test/slow/s.test.ts"]],
  ] as const) {
    it(`given test files and others, when the ${tier} ones are asked for, then only they come, sorted`, () => {
      using folder = temporaryFolder(
        Object.fromEntries(FILES.map((file) => [file, ""])),
      );

      expect(testFiles(folder.root, tier)).to.eql(expected);
    });
  }
});

describe("distribute", () => {
  it("given files, when dealt out, then each lands in one group, in turn", () => {
    expect(distribute(["a", "b", "c", "d", "e"], 2)).to.eql([
      ["a", "c", "e"],
      ["b", "d"],
    ]);
  });
});

describe("longestFirst", () => {
  it("given the beginnings of some paths, then their files come first, in that order", () => {
    const files = ["a/b.test.ts", "a/c.test.ts", "d.test.ts"];

    expect(longestFirst(files, ["d", "a/b", "gone"])).to.eql({
      long: ["d.test.ts", "a/b.test.ts"],
      short: ["a/c.test.ts"],
    });
  });
});
