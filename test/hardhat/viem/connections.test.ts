import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { buildModule } from "@nomicfoundation/hardhat-ignition/modules";
import hardhatIgnitionViem from "@nomicfoundation/hardhat-ignition-viem";
import hardhatNetworkHelpers from "@nomicfoundation/hardhat-network-helpers";
import hardhatViem from "@nomicfoundation/hardhat-viem";
import type { GetContractReturnType } from "@nomicfoundation/hardhat-viem/types";
import { expect } from "chai";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import type { HardhatUserConfig } from "hardhat/types/config";
import type { HardhatPlugin } from "hardhat/types/plugins";
import { parseAbi } from "viem";
import { gnosis, mainnet } from "viem/chains";

import { third } from "../../../src/chains.ts";
import hardhatAlphaNetworks from "../../../src/index.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import { startAnvil } from "../../support/anvil.ts";
import { startFaultyServer } from "../../support/node-model/server.ts";
import { errorOf } from "../../support/rejection-of.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";

const ARTIFACTS = join(
  dirname(
    createRequire(import.meta.url).resolve(
      "@oceanprotocol/contracts/package.json",
    ),
  ),
  "artifacts",
);
const { plan } = SANDBOX_PLANS.third;
const ROUTER_ABI = parseAbi([
  "function factory() view returns (address)",
  "function nothing() view returns (uint256)",
]);

/** Gnosis networks of the user, simulated and over HTTP. */
const gnosisNetworks = (url: string) =>
  ({
    gnosis: { type: "http", url, chainId: 100 },
    gnosisChain: { type: "edr-simulated", chainId: 100 },
  }) satisfies HardhatUserConfig["networks"];

/** Records connection.viem, right after hardhat-viem created it. */
function witness() {
  const seen: { viem: object; members: object }[] = [];
  const plugin: HardhatPlugin = {
    id: "witness",
    npmPackage: null,
    dependencies: () => [import("@nomicfoundation/hardhat-viem")],
    hookHandlers: {
      network: async () => ({
        default: async () => ({
          newConnection: async (context, next) => {
            const connection = await next(context);
            seen.push({
              viem: connection.viem,
              members: { ...connection.viem },
            });
            return connection;
          },
        }),
      }),
    },
  };
  return { plugin, seen };
}

