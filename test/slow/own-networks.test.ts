import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";
import { publishedNetworks } from "../discover/marketplaces.ts";
import { createAlphaHreOf } from "../support/alpha-hre.ts";
import { placeOnAnvil, startAnvil } from "../support/anvil.ts";
import { GNOSIS_GENESIS, startChainNode } from "../support/chain-node.ts";
import { createProject, type TemporaryProject } from "../support/cli.ts";
import { runHardhatHere } from "../support/cli-here.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";
import { startSandboxProcess } from "../support/sandbox-process.ts";
import { expectValidReport } from "../support/schema.ts";

const ROOT = join(import.meta.dirname, "../..");
const BOOK = join(
  ROOT,
  "node_modules/@oceanprotocol/contracts/addresses/address.json",
);
const SOMEBODY = "0x00000000000000000000000000000000000a11ce";
const SOURCE = { type: "address-json", file: BOOK, network: "op-sepolia" };

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
    await runHardhatHere(["alpha", ...args], { cwd: project.root });

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

it("given networks of a project's own alone, then alpha sandbox serves the first one, and its config is JavaScript", async function () {
  this.timeout(60_000);
  const only = CONFIG.replace(
    "networks: {",
    `networks: {
      devnet: false, testnet: false, third: false,`,
  ).replace("11155420 } }", `11155420 }, b: { like: "testnet", chainId: 5 } }`);
  using project = createProject(only);

  const served = await startSandboxProcess(["--port", "0"], {
    cwd: project.root,
  });
  const { stdout } = await served.end("SIGTERM");
  const [block = ""] = /^alpha: .*(?=,$)/m.exec(stdout) ?? [];

  expect([...served.urls.keys()]).to.deep.equal(["op-sepolia"]);
  expect(new Function(`return { ${block} }`)()).to.deep.equal({
    alpha: {
      networks: { "op-sepolia": { hardhat: { accounts: "remote" } } },
    },
  });
});

describe("the fork of a network of a project's own", function () {
  this.timeout(60_000);

  const forkOf = async (networks: object, rest: object = {}) =>
    await createAlphaHreOf({ ...rest, forks: true, networks });

  /** A network with the chain id of Gnosis Chain, and the router that it names. */
  const hundredAt = async (url: string) => {
    const [published] = publishedNetworks();
    const router = published?.plan.router;
    const registry = { Router: router };
    const hundred = { like: "testnet", chainId: 100, url, registry };
    return { hre: await forkOf({ third: false, hundred }), router };
  };

  after(() => {
    for (const name of ["op-sepolia", "hundred"]) {
      const folder = join(ROOT, "cache/edr-fork-cache", name);
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("given a live node, then its contracts are verified on the fork, and it takes transactions that the node does not see", async () => {
    const published = publishedNetworks().find(
      ({ name }) => name === "optimism_sepolia",
    );
    if (published === undefined) {
      throw new Error("the book has no such network");
    }
    const { chainId, plan } = published;
    await using node = await startAnvil({ chainId });

    await placeOnAnvil(node.url, plan);
    const hre = await forkOf(
      { "op-sepolia": { like: "testnet", chainId, url: node.url } },
      { sources: [SOURCE] },
    );
    const names = ["op-sepolia", "op-sepoliaFork"];
    const report = await hre.alpha.verify({
      networks: names,
      level: "wiring",
    });

    expectValidReport("verify", report);
    expect(report.outcome).to.equal("ok");
    expect(
      report.networks.map(({ network, hardhatNetwork, contracts, facts }) => ({
        network,
        hardhatNetwork,
        contracts: contracts.map(({ verdict }) => verdict),
        structural: facts?.filter(({ verdict }) => verdict === "holds").length,
      })),
    ).to.deep.equal(
      names.map((hardhatNetwork) => ({
        network: "op-sepolia",
        hardhatNetwork,
        contracts: Array.from({ length: 10 }, () => "present"),
        structural: 13,
      })),
    );

    const fork = await hre.network.create("op-sepoliaFork");
    try {
      const { alpha, provider, viem } = fork;
      expect(alpha).to.include({
        name: "op-sepolia",
        forkNetwork: "op-sepoliaFork",
        sandbox: false,
      });
      const [wallet] = await viem.getWalletClients();
      const hash = await wallet?.sendTransaction({ to: SOMEBODY });
      expect(hash).to.have.length(66);
      const router = await alpha?.contract("router");
      expect(router?.address).to.equal(plan.router);
      expect(await provider.request({ method: "eth_blockNumber" })).to.equal(
        "0x4",
      );
    } finally {
      await fork.close();
    }
    const [live] = (await hre.alpha.status({ networks: ["op-sepolia"] }))
      .networks;
    expect(live?.head?.number).to.equal("2");
  });

  it("given a node of another chain, then it does not open, and says what to set", async () => {
    await using node = await startChainNode({ chainId: 11155111 });

    const hre = await forkOf({
      "op-sepolia": { like: "testnet", chainId: 11155420, url: node.url },
    });

    expect(
      await pluginMessageOf(() => hre.network.create("op-sepoliaFork")),
    ).to.match(
      /"op-sepoliaFork".*serves chain id 11155111, not 11155420.*ALPHA_OP_SEPOLIA_RPC_URL/s,
    );
  });

  it("given chain id 100 and a node of Gnosis Chain, then it is reported as that, and refuses transactions", async () => {
    await using node = await startChainNode({ genesis: GNOSIS_GENESIS });

    const { hre, router } = await hundredAt(node.url);
    const report = await hre.alpha.verify({ networks: ["hundred"] });
    const connection = await hre.network.create("hundred");

    expect(report.outcome).to.equal("failed");
    expect(report.networks[0]?.reason).to.include("Gnosis Chain");
    expect(
      new Set(report.networks[0]?.contracts.map(({ verdict }) => verdict)),
    ).not.to.include("present");
    const params = [{ from: router, to: router }];
    expect(
      await pluginMessageOf(() =>
        connection.provider.request({
          method: "eth_sendTransaction",
          params,
        }),
      ),
    ).to.include("Gnosis Chain");
  });

  it("given chain id 100 and a node of Gnosis Chain, then its fork refuses transactions, and nothing is absent", async () => {
    await using anvil = await startAnvil({ chainId: 100 });
    await using node = await startChainNode({
      forward: {
        url: anvil.url,
        change: (method, [number], result) =>
          method === "eth_getBlockByNumber" && number === "0x0"
            ? { ...Object(result), hash: GNOSIS_GENESIS }
            : result,
      },
    });

    const { hre, router } = await hundredAt(node.url);
    const connection = await hre.network.create("hundredFork");
    try {
      const { alpha, provider, viem } = connection;
      const [wallet] = await viem.getWalletClients();
      const from = wallet?.account.address;
      const params = [{ from, to: router }];
      expect(
        await pluginMessageOf(() =>
          provider.request({ method: "eth_sendTransaction", params }),
        ),
      ).to.include("it serves Gnosis Chain");
      const report = await alpha?.verify();
      expect(report?.networks[0]?.reason).to.include("Gnosis Chain");
      expect(
        report?.networks[0]?.contracts.map(({ verdict }) => verdict),
      ).not.to.include("absent");
    } finally {
      await connection.close();
    }
  });
});
