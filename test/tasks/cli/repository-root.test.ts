import { expect } from "chai";

import { pathBase } from "../../../tasks/cli/paths.ts";

describe("pathBase", () => {
  for (const [title, workspace, folder, root] of [
    ["no workspace", "", "/w/repo/a", "/w/repo/a"],
    ["a workspace that is no whole path", "repo", "/w/repo/a", "/w/repo/a"],
    ["the workspace itself", "/w/repo", "/w/repo", "/w/repo"],
    ["a folder in the workspace", "/w/repo", "/w/repo/a/b", "/w/repo"],
    [
      "a folder whose name begins with dots",
      "/w/repo",
      "/w/repo/..a",
      "/w/repo",
    ],
    [
      "a folder beside the workspace",
      "/w/repo",
      "/w/repository",
      "/w/repository",
    ],
    ["a folder above the workspace", "/w/repo", "/w", "/w"],
  ] as const) {
    it(`given ${title}, then the root is ${root}`, () => {
      expect(pathBase(folder, workspace).root).to.equal(root);
    });
  }
});
