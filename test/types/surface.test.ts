import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";

import manifest from "../../package.json" with { type: "json" };
import { packageEntries } from "../../scripts/api/package-entries.ts";
import { readPublicApi } from "../../scripts/api/read-public-api.ts";
import { withProject } from "../../scripts/api/with-project.ts";
import { REPOSITORY } from "../support/repository-files.ts";

describe("the type tests", function () {
  this.timeout(60_000);

  it("given the package's entries, then each name that they export is in a type test", () => {
    const { entries } = withProject(
      REPOSITORY,
      "tsconfig.build.json",
      (project) => readPublicApi(REPOSITORY, project, packageEntries(manifest)),
    );
    const tests = readdirSync(import.meta.dirname)
      .filter((name) => name.endsWith(".test-d.ts"))
      .map((name) => readFileSync(join(import.meta.dirname, name), "utf8"))
      .join("\n");
    const names = entries.flatMap(({ declarations }) =>
      declarations.map(({ name }) => name),
    );

    expect(names).to.include.members(["default", "AlphaNetwork", "third"]);
    expect(
      names.filter(
        (name) =>
          name !== "default" && !new RegExp(`\\b${name}\\b`).test(tests),
      ),
    ).to.eql([]);
  });
});
