import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import hardhatIgnitionViem from "@nomicfoundation/hardhat-ignition-viem";
import hardhatViem from "@nomicfoundation/hardhat-viem";
import { expect } from "chai";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import { parseAbi } from "viem";
import { gnosis } from "viem/chains";

import { third } from "../../../src/chains.ts";
import hardhatAlphaNetworks from "../../../src/index.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import { httpProvider, startAnvil } from "../../support/anvil.ts";
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

/** A node of the chain id 100 with some answers. */
const startNode = async (answers: Readonly<Record<string, unknown>> = {}) =>
  await startFaultyServer({
    node: (method) =>
      ({ eth_chainId: "0x64", ...answers })[method] ?? {
        error: { code: -32601, message: "no such method" },
      },
  });

/** In-process chains have none, so that nothing goes to the live node. */
const NO_URL = { rpcUrls: { default: { http: [] } } };

describe("connection.viem of our networks", function () {
  this.timeout(60_000);

  for (const [what, other] of [
    ["hardhat-viem", hardhatViem],
    ["Ignition", hardhatIgnitionViem],
  ] as const) {
    for (const order of ["before", "after"] as const) {
      it(`given this plugin ${order} ${what}, then the third network is itself, and a Gnosis network stays what it was`, async () => {
        await using server = await startNode();
        const plugins = [hardhatAlphaNetworks, other];
        const { network } = await createHardhatRuntimeEnvironment({
          plugins: order === "before" ? plugins : plugins.toReversed(),
          networks: {
            gnosis: { type: "http", url: server.url, chainId: 100 },
          },
        });
        await using ours = closing(await network.create("thirdSandbox"));
        await using theirs = closing(await network.create("gnosis"));
        const clients = [
          await ours.viem.getPublicClient(),
          await ours.viem.getTestClient(),
          ...(await ours.viem.getWalletClients()),
        ];
        const foreign = await theirs.viem.getPublicClient();

        expect(clients).to.have.length(22);
        for (const { chain } of [...clients, { chain: ours.alpha?.chain }]) {
          expect(chain).to.deep.equal({ ...third, ...NO_URL });
        }
        expect(foreign.chain).to.equal(gnosis);
        for (const passed of [
          await ours.viem.getPublicClient({ chain: gnosis }),
          ...(await ours.viem.getWalletClients({ chain: gnosis })).slice(0, 1),
        ]) {
          expect(passed.chain).to.equal(gnosis);
        }
      });
    }
  }

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
    const nativeCurrency = { ...third.nativeCurrency, symbol };
    const url = "http://127.0.0.1:1";
    const alphaNetwork = "third";
    const { network } = await createAlphaHre({
      alpha: { networks: { third: { feeToken: { symbol } } } },
      networks: {
        mine: { type: "http", url, alphaNetwork },
        copy: { type: "edr-simulated", chainId: 7, alphaNetwork },
      },
    });
    for (const [name, id, urls, override = {}] of [
      ["mine", 100, {}],
      ["copy", 7, NO_URL],
      ["thirdSandbox", 4242, NO_URL, { chainId: 4242 }],
    ] as const) {
      await using connection = closing(
        await network.create({ network: name, override }),
      );
      const client = await connection.viem.getPublicClient();

      const expected = { ...third, nativeCurrency, id, ...urls };
      expect(client.chain).to.deep.equal(expected);
      expect(connection.alpha?.chain).to.equal(client.chain);
    }
  });

  it("given clients and Hardhat's artifacts, then those deploy, attach to and use contracts", async () => {
    await using connection = await connectTo("thirdSandbox", { paths });
    const { viem } = connection;
    const client = await viem.getPublicClient();
    const countsOf = async () =>
      await Promise.all(
        [first, other].map(async (each) =>
          client.getTransactionCount({
            address: each?.account.address ?? "0x",
          }),
        ),
      );
    const [first, other] = await viem.getWalletClients();
    const [ours = 0, theirs = 0] = await countsOf();
    const args = [plan.router];
    const config = other && { client: { wallet: other } };
    const deployed = await viem.deployContract("OceanToken", args, config);
    const { address } = deployed;
    const sent = await viem.sendDeploymentTransaction("OceanToken", args);
    const attached = await viem.getContractAt("OceanToken", address, config);
    await attached.write["approve"]?.([plan.router, 1n]);

    for (const { read } of [deployed, sent.contract, attached]) {
      expect(await read["symbol"]?.()).to.equal("OCEAN");
    }
    expect(await countsOf()).to.deep.equal([ours + 1, theirs + 2]);
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
    const { url } = anvil;
    const mine = { type: "http", url, alphaNetwork: "devnet" } as const;
    const networks = { mine };
    await using connection = await connectTo("mine", { networks, paths });
    const { viem } = connection;
    for (const send of [
      () => viem.getWalletClients(),
      () => viem.deployContract("OceanToken", [plan.router]),
      () => viem.sendDeploymentTransaction("OceanToken", [plan.router]),
    ]) {
      const { message } = await errorOf(send);
      expect(message).to.match(/^HHE708.*"32456".*"31337"/);
    }
    const method = "eth_blockNumber";
    expect(await httpProvider(url).request({ method })).to.equal("0x0");
  });
});

describe("multicall on our networks, whose chains have no multicall3", function () {
  this.timeout(60_000);

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

  it("given deployless: false, or a contract's address, then that is what viem does", async () => {
    await using connection = await connectTo("thirdSandbox");
    const client = await connection.viem.getPublicClient();
    const refused = await errorOf(() =>
      client.multicall({ contracts, deployless: false }),
    );
    const multicallAddress = plan.dispenser;
    const results = await client.multicall({ contracts, multicallAddress });

    expect(refused.message).to.include(
      'does not support contract "multicall3"',
    );
    expect(results[0].status).to.equal("failure");
  });
});
