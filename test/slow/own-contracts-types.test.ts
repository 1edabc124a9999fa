import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { createProject, type TemporaryProject } from "../support/cli.ts";
import { runNode } from "../support/run-node.ts";
import { TSCONFIG } from "../types/offered.ts";

const TSC = join(
  dirname(fileURLToPath(import.meta.resolve("typescript/package.json"))),
  "bin/tsc",
);

/** What Hardhat writes when it compiles a contract, and the project's declaration. */
const DECLARATIONS = `
  declare module "hardhat/types/artifacts" {
    interface ArtifactMap {
      Market: {
        readonly contractName: "Market";
        readonly abi: readonly [
          { readonly type: "function"; readonly name: "fee"; readonly inputs: readonly []; readonly outputs: readonly [{ readonly type: "uint256"; readonly name: "" }]; readonly stateMutability: "view" },
          { readonly type: "function"; readonly name: "setFee"; readonly inputs: readonly [{ readonly type: "uint256"; readonly name: "fee" }]; readonly outputs: readonly []; readonly stateMutability: "nonpayable" },
        ];
      };
    }
  }
  declare module "hardhat-alpha-networks" {
    interface OwnAlphaContracts { Market: "Market"; Token: false }
  }
`;

const CODE = `
  import "hardhat-alpha-networks";
  import hre from "hardhat";
  import { defineConfig } from "hardhat/config";
  ${DECLARATIONS}
  defineConfig({ alpha: { networks: { devnet: { contracts: { Market: { address: "0x", watch: ["fee"] }, Token: "0x" } } } } });
  // @ts-expect-error: a name that was not declared
  defineConfig({ alpha: { networks: { devnet: { contracts: { Markt: "0x" } } } } });
  // @ts-expect-error: no such view
  defineConfig({ alpha: { networks: { devnet: { contracts: { Market: { watch: ["fees"] } } } } } });
  // @ts-expect-error: no view
  defineConfig({ alpha: { networks: { devnet: { contracts: { Market: { watch: ["setFee"] } } } } } });
  const { alpha } = await hre.alpha.connect("devnet");
  const market = await alpha.contract("Market");
  const fee: bigint = await market.read.fee();
  const address: string = alpha.address("Market");
  const token: string = alpha.contracts.Token;
  // @ts-expect-error: no such function
  market.read.fees;
  // @ts-expect-error: a name that was not declared
  alpha.address("Markt");
  // @ts-expect-error: a name that was not declared
  alpha.contracts.Markt;
  void [fee, address, token];
`;

describe("the types of a project with contracts of its own", function () {
  this.timeout(120_000);

  let project: TemporaryProject | undefined;

  before(() => {
    // The declarations of the package are not those of the sources.
    project = createProject("export default {};", { from: "dist" });
  });

  after(() => project?.remove());

  it("given the declaration and the artifacts, then names, views and instances have their types", async () => {
    const { root = "" } = project ?? {};
    writeFileSync(join(root, "script.ts"), CODE);
    writeFileSync(join(root, "tsconfig.json"), TSCONFIG);

    const { stdout } = await runNode([TSC, "-p", root], {
      cwd: root,
      env: process.env,
      timeout: 100_000,
    });

    expect(stdout).to.equal("");
  });
});
