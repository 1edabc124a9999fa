import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect } from "chai";

import { dependencyClosure } from "../../scripts/dependencies/dependency-closure.ts";
import { dependencyFigures } from "../../scripts/dependencies/dependency-figures.ts";
import { describeDependencies } from "../../scripts/dependencies/describe-dependencies.ts";
import { thirdPartyNotices } from "../../scripts/dependencies/third-party-notices.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** What a project with the peers gets on top; a larger number is a decision. */
const MOST_ADDED = { packages: 14, bytes: 10_000_000 };
/** Licences that ask for no more than their notice. */
const PERMISSIVE = [
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
];

describe("the packages that an installation brings", () => {
  it("given the lock file, then those that a project with the peers does not have yet stay few and small", () => {
    const added = dependencyFigures(ROOT).filter(
      ({ isPeersToo }) => !isPeersToo,
    );
    const bytes = added.reduce((sum, one) => sum + one.bytes, 0);

    expect(added.map(({ name }) => name)).to.include(
      "@oceanprotocol/contracts",
    );
    expect(added.length).to.be.at.most(MOST_ADDED.packages);
    expect(bytes).to.be.within(2_000_000, MOST_ADDED.bytes);
  });

  it("given each of them, then its licence is a permissive one", () => {
    for (const { name, license } of dependencyFigures(ROOT)) {
      expect(PERMISSIVE, name).to.include(license);
    }
  });

  it("given package.json, then each of its dependencies is one of them, and marked", () => {
    const { dependencies } = JSON.parse(
      readFileSync(join(ROOT, "package.json"), "utf8"),
    );
    const direct = dependencyFigures(ROOT).filter(({ isDirect }) => isDirect);

    expect(direct.map(({ name }) => name)).to.have.members(
      Object.keys(dependencies),
    );
  });

  it("given THIRD-PARTY-NOTICES.md, then it lists them (npm run dependencies -- --write)", () => {
    expect(readFileSync(join(ROOT, "THIRD-PARTY-NOTICES.md"), "utf8")).to.equal(
      thirdPartyNotices(dependencyFigures(ROOT)),
    );
  });
});

describe("dependencyClosure", () => {
  it("given nested packages, then each is looked up from the folder that asks, and above", () => {
    const folders = dependencyClosure(
      {
        "": {},
        "node_modules/a": { dependencies: { b: "1", c: "1" } },
        "node_modules/a/node_modules/b": { dependencies: { c: "1" } },
        "node_modules/b": {},
        "node_modules/c": {},
        "node_modules/not-asked-for": {},
      },
      ["a"],
    );

    expect(folders).to.deep.equal([
      "node_modules/a",
      "node_modules/a/node_modules/b",
      "node_modules/c",
    ]);
  });

  it("given a scoped package below a scoped package, then the folder above is that of the package, not of the scope", () => {
    const folders = dependencyClosure(
      {
        "node_modules/@x/a": {},
        "node_modules/@x/a/node_modules/@y/b": { dependencies: { c: "1" } },
        "node_modules/@x/a/node_modules/c": {},
        "node_modules/@x/c": {},
        "node_modules/d": { dependencies: { "@x/a": "1" } },
      },
      ["d"],
    );

    expect(folders).to.deep.equal(["node_modules/@x/a", "node_modules/d"]);
  });

  it("given packages that need each other, then it ends", () => {
    expect(
      dependencyClosure(
        {
          "node_modules/a": { dependencies: { b: "1" } },
          "node_modules/b": { dependencies: { a: "1" } },
        },
        ["a"],
      ),
    ).to.deep.equal(["node_modules/a", "node_modules/b"]);
  });

  it("given an optional package that is not locked, then it is none", () => {
    expect(
      dependencyClosure(
        {
          "node_modules/a": {
            dependencies: { b: "1" },
            optionalDependencies: { b: "1" },
          },
        },
        ["a"],
      ),
    ).to.deep.equal(["node_modules/a"]);
  });

  it("given a package that is not locked, then it says which, and for whom", () => {
    expect(() =>
      dependencyClosure({ "node_modules/a": { dependencies: { b: "1" } } }, [
        "a",
      ]),
    ).to.throw("The lock file has no b for node_modules/a");
  });
});

describe("describeDependencies", () => {
  it("given packages, then each has a line, and the sums are those of all and of those that no peer brings", () => {
    const one = { version: "1.0.0", license: "MIT", bytes: 1_500_000 };
    const text = describeDependencies([
      { ...one, name: "a", isDirect: true, isPeersToo: false },
      { ...one, name: "b", isDirect: false, isPeersToo: true },
    ]);

    expect(
      text.split("\n").map((line) => line.replace(/ +/g, " ")),
    ).to.deep.equal([
      "a 1.0.0 1.50 MB MIT direct",
      "b 1.0.0 1.50 MB MIT of a peer too",
      "",
      "2 packages, 3.00 MB in all, 1 of them asked for by this package itself",
      "1 packages, 1.50 MB of them a project with the peers does not have yet",
    ]);
  });
});
