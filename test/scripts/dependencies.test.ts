import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { expect } from "chai";

import { dependencyFigures } from "../../scripts/dependencies/dependency-figures.ts";
import { REASONS } from "../../scripts/dependencies/reasons.ts";
import { thirdPartyNotices } from "../../scripts/dependencies/third-party-notices.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** What a project with the peers gets on top; a larger number is a decision. */
const MAX_ADDED = { packages: 7, bytes: 7_500_000 };
const readJson = (path: string) =>
  JSON.parse(readFileSync(join(ROOT, path), "utf8"));
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
    const added = dependencyFigures(ROOT).filter(({ isOfPeers }) => !isOfPeers);
    const bytes = added.reduce((sum, one) => sum + one.bytes, 0);

    expect(added.map(({ name }) => name)).to.include(
      "@oceanprotocol/contracts",
    );
    expect(added.length).to.be.at.most(MAX_ADDED.packages);
    expect(bytes).to.be.within(2_000_000, MAX_ADDED.bytes);
  });

  it("given what the peers bring, then none of it is installed a second time, in another version", () => {
    const all = dependencyFigures(ROOT);
    const namesOf = (isOfPeers: boolean) =>
      all.filter((one) => one.isOfPeers === isOfPeers).map(({ name }) => name);

    expect(namesOf(true)).to.include.members(["undici", "zod"]);
    expect(namesOf(true)).not.to.include.any.members(namesOf(false));
    // Another major version could not be shared; a higher floor can.
    const majorOf = (range: string) => /^\^\d+/.exec(range)?.[0];
    const utils = readJson(
      "node_modules/@nomicfoundation/hardhat-utils/package.json",
    );
    const { dependencies } = readJson("package.json");
    expect(majorOf(dependencies.undici)).to.equal(
      majorOf(utils.dependencies.undici) ?? "a caret range",
    );
  });

  it("given the lowest Node, then it is Hardhat's own, and every one of them runs on it", async () => {
    const { engines } = readJson("package.json");
    const { MIN_SUPPORTED_NODE_VERSION: lowest } = await import(
      pathToFileURL(
        join(
          ROOT,
          "node_modules/hardhat/dist/src/internal/cli/node-version.js",
        ),
      ).href
    );
    const { packages } = readJson("package-lock.json");

    expect(engines.node).to.equal(`>=${lowest.join(".")}`);
    for (const { name } of dependencyFigures(ROOT)) {
      const range: string =
        packages[`node_modules/${name}`]?.engines?.node ?? ">=0";
      const [, major, minor = "0"] = />= *(\d+)(?:\.(\d+))?/.exec(range) ?? [];
      expect([Number(major), Number(minor)], `${name} ${range}`).to.satisfy(
        ([a, b]: [number, number]) =>
          a === lowest[0] ? b <= lowest[1] : a < lowest[0],
      );
    }
  });

  it("given package.json, then the reason for each of its dependencies is recorded, and for no other", () => {
    const { dependencies } = readJson("package.json");

    expect(REASONS).to.have.all.keys(dependencies);
    for (const reason of Object.values(REASONS)) {
      expect(reason).to.match(/^\S.{20,100}\S$/);
    }
  });

  it("given each of them, then its licence is a permissive one", () => {
    for (const { name, license } of dependencyFigures(ROOT)) {
      expect(PERMISSIVE, name).to.include(license);
    }
  });

  it("given THIRD-PARTY-NOTICES.md, then it lists them (npm run notices -- --write)", () => {
    expect(readFileSync(join(ROOT, "THIRD-PARTY-NOTICES.md"), "utf8")).to.equal(
      thirdPartyNotices(dependencyFigures(ROOT)),
    );
  });
});
