import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";
import { build, type Plugin } from "esbuild";

import { readPageAssets } from "../../../../tasks/wallet/page/page-assets.ts";
import {
  REPOSITORY,
  repositoryFiles,
} from "../../../support/repository-files.ts";

const BROWSER = "tasks/wallet/page/browser/";

/** What code for a browser is made of, and what it imports of others. */
async function bundleFor(
  entry: string,
): Promise<{ readonly files: readonly string[]; readonly foreign: string[] }> {
  const foreign: string[] = [];
  const noteForeign: Plugin = {
    name: "foreign imports",
    setup({ onResolve }) {
      onResolve({ filter: /^[^./]/ }, ({ path, importer }) => {
        foreign.push(`${path} in ${importer.slice(REPOSITORY.length)}`);
        return { path, external: true };
      });
    },
  };
  const { metafile } = await build({
    absWorkingDir: REPOSITORY,
    stdin: { contents: entry, resolveDir: REPOSITORY, loader: "ts" },
    bundle: true,
    platform: "browser",
    format: "esm",
    write: false,
    metafile: true,
    logLevel: "silent",
    plugins: [noteForeign],
  });
  return {
    files: Object.keys(metafile.inputs).filter((path) => path !== "<stdin>"),
    foreign,
  };
}

describe("the wallet page's script", () => {
  it("given its modules, then they are all those of its folder and files of src that judge nodes as tasks do, and import nothing of Node and no package", async () => {
    const { files, foreign } = await bundleFor(`import "./${BROWSER}main.ts";`);

    expect(foreign).to.deep.equal([]);
    expect(files.filter((path) => path.startsWith(BROWSER))).to.have.members(
      repositoryFiles().filter((path) => path.startsWith(BROWSER)),
    );
    for (const file of files) {
      expect(file).to.match(/^(src\/.+|tasks\/wallet\/page\/browser\/.+)\.ts$/);
    }
    expect(files).to.include.members([
      "src/connect/judge-chain.ts",
      "src/connect/judge-freshness.ts",
      "src/status/judge-status.ts",
      "src/rpc/decode-block.ts",
      "src/rpc/decode-syncing.ts",
      "src/rpc/decode-values.ts",
      "src/rpc/parse-rpc-answer.ts",
      "src/http/judge-response.ts",
    ]);
  });

  for (const [title, module, name] of [
    ["Node's zlib", "./src/http/read-body.ts", "node:zlib"],
    ["Hardhat", "./src/base/errors.ts", "hardhat/plugins"],
    ["undici", "./src/rpc/http-transport.ts", "undici"],
    ["a package", "viem", "viem"],
  ] as const) {
    it(`given a module that would bring ${title}, then this test sees it`, async () => {
      const { foreign } = await bundleFor(`import "${module}";`);

      expect(foreign.map((found) => found.split(" ")[0])).to.include(name);
    });
  }

  it("given the script, then it is a module that imports nothing and uses no global of Node", async () => {
    const { script } = await readPageAssets();

    expect(script).not.to.match(
      /\b(?:Buffer|process|require|__dirname)\b\s*[.(]/,
    );
    expect(script).not.to.match(/(?:^|[;\n])(?:import|export)\b/);
    expect(script).to.contain("eip6963:requestProvider");
  });

  it("given the markup and the style, then they are the files'", async () => {
    const { markup, style } = await readPageAssets();
    const read = (name: string) =>
      readFileSync(join(REPOSITORY, "tasks/wallet/page", name), "utf8");

    expect(markup).to.equal(read("wallet-page.html"));
    expect(style).to.equal(read("wallet-page.css"));
  });
});
