import { fileURLToPath } from "node:url";

import { expect } from "chai";
import { runNode } from "../../../support/run-node.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { exportedText, exportOf } from "../export-of.ts";

const TSC = fileURLToPath(
  new URL("../../../../node_modules/typescript/bin/tsc", import.meta.url),
);

/** What the type checker says of a module beside the exported one. */
async function check(addresses: string, consumer: string) {
  using folder = temporaryFolder({
    "addresses.ts": addresses,
    "consumer.ts": consumer,
  });
  return await runNode(
    [
      TSC,
      ...["--noEmit", "--strict", "--isolatedModules"],
      ...["--module", "nodenext", "--target", "es2022"],
      ...["--allowImportingTsExtensions", "--types", ""],
      "consumer.ts",
    ],
    { cwd: folder.root, env: process.env, timeout: 60_000 },
  );
}

describe("alpha export --format typescript", function () {
  this.timeout(60_000);

  it("given the preset, when a program uses it, then addresses and chain ids are literal types, lists are tuples, and a typo does not compile", async () => {
    const { code, stdout } = await check(
      await exportedText("typescript"),
      `import { devnet, third } from "./addresses.ts";
const router: "0x4Ede1776D6B75de6c907172Abc0453a3C8AB372a" = devnet.registry.Router;
const chainId: 100 = third.chainId;
const template: "0x7fEcdEDaE245d3AD5ad93c6Df9603d06887786e8" = third.registry.ERC20Templates[1];
const address: \`0x\${string}\` = devnet.tokens.euro.address;
// @ts-expect-error
devnet.registry.AlphaToken;
// @ts-expect-error
devnet.registry.ERC20Template[2];
// @ts-expect-error
devnet.registry.Router = router;
export { address, chainId, router, template };
`,
    );

    expect(stdout).to.equal("");
    expect(code).to.equal(0);
  });

  it("given an address that nobody gives, then it is left out, and the gap is told", async () => {
    const { text, gaps } = await exportOf("typescript", {
      alpha: { preset: false },
      names: ["testnet"],
    });

    expect(text).to.contain("// Router is not set").and.not.contain("Router:");
    expect(gaps).to.have.lengthOf(8 + 4);
  });
});
