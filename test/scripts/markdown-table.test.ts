import { expect } from "chai";

import { markdownTable } from "../../scripts/documents/markdown-table.ts";

describe("markdownTable", () => {
  it("given short rows and pipes, pads and escapes them", () => {
    expect(markdownTable(["a", "b"], [["x|y"], ["1", "2"]])).to.equal(
      "| a    | b   |\n| ---- | --- |\n| x\\|y |     |\n| 1    | 2   |",
    );
  });
});
