import { readdirSync } from "node:fs";

import { expect } from "chai";

import { httpProvider, startAnvil } from "./anvil.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { withEnvironment } from "./with-environment.ts";

describe("startAnvil", function () {
  this.timeout(60_000);

  it("given an anvil with more blocks than it keeps in memory, when it is closed, then it has left nothing in the home directory", async () => {
    using home = temporaryFolder();

    await withEnvironment({ HOME: home.root }, async () => {
      await using node = await startAnvil({ chainId: 32456 });
      await httpProvider(node.url).request({
        method: "anvil_mine",
        params: ["0x400"],
      });
    });

    expect(readdirSync(home.root)).to.deep.equal([]);
  });
});
