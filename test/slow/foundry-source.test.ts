import { join } from "node:path";
import { expect } from "chai";
import { compareCodes } from "../../src/contracts/own/compare-codes.ts";
import { readOwnArtifact } from "../../src/contracts/own/read-artifact.ts";
import { startIn } from "../sources/source-project.ts";
import { type Anvil, httpProvider, startAnvil } from "../support/anvil.ts";
import {
  type TemporaryFolder,
  temporaryFolder,
} from "../support/temporary-folder.ts";
import { deployByForge, FORGE_SOURCE } from "./forge-deployment.ts";
import { isRegistryInReach } from "./package/npm.ts";

describe("a deployment by forge", function () {
  this.timeout(600_000);
  let folder: TemporaryFolder;
  let anvil: Anvil;

  before(async function () {
    folder = temporaryFolder({ "package.json": "{}" });
    if (!(await isRegistryInReach(folder.root))) {
      this.skip();
    }
    anvil = await startAnvil({ chainId: 32456 });
    await deployByForge(folder, anvil.url);
  });
  after(async () => {
    await anvil?.close();
    folder.remove();
  });

  it("given its broadcast and artifacts, then each contract has the code of its artifact", async () => {
    const { root } = folder;
    const { hre } = await startIn(root, { sources: [FORGE_SOURCE] });
    const { contracts = [] } = hre.config.alpha.networks.devnet ?? {};
    const own = contracts.filter((one) => one.kind === "own");

    expect(own.map(({ key }) => key)).to.deep.equal([
      "Shares",
      "Market",
      "Market_2",
    ]);
    for (const { artifact, address } of own) {
      const read = await readOwnArtifact(artifact || "", {
        root,
        artifacts: join(root, "out"),
      });
      const code = await httpProvider(anvil.url).request({
        method: "eth_getCode",
        params: [address, "latest"],
      });
      expect(
        read?.ok && compareCodes(code as `0x${string}`, read.value),
      ).to.equal("exact");
    }
  });
});
