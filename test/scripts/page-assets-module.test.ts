import { expect } from "chai";

import { pageAssetsModule } from "../../scripts/wallet-page/page-assets-module.ts";
import { readPageAssets } from "../../tasks/wallet/page/page-assets.ts";
import { specifiersIn } from "../docs/read-imports.ts";

describe("pageAssetsModule", () => {
  it("returns the same page as the source, and imports nothing, not even a bundler", async () => {
    const text = await pageAssetsModule();

    const module = await import(
      `data:text/javascript,${encodeURIComponent(text)}`
    );
    expect(await module.readPageAssets()).to.deep.equal(await readPageAssets());
    expect(specifiersIn(text)).to.deep.equal([]);
    expect(text).not.to.contain("esbuild");
  });
});