describe("connection.viem of our networks", function () {
  this.timeout(20_000);

  for (const [what, plugins] of [
    ["alone", [hardhatAlphaNetworks]],
    ["before hardhat-viem", [hardhatAlphaNetworks, hardhatViem]],
    ["after hardhat-viem", [hardhatViem, hardhatAlphaNetworks]],
    ["before Ignition", [hardhatAlphaNetworks, hardhatIgnitionViem]],
    ["after Ignition", [hardhatIgnitionViem, hardhatAlphaNetworks]],
    [
      "before the network helpers",
      [hardhatAlphaNetworks, hardhatNetworkHelpers],
    ],
    [
      "after the network helpers",
      [hardhatNetworkHelpers, hardhatAlphaNetworks],
    ],
  ] as const) {
    it(`given this plugin ${what}, then the third network is itself, and a Gnosis network stays what it was`, async () => {
      const hre = await createHardhatRuntimeEnvironment({
        plugins: [...plugins],
        networks: gnosisNetworks("http://127.0.0.1:1"),
      });
      const ours = await hre.network.create("thirdSandbox");
      const theirs = await hre.network.create("gnosisChain");
      const clients = [
        await ours.viem.getPublicClient(),
        await ours.viem.getTestClient(),
        ...(await ours.viem.getWalletClients()),
      ];
      const foreign = await theirs.viem.getPublicClient();
      await ours.close();
      await theirs.close();

      expect(clients).to.have.length(22);
      for (const { chain } of clients) {
        expect(chain).to.deep.equal(third);
      }
      expect(ours.alpha?.chain).to.deep.equal(third);
      expect(foreign.chain.name).to.equal("Hardhat");
    });
  }

  it("given another network, a real Gnosis one included, then nothing of its helpers is replaced", async () => {
    const { plugin, seen } = witness();
    const server = await startFaultyServer({
      node: (method) =>
        method === "eth_chainId"
          ? "0x64"
          : { error: { code: -32601, message: "no such method" } },
    });
    try {
      const hre = await createAlphaHre({
        plugins: [plugin],
        networks: gnosisNetworks(server.url),
      });
      for (const name of ["gnosis", "gnosisChain", "default"]) {
        const connection = await hre.network.create(name);
        const found = seen.at(-1);

        expect(connection.viem).to.equal(found?.viem);
        expect(Object.entries(connection.viem)).to.deep.equal(
          Object.entries(found?.members ?? {}),
        );
        if (name === "gnosis") {
          const { chain } = await connection.viem.getPublicClient();
          expect(chain).to.equal(gnosis);
        }
        await connection.close();
      }
    } finally {
      await server.close();
    }
  });

  it("given a live node and no account, then clients and contracts are on the network's own chain", async () => {
    const server = await startFaultyServer({
      node: (method) =>
        ({
          eth_chainId: "0x64",
          eth_call: `0x${plan.erc721Factory.slice(2).toLowerCase().padStart(64, "0")}`,
        })[method] ?? { error: { code: -32601, message: "no such method" } },
    });
    try {
      const hre = await createAlphaHre({
        alpha: { networks: { third: { url: server.url } } },
        paths: { artifacts: ARTIFACTS },
      });
      const connection = await hre.network.create("third");
      const { viem } = connection;
      const contract = await viem.getContractAt("FactoryRouter", plan.router);
      const read: unknown = await contract.read["factory"]?.();
      const withoutAccount = await errorOf(() =>
        contract.write["changeRouterOwner"]?.([plan.router]),
      );
      const deployment = await errorOf(() =>
        viem.deployContract("OceanToken", [plan.router]),
      );
      const { chain } = await viem.getPublicClient();
      await connection.close();

      expect(chain).to.deep.equal(third);
      expect(read).to.equal(plan.erc721Factory);
      expect(withoutAccount.message).to.include("Could not find an Account");
      expect(deployment.message).to.include("HHE40002");
    } finally {
      await server.close();
    }
  });

  it("given a user's network with alphaNetwork, then it has the chain, too, with its own chain id", async () => {
    const hre = await createAlphaHre({
      alpha: { networks: { third: { feeToken: { symbol: "MINE" } } } },
      networks: {
        mine: {
          type: "http",
          url: "http://127.0.0.1:1",
          alphaNetwork: "third",
        },
        copy: { type: "edr-simulated", chainId: 7, alphaNetwork: "third" },
      },
    });
    for (const [network, id] of [
      ["mine", 100],
      ["copy", 7],
    ] as const) {
      const connection = await hre.network.create(network);
      await connection.close();

      expect(connection.alpha?.chain).to.deep.equal({
        ...third,
        id,
        nativeCurrency: { ...third.nativeCurrency, symbol: "MINE" },
      });
    }
  });

  it("given an override of the chain id, then the connection's chain has it", async () => {
    const hre = await createAlphaHre();
    const connection = await hre.network.create({
      network: "thirdSandbox",
      override: { chainId: 4242 },
    });
    const client = await connection.viem.getPublicClient();
    const id = await client.getChainId();
    await connection.close();

    expect(id).to.equal(4242);
    expect(client.chain).to.deep.equal({ ...third, id });
  });

  it("given chainType op, then the clients have its actions and the network's chain", async () => {
    const hre = await createAlphaHre();
    const connection = await hre.network.create({
      network: "devnetSandbox",
      chainType: "op",
    });
    const client = await connection.viem.getPublicClient();
    await connection.close();

    expect(client.estimateL1Fee).to.be.a("function");
    expect(client.chain.name).to.equal("Pontus-X Devnet");
  });

  it("given a node of another chain, then transactions and deployments are refused before they are sent", async () => {
    const anvil = await startAnvil({ chainId: 31337 });
    try {
      const hre = await createAlphaHre({
        networks: {
          mine: { type: "http", url: anvil.url, alphaNetwork: "devnet" },
        },
        paths: { artifacts: ARTIFACTS },
      });
      const connection = await hre.network.create("mine");
      const { viem } = connection;
      const [wallet] = await viem.getWalletClients();
      const contract = await viem.getContractAt("OceanToken", plan.token);
      const errors = [
        await errorOf(() =>
          wallet?.sendTransaction({ to: plan.router, value: 1n }),
        ),
        await errorOf(() => contract.write["mint"]?.([plan.router, 1n])),
        await errorOf(() => viem.deployContract("OceanToken", [plan.router])),
        await errorOf(() =>
          viem.sendDeploymentTransaction("OceanToken", [plan.router]),
        ),
      ];
      const client = await viem.getPublicClient();
      const head = await client.getBlockNumber();
      await connection.close();

      for (const { message } of errors) {
        expect(message).to.include("does not match the target chain");
        expect(message).to.include("32456 – Pontus-X Devnet");
      }
      expect(head).to.equal(0n);
    } finally {
      await anvil.close();
    }
  });
});

