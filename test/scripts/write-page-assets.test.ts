import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

import { expect } from "chai";

import { writePageAssets } from "../../scripts/wallet-page/write-page-assets.ts";
import { readPageAssets } from "../../tasks/wallet/page/page-assets.ts";
import { specifiersIn } from "../docs/read-imports.ts";

describe("writePageAssets", () => {
  const code = mkdtempSync(join(tmpdir(), "alpha-assets-"));

  after(() => rmSync(code, { recursive: true, force: true }));

  it("given a folder of compiled code, then its module returns the same page as the source, and imports nothing, not even a bundler", async () => {
    const module = join(code, "tasks/wallet/page/page-assets.js");
    mkdirSync(dirname(module), { recursive: true });

    await writePageAssets(code);

    const written = await import(pathToFileURL(module).href);
    expect(await written.readPageAssets()).to.deep.equal(
      await readPageAssets(),
    );
    const text = readFileSync(module, "utf8");
    expect(specifiersIn(text)).to.deep.equal([]);
    expect(text).not.to.contain("esbuild");
  });
});
