import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";

import { apiPage } from "../../scripts/documents/api-page.ts";
import { REPOSITORY } from "../support/repository-files.ts";

describe("the page about the API", function () {
  this.timeout(60_000);

  it("given the sources, then docs/api.md has a line for each export (npm run api writes it)", () => {
    const page = readFileSync(join(REPOSITORY, "docs/api.md"), "utf8");

    expect(page.split("\n")).to.eql(apiPage(REPOSITORY).split("\n"));
  });
});
