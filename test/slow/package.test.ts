import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect } from "chai";

import { runHardhat } from "../support/cli.ts";
import { guardedEnvironment } from "../support/guarded-environment.ts";
import { isRegistryInReach, npmInstall } from "../support/npm.ts";
import { packPackage } from "../support/pack-package.ts";
import { runNode } from "../support/run-node.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");
const PEERS = [
  "hardhat@3.18.0",
  "@nomicfoundation/hardhat-viem@3.0.9",
  "viem@2.57.1",
  "@types/node@24",
];
const CONFIG = `
import hardhatAlphaNetworks from "hardhat-alpha-networks";
import { defineConfig } from "hardhat/config";

export default defineConfig({ plugins: [hardhatAlphaNetworks] });
`;
const SCRIPT = `
import hre, { network } from "hardhat";
import { devnet } from "hardhat-alpha-networks/chains";
import type { VerifyReport } from "hardhat-alpha-networks/types";

const connection = await network.create("devnetSandbox");
const { alpha, viem } = connection;
if (alpha?.name !== "devnet") {
  throw new Error("not devnet");
}
const router: \`0x\${string}\` = alpha.registry.Router;
const report: VerifyReport = await alpha.verify({ level: "wiring" });
// @ts-expect-error there is no such key
void (() => alpha.registry.Rooter);
const contract = await alpha.contract("Router");
const factory: \`0x\${string}\` = await contract.read.factory();
const { chain } = await viem.getPublicClient();
const id: 32456 = devnet.id;
if (factory !== alpha.registry.ERC721Factory || chain.id !== id) {
  throw new Error("not devnet's contract, or chain");
}
console.log(router, report.outcome, hre.alpha.names.join(" "));
await connection.close();
`;
const OWN_NETWORK = `
import hre from "hardhat";
import { defineConfig } from "hardhat/config";

declare module "hardhat-alpha-networks" {
  interface OwnAlphaNetworks { sapphire: "testnet" }
}

export const config = defineConfig({
  alpha: { networks: { sapphire: { like: "testnet", chainId: 23295 } } },
});
export const registry = () => hre.alpha.network("sapphire").registry.ERC20Template;
// @ts-expect-error it is like testnet
export const wrong = () => hre.alpha.network("sapphire").registry.ERC20Templates;
// @ts-expect-error it is not declared
export const none = () => hre.alpha.network("ruby");
`;
const SOLIDITY_CONFIG = `
import { fileURLToPath } from "node:url";
import hardhatAlphaNetworks from "hardhat-alpha-networks";
import { defineConfig } from "hardhat/config";

export default defineConfig({
  plugins: [hardhatAlphaNetworks],
  solidity: { version: "0.8.37", path: fileURLToPath(import.meta.resolve("solc/soljson.js")) },
});
`;
const SOLIDITY_TEST = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.12;
import {TestnetSandbox} from "hardhat-alpha-networks/contracts/TestnetSandbox.sol";
import {AlphaTestnet} from "hardhat-alpha-networks/contracts/AlphaNetworks.sol";
contract RouterTest is TestnetSandbox {
    function test_router() public view {
        require(block.chainid == 32457 && address(router) == AlphaTestnet.Router);
        require(router.factory() == address(erc721Factory));
    }
}
`;
const TSCONFIG = {
  compilerOptions: {
    target: "es2024",
    lib: ["es2024", "dom"],
    module: "nodenext",
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
    types: ["node"],
  },
  include: ["*.ts"],
};

describe("the packed package in a blank project", function () {
  this.timeout(300_000);

  const root = mkdtempSync(join(tmpdir(), "alpha-package-"));
  const folder = join(root, "blank");

  before(async function () {
    if (!(await isRegistryInReach(root))) {
      this.skip();
    }
    const archive = await packPackage(root);
    mkdirSync(folder);
    writeFileSync(
      join(folder, "package.json"),
      JSON.stringify({ name: "blank", private: true, type: "module" }),
    );
    await npmInstall(folder, [archive, ...PEERS, "solc@0.8.37"]);
    writeFileSync(join(folder, "hardhat.config.ts"), CONFIG);
    writeFileSync(join(folder, "script.ts"), SCRIPT);
    writeFileSync(join(folder, "own-network.ts"), OWN_NETWORK);
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(TSCONFIG));
  });

  after(() => rmSync(root, { recursive: true, force: true }));

  const hardhat = async (...args: readonly string[]) =>
    await runNode(
      [join(folder, "node_modules/hardhat/dist/src/cli.js"), ...args],
      {
        cwd: folder,
        env: guardedEnvironment(process.env),
        timeout: 60_000,
      },
    );

  for (const args of [
    ["alpha", "networks"],
    ["alpha", "config", "third", "--format", "json"],
    ["alpha", "verify", "--sandbox", "--level", "wiring", "--strict"],
    ["alpha", "status", "--sandbox", "--format", "json"],
  ]) {
    it(`given the installed package, when "hardhat ${args.join(" ")}" is run, then it ends with 0`, async () => {
      const { code, stdout, stderr } = await hardhat(...args);

      expect(code, `${stdout}\n${stderr}`).to.equal(0);
      expect(stderr).to.equal("");
    });
  }

  it("given the installed package, when the wallet page is written, then it has its script, compiled, and its style", async () => {
    const { code, stdout, stderr } = await hardhat(
      "alpha",
      "wallet",
      "devnet",
      "--sandbox",
      "--format",
      "html",
    );

    expect(code, stderr).to.equal(0);
    expect(stdout).to.contain("eip6963:requestProvider");
    expect(stdout).to.contain("light-dark(");
    expect(stderr).not.to.contain("ExperimentalWarning");
  });

  it("given the installed package, then it prints what the source prints", async () => {
    const args = ["alpha", "config", "--format", "json"];

    expect((await hardhat(...args)).stdout).to.equal(
      (await runHardhat(args)).stdout,
    );
  });

  it("given a script, when it is run, then hre.alpha and connection.alpha are there", async () => {
    const { code, stdout, stderr } = await hardhat(
      "run",
      "--no-compile",
      "script.ts",
    );

    expect(code, stderr).to.equal(0);
    expect(stdout).to.equal(
      "0x4Ede1776D6B75de6c907172Abc0453a3C8AB372a ok devnet testnet third\n",
    );
  });

  it("given strict TypeScript that checks libraries too, then config, script and a network of its own compile, and a typo does not", async () => {
    const { code, stdout } = await runNode([TSC, "-p", folder], {
      cwd: folder,
      env: guardedEnvironment(process.env),
      timeout: 120_000,
    });

    expect(stdout).to.equal("");
    expect(code).to.equal(0);
  });

  it("given a Solidity test that imports the package's sources, then it has the contracts", async () => {
    writeFileSync(join(folder, "solidity.config.ts"), SOLIDITY_CONFIG);
    mkdirSync(join(folder, "contracts"));
    writeFileSync(join(folder, "contracts/Router.t.sol"), SOLIDITY_TEST);

    const { code, stdout, stderr } = await hardhat(
      ...["--config", "solidity.config.ts", "test", "solidity"],
    );

    expect(code, `${stdout}\n${stderr}`).to.equal(0);
    expect(stdout).to.contain("1 passing");
  });

  it("given the package's schemas, then they can be read by their published names", async () => {
    const { code, stderr } = await runNode(
      [
        "--input-type=module",
        "--eval",
        `for (const name of ["networks", "config", "verify", "status", "wallet"]) {
           const { default: schema } = await import(\`hardhat-alpha-networks/schemas/\${name}.json\`, { with: { type: "json" } });
           if (typeof schema.$schema !== "string") process.exit(1);
         }`,
      ],
      { cwd: folder, env: guardedEnvironment(process.env), timeout: 60_000 },
    );

    expect(code, stderr).to.equal(0);
  });
});
