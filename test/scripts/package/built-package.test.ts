import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";

import { DATA_ENTRIES } from "../../../scripts/package/write-data-entries.ts";
import { specifiersIn } from "../../docs/read-imports.ts";
import { REPOSITORY } from "../../support/repository-files.ts";

const DIST = join(REPOSITORY, "dist/src");

/** Reads the source maps of the built package. */
function sourceMaps() {
  return readdirSync(DIST)
    .filter((file) => file.endsWith(".js.map"))
    .map((file) => {
      const { sources, sourcesContent } = JSON.parse(
        readFileSync(join(DIST, file), "utf8"),
      );
      return { file, sources, sourcesContent };
    });
}

/** What a file loads by require, so that no import tells. */
const REQUIRED = /\bload\("([^"]+)"\)/g;

/** The packages that a file of the package loads with its static imports, or by require. */
function packagesOf(file: string, seen = new Set<string>()): readonly string[] {
  if (seen.has(file)) {
    return [];
  }
  seen.add(file);
  if (file === "on-demand.js") {
    // It has all dynamic imports.
    return [];
  }
  const text = readFileSync(join(DIST, file), "utf8");
  const required = [...text.matchAll(REQUIRED)].map(([, name = ""]) => name);
  const imported = specifiersIn(text).flatMap((specifier) =>
    specifier.startsWith("./")
      ? packagesOf(specifier.slice(2), seen)
      : [specifier],
  );
  return [...required, ...imported];
}

describe("the built package", () => {
  it("given its source maps, then each module is in one file, so that there is one instance of it", () => {
    const modules = sourceMaps().flatMap(({ sources }) => sources);

    expect(modules).to.include.members([
      "../../src/index.ts",
      "../../src/verify/verify-networks.ts",
      "../../tasks/verify/action.ts",
    ]);
    expect(modules.length).to.equal(new Set(modules).size);
  });

  for (const [file, heavy] of [
    ["index.js", ["acorn", "undici", "viem", "zod"]],
    ["print.js", ["acorn", "undici", "viem", "zod"]],
    ["sandbox.js", ["acorn", "undici", "viem", "zod"]],
    ["status.js", ["acorn", "viem", "zod"]],
    ["verify.js", ["acorn", "undici", "zod"]],
  ] as const) {
    it(`given ${file}, then it loads none of ${heavy.join(", ")} before it needs it`, () => {
      const packages = packagesOf(file).map(
        (specifier) => specifier.split("/")[0],
      );

      expect(packages).not.to.include.any.members([...heavy]);
    });
  }

  it("given what opens contracts, or connections, then it loads viem, or undici, which shows that they are found", () => {
    expect(packagesOf("contracts.js")).to.include("viem");
    expect(packagesOf("http.js")).to.include("undici");
  });

  it("given its files, then none names its source map, which Node.js would read", () => {
    const files = readdirSync(DIST).filter((file) => /\.c?js$/.test(file));

    for (const file of files) {
      const text = readFileSync(join(DIST, file), "utf8");
      expect(text, file).not.to.contain("sourceMappingURL");
    }
  });

  it("given its entries for front ends, then they import nothing", () => {
    for (const entry of DATA_ENTRIES) {
      const text = readFileSync(join(DIST, `${entry}.js`), "utf8");

      expect(specifiersIn(text)).to.deep.equal([]);
    }
  });
});
