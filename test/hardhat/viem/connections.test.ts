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
import { closing, connectTo } from "../../support/connections.ts";
import { startFaultyServer } from "../../support/node-model/server.ts";
import { errorOf } from "../../support/rejection-of.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";

const { resolve } = createRequire(import.meta.url);
const paths = {
  artifacts: join(
    dirname(resolve("@oceanprotocol/contracts/package.json")),
    "artifacts",
  ),
};
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

/** A node of the chain id 100 with some answers. */
const startNode = async (answers: Readonly<Record<string, unknown>> = {}) =>
  await startFaultyServer({
    node: (method) =>
      ({ eth_chainId: "0x64", ...answers })[method] ?? {
        error: { code: -32601, message: "no such method" },
      },
  });

/** Records connection.viem, right after hardhat-viem created it. */
function witness() {
  const seen: object[] = [];
  const plugin: HardhatPlugin = {
    id: "witness",
    npmPackage: null,
    dependencies: () => [import("@nomicfoundation/hardhat-viem")],
    hookHandlers: {
      network: async () => ({
        default: async () => ({
          newConnection: async (context, next) => {
            const connection = await next(context);
            seen.push(connection.viem, { ...connection.viem });
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

  for (const [what, other] of [
    ["hardhat-viem", hardhatViem],
    ["Ignition", hardhatIgnitionViem],
    ["the network helpers", hardhatNetworkHelpers],
  ] as const) {
    for (const order of ["before", "after"] as const) {
      it(`given this plugin ${order} ${what}, then the third network is itself, and a Gnosis network stays what it was`, async () => {
        const plugins = [hardhatAlphaNetworks, other];
        const { network } = await createHardhatRuntimeEnvironment({
          plugins: order === "before" ? plugins : plugins.toReversed(),
          networks: gnosisNetworks("http://127.0.0.1:1"),
        });
        await using ours = closing(await network.create("thirdSandbox"));
        await using theirs = closing(await network.create("gnosisChain"));
        const clients = [
          await ours.viem.getPublicClient(),
          await ours.viem.getTestClient(),
          ...(await ours.viem.getWalletClients()),
        ];
        const foreign = await theirs.viem.getPublicClient();

        expect(clients).to.have.length(22);
        for (const { chain } of [...clients, { chain: ours.alpha?.chain }]) {
          expect(chain).to.deep.equal(third);
        }
        expect(foreign.chain.name).to.equal("Hardhat");
      });
    }
  }

  it("given another network, a real Gnosis one included, then nothing of its helpers is replaced", async () => {
    const { plugin, seen } = witness();
    await using server = await startNode();
    const { network } = await createAlphaHre({
      plugins: [plugin],
      networks: gnosisNetworks(server.url),
    });
    for (const name of ["gnosisChain", "default", "gnosis"]) {
      await using connection = closing(await network.create(name));
      const [viem, members] = seen.splice(0);

      expect(connection.viem).to.equal(viem);
      expect({ ...connection.viem }).to.deep.equal(members);
      if (name === "gnosis") {
        const { chain } = await connection.viem.getPublicClient();
        expect(chain).to.equal(gnosis);
      }
    }
  });

  it("given a live node and no account, then clients and contracts are on the network's own chain", async () => {
    const factory = plan.erc721Factory.slice(2).toLowerCase();
    await using server = await startNode({
      eth_call: `0x${factory.padStart(64, "0")}`,
    });
    const alpha = { networks: { third: { url: server.url } } };
    await using connection = await connectTo("third", { alpha, paths });
    const { viem } = connection;
    const { chain } = await viem.getPublicClient();
    const contract = await viem.getContractAt("FactoryRouter", plan.router);
    const read: unknown = await contract.read["factory"]?.();
    const write = await errorOf(() =>
      contract.write["changeRouterOwner"]?.([plan.router]),
    );
    const deployment = await errorOf(() =>
      viem.deployContract("OceanToken", [plan.router]),
    );

    expect(chain).to.deep.equal(third);
    expect(read).to.equal(plan.erc721Factory);
    expect(write.message).to.include("Could not find an Account");
    expect(deployment.message).to.include("HHE40002");
  });

  it("given another chain id of a user's network or an override, then the chain has it", async () => {
    const symbol = "MINE";
    const chain = {
      ...third,
      nativeCurrency: { ...third.nativeCurrency, symbol },
    };
    const url = "http://127.0.0.1:1";
    const alphaNetwork = "third";
    const { network } = await createAlphaHre({
      alpha: { networks: { third: { feeToken: { symbol } } } },
      networks: {
        mine: { type: "http", url, alphaNetwork },
        copy: { type: "edr-simulated", chainId: 7, alphaNetwork },
      },
    });
    for (const [name, id, override] of [
      ["mine", 100, {}],
      ["copy", 7, {}],
      ["thirdSandbox", 4242, { chainId: 4242 }],
    ] as const) {
      await using connection = closing(
        await network.create({ network: name, override }),
      );
      const client = await connection.viem.getPublicClient();

      expect(client.chain).to.deep.equal({ ...chain, id });
      expect(connection.alpha?.chain).to.equal(client.chain);
    }
  });

  it("given chainType op, then the clients have its actions and the network's chain", async () => {
    const { network } = await createAlphaHre();
    await using connection = closing(
      await network.create({ network: "devnetSandbox", chainType: "op" }),
    );
    const client = await connection.viem.getPublicClient();

    expect(client.estimateL1Fee).to.be.a("function");
    expect(client.chain.name).to.equal("Pontus-X Devnet");
  });

  it("given a node of another chain, then transactions and deployments are refused before they are sent", async () => {
    await using anvil = await startAnvil({ chainId: 31337 });
    const mine = {
      type: "http",
      url: anvil.url,
      alphaNetwork: "devnet",
    } as const;
    await using connection = await connectTo("mine", {
      networks: { mine },
      paths,
    });
    const { viem } = connection;
    const [wallet] = await viem.getWalletClients();
    const contract = await viem.getContractAt("OceanToken", plan.token);
    for (const send of [
      () => wallet?.sendTransaction({ to: plan.router, value: 1n }),
      () => contract.write["mint"]?.([plan.router, 1n]),
      () => viem.deployContract("OceanToken", [plan.router]),
      () => viem.sendDeploymentTransaction("OceanToken", [plan.router]),
    ]) {
      const { message } = await errorOf(send);
      expect(message).to.include("does not match the target chain");
      expect(message).to.include("32456 – Pontus-X Devnet");
    }
    const client = await viem.getPublicClient();
    expect(await client.getBlockNumber()).to.equal(0n);
  });
});

describe("multicall on our networks, whose chains have no multicall3", function () {
  this.timeout(20_000);

  const call = { address: plan.router, abi: ROUTER_ABI } as const;
  const contracts = [
    { ...call, functionName: "factory" },
    { ...call, functionName: "nothing" },
  ] as const;

  it("given no parameter, then it works, and a call that fails is a failure of its own", async () => {
    await using connection = await connectTo("thirdSandbox");
    const client = await connection.viem.getPublicClient();
    const [factory, nothing] = await client.multicall({ contracts });

    const result = plan.erc721Factory;
    expect(factory).to.deep.equal({ status: "success", result });
    expect(nothing.status).to.equal("failure");
  });

  it("given deployless: false, a contract's address, or a chain with a multicall3, then that is what viem does", async () => {
    await using connection = await connectTo("thirdSandbox");
    const { viem } = connection;
    const client = await viem.getPublicClient();
    const onMainnet = await viem.getPublicClient({ chain: mainnet });
    const refused = await errorOf(() =>
      client.multicall({ contracts, deployless: false }),
    );
    const multicallAddress = plan.dispenser;
    const results = [
      ...(await client.multicall({ contracts, multicallAddress })),
      ...(await onMainnet.multicall({ contracts })),
    ];

    expect(refused.message).to.include(
      'does not support contract "multicall3"',
    );
    expect(results.map(({ status }) => status)).to.deep.equal(
      Array(4).fill("failure"),
    );
  });
});

describe("contracts and deployments on our networks", function () {
  this.timeout(20_000);

  it("given Hardhat's artifacts, then a contract is deployed, attached to, and works", async () => {
    await using connection = await connectTo("thirdSandbox", { paths });
    const { viem } = connection;
    const args = [plan.router];
    const deployed = await viem.deployContract("OceanToken", args);
    const sent = await viem.sendDeploymentTransaction("OceanToken", args);
    const attached = await viem.getContractAt("OceanToken", deployed.address);

    for (const { read } of [deployed, sent.contract, attached]) {
      expect(await read["symbol"]?.()).to.equal("OCEAN");
    }
  });

  for (const order of ["before", "after"] as const) {
    it(`given Ignition listed ${order} this plugin, then a module is deployed and its contract works`, async () => {
      const plugins = [hardhatIgnitionViem, hardhatAlphaNetworks];
      const { network } = await createHardhatRuntimeEnvironment({
        plugins: order === "before" ? plugins : plugins.toReversed(),
        paths,
      });
      await using connection = closing(await network.create("thirdSandbox"));
      const module = buildModule(`Token${order}`, (m) => ({
        token: m.contract("OceanToken", [plan.router]),
        router: m.contractAt("FactoryRouter", plan.router),
      }));
      const deployed: Readonly<Record<string, GetContractReturnType>> =
        await connection.ignition.deploy(module);
      const symbol: unknown = await deployed["token"]?.read["symbol"]?.();
      const factory: unknown = await deployed["router"]?.read["factory"]?.();

      expect(symbol).to.equal("OCEAN");
      expect(factory).to.equal(plan.erc721Factory);
    });
  }
});
