import { expect } from "chai";

import manifest from "../../../package.json" with { type: "json" };
import { packageEntries } from "../../../scripts/api/package-entries.ts";

describe("the package's entries", () => {
  it("given this package, then there is one for each that has types, and the source it is made of", () => {
    expect(packageEntries(manifest)).to.deep.include.members([
      { specifier: "hardhat-alpha-networks", source: "src/index.ts" },
      { specifier: "hardhat-alpha-networks/types", source: "src/types.ts" },
    ]);
    expect(packageEntries(manifest)).to.have.lengthOf(
      Object.values(manifest.exports).filter(
        (target) => typeof target !== "string",
      ).length,
    );
  });

  it("given entries that are files, then they are none", () => {
    expect(
      packageEntries({ name: "p", exports: { "./a.json": "./a.json" } }),
    ).to.eql([]);
  });

  it("given an entry whose types are elsewhere, then it is not left out in silence", () => {
    const exports = { ".": { types: "./types/index.d.ts" } };

    expect(() => packageEntries({ name: "p", exports })).to.throw(
      ". has no declarations in dist",
    );
  });
});