describe("multicall on our networks, whose chains have no multicall3", function () {
  this.timeout(20_000);

  it("given no parameter, then it works, and a call that fails is a failure of its own", async () => {
    const hre = await createAlphaHre();
    const connection = await hre.network.create("thirdSandbox");
    const client = await connection.viem.getPublicClient();
    const call = { address: plan.router, abi: ROUTER_ABI } as const;
    const results = await client.multicall({
      contracts: [
        { ...call, functionName: "factory" },
        { ...call, functionName: "nothing" },
      ],
    });
    await connection.close();

    expect(results[0]).to.deep.equal({
      status: "success",
      result: plan.erc721Factory,
    });
    expect(results[1].status).to.equal("failure");
  });

  it("given deployless: false, or a contract's address, then that is what viem does", async () => {
    const hre = await createAlphaHre();
    const connection = await hre.network.create("thirdSandbox");
    const client = await connection.viem.getPublicClient();
    const contracts = [
      { address: plan.router, abi: ROUTER_ABI, functionName: "factory" },
    ] as const;
    const refused = await errorOf(() =>
      client.multicall({ contracts, deployless: false }),
    );
    const [result] = await client.multicall({
      contracts,
      multicallAddress: plan.dispenser,
    });
    await connection.close();

    expect(refused.message).to.include(
      'does not support contract "multicall3"',
    );
    expect(result.status).to.equal("failure");
  });

  it("given a chain of the user's with a multicall3, then viem asks that contract", async () => {
    const hre = await createAlphaHre();
    const connection = await hre.network.create("thirdSandbox");
    const client = await connection.viem.getPublicClient({ chain: mainnet });
    const [result] = await client.multicall({
      contracts: [
        { address: plan.router, abi: ROUTER_ABI, functionName: "factory" },
      ],
    });
    await connection.close();

    expect(result.status).to.equal("failure");
  });
});

describe("contracts and deployments on our networks", function () {
  this.timeout(20_000);

  it("given Hardhat's artifacts, then a contract is deployed, attached to, and works", async () => {
    const hre = await createAlphaHre({ paths: { artifacts: ARTIFACTS } });
    const connection = await hre.network.create("thirdSandbox");
    const { viem } = connection;
    const deployed = await viem.deployContract("OceanToken", [plan.router]);
    const sent = await viem.sendDeploymentTransaction("OceanToken", [
      plan.router,
    ]);
    const attached = await viem.getContractAt("OceanToken", deployed.address);
    const names = await Promise.all(
      [deployed, sent.contract, attached].map((contract) =>
        contract.read["symbol"]?.(),
      ),
    );
    await connection.close();

    expect(names).to.deep.equal(["OCEAN", "OCEAN", "OCEAN"]);
  });

  for (const order of ["before", "after"] as const) {
    it(`given Ignition listed ${order} this plugin, then a module is deployed and its contract works`, async () => {
      const hre = await createHardhatRuntimeEnvironment({
        plugins:
          order === "before"
            ? [hardhatIgnitionViem, hardhatAlphaNetworks]
            : [hardhatAlphaNetworks, hardhatIgnitionViem],
        paths: { artifacts: ARTIFACTS },
      });
      const connection = await hre.network.create("thirdSandbox");
      const module = buildModule(`Token${order}`, (m) => ({
        token: m.contract("OceanToken", [plan.router]),
        router: m.contractAt("FactoryRouter", plan.router),
      }));
      const contracts: Readonly<Record<string, GetContractReturnType>> =
        await connection.ignition.deploy(module);
      const symbol: unknown = await contracts["token"]?.read["symbol"]?.();
      const factory: unknown = await contracts["router"]?.read["factory"]?.();
      await connection.close();

      expect(symbol).to.equal("OCEAN");
      expect(factory).to.equal(plan.erc721Factory);
    });
  }
});
