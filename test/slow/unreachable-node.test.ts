import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

import { expect } from "chai";
import {
  createProject,
  runHardhat,
  type TemporaryProject,
} from "../support/cli.ts";
import { listen } from "../support/listen.ts";

const KEY = "c0ffee254729296a45a3885639ac7e10";
const ADDRESS = `0x${"12".repeat(20)}`;

const CONFIG = `
import alphaNetworks from "hardhat-alpha-networks";
import ethers from "@nomicfoundation/hardhat-ethers";
import ignition from "@nomicfoundation/hardhat-ignition-viem";
import mocha from "@nomicfoundation/hardhat-mocha";
export default {
  plugins: [alphaNetworks, ethers, ignition, mocha],
  alpha: { forks: true, networks: { devnet: {
    url: process.env.NODE_URL, hardhat: { accounts: ["0x${"11".repeat(32)}"] } } } },
};`;

const MODULE = `
import { buildModule } from "@nomicfoundation/hardhat-ignition/modules";
const ABI = [{ type: "function", name: "run", inputs: [], outputs: [], stateMutability: "nonpayable" }];
export default buildModule("Market", (m) => {
  m.call(m.contractAt("Market", ABI, "${ADDRESS}"), "run", []);
  return {};
});`;

const ARTIFACT = {
  _format: "hh3-artifact-1",
  contractName: "Named",
  sourceName: "contracts/Named.sol",
  abi: [
    {
      type: "function",
      name: "name",
      inputs: [],
      outputs: [{ type: "string", name: "" }],
      stateMutability: "view",
    },
  ],
  bytecode: "0x",
  deployedBytecode: "0x",
  linkReferences: {},
  deployedLinkReferences: {},
  immutableReferences: {},
  inputSourceName: "project/contracts/Named.sol",
  buildInfoId: "none",
};

/** Scripts as users write them. */
const SCRIPTS = {
  "viem.getWalletClients": "await connection.viem.getWalletClients();",
  "a contract of viem.getContractAt": `
    const named = await connection.viem.getContractAt("Named", "${ADDRESS}");
    await named.read.name();`,
  "a viem client's request":
    "await (await connection.viem.getPublicClient()).getBlockNumber();",
  "ethers.getSigners": "await connection.ethers.getSigners();",
  "a contract of ethers": `
    await new (await import("ethers")).Contract("${ADDRESS}",
      ["function name() view returns (string)"], connection.ethers.provider).name();`,
  "a transaction": `
    await connection.provider.request({ method: "eth_sendTransaction",
      params: [{ from: "0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A", to: "${ADDRESS}", value: "0x1" }] });`,
};

describe("a script whose node is unreachable", function () {
  this.timeout(60_000);

  let project: TemporaryProject;
  let origin: string;
  before(async () => {
    const server = createServer();
    origin = `http://127.0.0.1:${await listen(server)}`;
    await new Promise((resolve) => server.close(resolve));
    project = createProject(CONFIG);
    const folders = ["scripts", "test", "ignition/modules"];
    for (const folder of [...folders, "artifacts/contracts/Named.sol"]) {
      mkdirSync(join(project.root, folder), { recursive: true });
    }
    const write = (file: string, text: string) =>
      writeFileSync(join(project.root, file), text);
    write("ignition/modules/market.ts", MODULE);
    write("artifacts/contracts/Named.sol/Named.json", JSON.stringify(ARTIFACT));
    write(
      "test/market.ts",
      `import hre from "hardhat";
      it("has wallets", async () => {
        await (await hre.network.create("devnet")).viem.getWalletClients();
      });`,
    );
  });
  after(() => project?.remove());

  const run = async (args: readonly string[]) =>
    await runHardhat(args, {
      cwd: project.root,
      env: { NODE_URL: `${origin}/v1/${KEY}` },
    });
  const sentence = () =>
    `No response from devnet at ${origin}: connection refused: is the node running? Check the node, or set another URL: ALPHA_DEVNET_RPC_URL, or alpha.networks.devnet.url in the Hardhat config.`;

  for (const [what, body] of Object.entries(SCRIPTS)) {
    it(`given ${what}, then hardhat run ends with one sentence: the origin, and where the URL is set`, async () => {
      writeFileSync(
        join(project.root, "scripts/run.ts"),
        `import { network } from "hardhat";
        const connection = await network.create("devnet");
        ${body}`,
      );

      const { code, stdout, stderr } = await run(
        "run --no-compile scripts/run.ts".split(" "),
      );

      expect(code).to.equal(1);
      const [first = ""] = stderr.split("\n");
      const [, said = ""] = first.split("plugin hardhat-alpha-networks: ");
      if (what === "a transaction") {
        expect(said)
          .to.match(/^Could not read the gas fee .*ALPHA_DEVNET_RPC_URL/)
          .and.contain(`devnet (${origin})`);
      } else {
        expect(said).to.equal(sentence());
      }
      expectNoBug(stdout + stderr);
    });
  }

  it("given hardhat ignition deploy, then it ends with the same sentence", async () => {
    const { code, stdout, stderr } = await run(
      "ignition deploy ignition/modules/market.ts --network devnet".split(" "),
    );

    expect(code).to.equal(1);
    expect(stderr).to.contain(sentence());
    expectNoBug(stdout + stderr);
  });

  it("given hardhat test, then the test fails with the same sentence", async () => {
    const { code, stdout, stderr } = await run(
      "test mocha --no-compile test/market.ts".split(" "),
    );

    expect(code).to.equal(1);
    expect(stdout).to.contain(`HardhatPluginError: ${sentence()}`);
    expect(stdout + stderr).not.to.contain(KEY);
  });

  it("given a fork, then hardhat run names the fork, the origin and the variable", async () => {
    writeFileSync(
      join(project.root, "scripts/run.ts"),
      'import { network } from "hardhat";\nawait network.create("devnetFork");',
    );

    const { code, stdout, stderr } = await run(
      "run --no-compile scripts/run.ts".split(" "),
    );

    expect(code).to.equal(1);
    expect(stderr).to.contain('Could not open the fork "devnetFork"');
    expect(stderr).to.contain(origin).and.contain("ALPHA_DEVNET_RPC_URL");
    expectNoBug(stdout + stderr);
  });
});

/** What is no bug of Hardhat, nor tells the key in the URL. */
function expectNoBug(output: string): void {
  expect(output).not.to.contain("report-bug");
  expect(output).not.to.match(/^\s+at /m);
  expect(output).not.to.contain(KEY);
}
