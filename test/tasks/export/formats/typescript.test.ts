import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect } from "chai";
import { runNode } from "../../../support/run-node.ts";
import { exportedText, exportOf } from "../export-of.ts";

const TSC = fileURLToPath(
  new URL("../../../../node_modules/typescript/bin/tsc", import.meta.url),
);

/** What the type checker says of a module beside the exported one. */
async function check(addresses: string, consumer: string) {
  const folder = mkdtempSync(join(tmpdir(), "alpha-types-"));
  try {
    writeFileSync(join(folder, "addresses.ts"), addresses);
    writeFileSync(join(folder, "consumer.ts"), consumer);
    return await runNode(
      [
        TSC,
        ...["--noEmit", "--strict", "--isolatedModules"],
        ...["--module", "nodenext", "--target", "es2022"],
        ...["--allowImportingTsExtensions", "--types", ""],
        "consumer.ts",
      ],
      { cwd: folder, env: process.env, timeout: 60_000 },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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

  it("given an address that nobody gives, then a program that uses it does not compile, and the gap is told", async () => {
    const { text = "", gaps } = await exportOf("typescript", {
      alpha: { preset: false },
      names: ["testnet"],
    });
    const { code, stdout } = await check(
      text,
      'import { testnet } from "./addresses.ts";\nexport const chainId: 32457 = testnet.chainId;\nexport const router = testnet.registry.Router;\n',
    );

    expect(code).not.to.equal(0);
    expect(stdout.trim().split("\n")).to.have.lengthOf(1);
    expect(stdout).to.contain("Property 'Router' does not exist");
    expect(text).to.contain("// Router is not set");
    expect(gaps).to.have.lengthOf(8 + 4);
  });
});
