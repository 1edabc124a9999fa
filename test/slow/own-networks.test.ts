import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";

import {
  createProject,
  runHardhat,
  type TemporaryProject,
} from "../support/cli.ts";
import { expectValidReport } from "../support/schema.ts";

const BOOK = join(
  import.meta.dirname,
  "../../node_modules/@oceanprotocol/contracts/addresses/address.json",
);

const CONFIG = `
import hardhatAlphaNetworks from "hardhat-alpha-networks";
import { defineConfig } from "hardhat/config";

declare module "hardhat-alpha-networks" {
  interface OwnAlphaNetworks { "op-sepolia": "testnet" }
}

export default defineConfig({
  plugins: [hardhatAlphaNetworks],
  alpha: {
    networks: { "op-sepolia": { like: "testnet", chainId: 11155420 } },
    sources: [{ type: "address-json", file: ${JSON.stringify(BOOK)}, network: "op-sepolia" }],
  },
});
`;

describe("the tasks in a project with a network of its own", function () {
  this.timeout(120_000);

  let project: TemporaryProject;

  before(() => {
    project = createProject(CONFIG);
  });

  after(() => project.remove());

  const run = async (...args: readonly string[]) =>
    await runHardhat(["alpha", ...args], { cwd: project.root });

  it("given its sandbox, then the lock file has it, and later runs hold", async () => {
    const verify = ["verify", "op-sepolia", "--sandbox", "--level", "wiring"];
    const written = await run(...verify, "--write-lock");
    const compared = await run(...verify, "--lock", "--format", "json");

    expect(written.code, written.stderr).to.equal(0);
    expect(compared.code, compared.stderr).to.equal(0);
    expectValidReport("verify", JSON.parse(compared.stdout));
    const lock = JSON.parse(
      readFileSync(join(project.root, "alpha.lock.json"), "utf8"),
    );
    expect(lock.networks["op-sepoliaSandbox"]).to.include({
      alphaNetwork: "op-sepolia",
      chainId: 11155420,
    });
  });

  it("given its values, then reports and exports have it", async () => {
    const networks = await run("networks", "--format", "json");
    expectValidReport("networks", JSON.parse(networks.stdout));
    expect(networks.stdout).to.contain('"network": "op-sepolia"');

    const book = await run("export", "op-sepolia", "--format", "address-json");
    const published = JSON.parse(readFileSync(BOOK, "utf8")).optimism_sepolia;
    const { chainId, Router, ERC20Template, startBlock } = published;
    expect(book.code, book.stderr).to.equal(0);
    expect(JSON.parse(book.stdout)["op-sepolia"]).to.deep.include({
      chainId,
      Router,
      ERC20Template,
      startBlock,
    });

    const solidity = await run("export", "op-sepolia", "--format", "solidity");
    expect(solidity.code, solidity.stderr).to.equal(0);
    expect(solidity.stdout).to.contain("library AlphaOpSepolia {");

    const env = await run("config", "op-sepolia", "--format", "env");
    expect(env.stdout).to.contain("ALPHA_OP_SEPOLIA_CHAIN_ID=11155420");
  });
});
