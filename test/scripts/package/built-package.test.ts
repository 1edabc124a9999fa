import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { expect } from "chai";

import { DATA_ENTRIES } from "../../../scripts/package/write-data-entries.ts";
import { specifiersIn } from "../../docs/read-imports.ts";
import { REPOSITORY } from "../../support/repository-files.ts";
import { runNode } from "../../support/run-node.ts";

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

/** The packages that a file of the package loads with its static imports. */
function packagesOf(file: string, seen = new Set<string>()): readonly string[] {
  if (seen.has(file)) {
    return [];
  }
  seen.add(file);
  const text = readFileSync(join(DIST, file), "utf8");
  // Its dynamic imports are all in one file.
  return file === "on-demand.js"
    ? []
    : specifiersIn(text).flatMap((specifier) =>
        specifier.startsWith("./")
          ? packagesOf(specifier.slice(2), seen)
          : [specifier],
      );
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

  it("given its source maps, then they contain the sources, with the same lines", () => {
    for (const { sources, sourcesContent } of sourceMaps()) {
      for (const [index, source] of sources.entries()) {
        const path = join(DIST, source);
        if (existsSync(path) && !path.endsWith("page-assets.ts")) {
          expect(sourcesContent[index].split("\n").length, source).to.equal(
            readFileSync(path, "utf8").split("\n").length,
          );
        }
      }
    }
  });

  it("given an error in it, then the stack trace names the source and the line", async () => {
    const code = `
      import { assertVerified } from ${JSON.stringify(pathToFileURL(join(DIST, "testing.js")).href)};
      try { assertVerified(null); } catch ({ stack }) { console.log(stack); }`;
    const { stdout } = await runNode([
      "--enable-source-maps",
      "--input-type=module",
      "--eval",
      code,
    ]);

    const [, line] =
      /src\/verify\/assert-verified\.ts:(\d+):\d+/.exec(stdout) ?? [];
    const source = readFileSync(
      join(REPOSITORY, "src/verify/assert-verified.ts"),
      "utf8",
    );
    expect(source.split("\n")[Number(line) - 1], stdout).to.contain("outcome");
  });

  for (const [file, heavy] of [
    ["index.js", ["acorn", "undici", "viem", "zod"]],
    ["hardhat.js", ["acorn", "undici", "viem", "zod"]],
    ["sandbox.js", ["acorn", "undici", "viem", "zod"]],
    ["print.js", ["acorn", "undici", "viem", "zod"]],
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

  it("given what opens contracts, then it loads viem, which shows that the imports are found", () => {
    expect(packagesOf("contracts.js")).to.include("viem");
  });

  it("given its entries for front ends, then they import nothing", () => {
    for (const entry of DATA_ENTRIES) {
      const text = readFileSync(join(DIST, `${entry}.js`), "utf8");

      expect(specifiersIn(text)).to.deep.equal([]);
    }
  });
});
