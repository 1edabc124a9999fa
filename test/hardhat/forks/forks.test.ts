import { expect } from "chai";
import type { HardhatUserConfig } from "hardhat/types/config";

import type { AlphaUserConfig } from "../../../src/config/user-config.ts";
import {
  ALPHA_NETWORK_NAMES,
  type AlphaNetworkName,
} from "../../../src/networks/definitions.ts";
import { V3_KEYS } from "../../e2e/live-network.ts";
import { createAlphaHre, createAlphaHreOf } from "../../support/alpha-hre.ts";
import { httpProvider, startAnvil } from "../../support/anvil.ts";
import {
  GNOSIS_GENESIS,
  startChainNode,
  startFrontServer,
} from "../../support/chain-node.ts";
import {
  ask,
  closing,
  connectTo,
  removeForkCaches,
  serveSandbox,
} from "../../support/connections.ts";
import { DEAD_URL } from "../../support/listen.ts";
import { startFaultyServer } from "../../support/node-model/server.ts";
import { PRESET } from "../../support/preset.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";
import { expectValidReport } from "../../support/schema.ts";
import { withEnvironment } from "../../support/with-environment.ts";

const SOMEBODY = "0x00000000000000000000000000000000000a11ce";
/** The identity precompile returns its data, which shows that code runs. */
const CALL = { to: `0x${"4".padStart(40, "0")}`, data: "0x12" };

const forksOf = (
  name: AlphaNetworkName,
  url: string,
  forks: AlphaUserConfig["forks"] = true,
): HardhatUserConfig => ({ alpha: { forks, networks: { [name]: { url } } } });

const forkOf = async (name: AlphaNetworkName, url: string) =>
  await connectTo(`${name}Fork`, forksOf(name, url));

/** A network of the user's that forks an Alpha network. */
const ownFork = (
  alphaNetwork: AlphaNetworkName,
  url: string,
  fields: object = {},
) => ({
  type: "edr-simulated" as const,
  alphaNetwork,
  forking: { url },
  ...fields,
});

/** Why a fork does not open. */
const failureOf = async (
  config: HardhatUserConfig,
  network = "devnetFork",
): Promise<string> =>
  await pluginMessageOf(async () => {
    await connectTo(network, config);
  });

describe("forks", () => {
  after(removeForkCaches);

  for (const name of ALPHA_NETWORK_NAMES) {
    it(`given a sandbox of ${name} as the node, the fork has its contracts, runs code at once, and takes transactions`, async () => {
      await using node = await serveSandbox(`${name}Sandbox`);
      await using connection = await forkOf(name, node.url);
      const { alpha, viem } = connection;
      const forkNetwork = `${name}Fork`;
      expect(alpha).to.include({ name, forkNetwork, sandbox: false });
      expect(alpha.tokens.euro.decimals).to.equal(6);
      expect(alpha.tokens.euro).to.include(await alpha.readToken("euro"));
      const report = await alpha.verify({ level: "wiring" });
      const missing = report.networks
        .flatMap(({ contracts }) => contracts)
        .filter(({ verdict }) => verdict !== "present");
      expect(missing.map(({ key, verdict }) => [key, verdict])).to.deep.equal(
        name === "third" ? V3_KEYS.map((key) => [key, "skipped"]) : [],
      );
      expect(report.outcome, JSON.stringify(report)).to.equal("ok");
      expect((await alpha.status()).outcome).to.equal("ok");

      const count = async () =>
        await ask(connection, "eth_getTransactionCount", SOMEBODY, "latest");
      const snapshot = await ask(connection, "evm_snapshot");
      await ask(connection, "hardhat_impersonateAccount", SOMEBODY);
      await alpha.fund(SOMEBODY, { fee: 1 });
      const [account] = await viem.getWalletClients();
      const to = account?.account.address;
      const transaction = { from: SOMEBODY, to, value: "0x1" };
      await ask(connection, "eth_sendTransaction", transaction);
      expect(await count()).to.equal("0x1");
      expect(await ask(connection, "evm_revert", snapshot)).to.equal(true);
      expect(await count()).to.equal("0x0");
    });
  }

  it("given a network of the project's own, then the live node and the fork hold its wiring, and only the fork takes transactions", async () => {
    await using node = await serveSandbox("devnetSandbox");
    const { registry } = PRESET.devnet;
    const mine = { like: "devnet", chainId: 32456, url: node.url, registry };
    const hre = await createAlphaHreOf({
      forks: true,
      networks: { devnet: false, mine },
    });
    const names = ["mine", "mineFork"];
    const report = await hre.alpha.verify({ networks: names, level: "wiring" });

    expectValidReport("verify", report);
    expect(report.outcome, JSON.stringify(report)).to.equal("ok");
    expect(
      report.networks.map(({ network, hardhatNetwork, contracts }) => [
        network,
        hardhatNetwork,
        new Set(contracts.map(({ verdict }) => verdict)),
      ]),
    ).to.deep.equal(names.map((name) => ["mine", name, new Set(["present"])]));
    await using connection = closing(await hre.network.create("mineFork"));
    const { alpha } = connection;
    expect(alpha).to.include({ name: "mine", forkNetwork: "mineFork" });
    const [from] = Object(await ask(connection, "eth_accounts"));
    await ask(connection, "eth_sendTransaction", { from, to: SOMEBODY });
    const { networks } = await hre.alpha.status({ networks: ["mine"] });
    expect(networks[0]?.head?.number).to.equal(
      report.networks[0]?.block?.number,
    );
  });

  it("given a node whose blocks have no base fee, forks it with a hardfork that can, and says which", async () => {
    const args = ["--hardfork", "berlin"];
    await using anvil = await startAnvil({ chainId: 32456, args });
    await using connection = await forkOf("devnet", anvil.url);
    expect(await ask(connection, "eth_call", CALL, "latest")).to.equal("0x12");

    const fields = { chainId: 32456, hardfork: "osaka" };
    const mine = ownFork("devnet", anvil.url, fields);
    expect(await failureOf({ networks: { mine } }, "mine")).to.match(
      /have no base fee.*hardfork: "prague"/,
    );
  });

  it("given a user's own fork with alphaNetwork, runs code immediately, with logging enabled, too", async () => {
    await using anvil = await startAnvil({ chainId: 32457 });
    const fields = { chainId: 31337, loggingEnabled: true };
    const mine = ownFork("testnet", anvil.url, fields);
    await using connection = await connectTo("mine", { networks: { mine } });

    expect(connection.alpha.name).to.equal("testnet");
    await ask(connection, "hardhat_setLoggingEnabled", false);
    expect(await ask(connection, "eth_call", CALL, "latest")).to.equal("0x12");
  });

  for (const [name, chainId, depth] of [
    ["devnet", 32456, 128],
    ["third", 100, 38],
  ] as const) {
    it(`given ${name} and no block number, forks ${depth} blocks before the latest, as documented; given a number, there`, async () => {
      await using anvil = await startAnvil({ chainId });
      const { request } = httpProvider(anvil.url);
      await request({ method: "anvil_mine", params: ["0xc8"] });
      const headOf = async (forks: AlphaUserConfig["forks"]) => {
        const config = forksOf(name, anvil.url, forks);
        await using connection = await connectTo(`${name}Fork`, config);
        return Number(await ask(connection, "eth_blockNumber"));
      };

      // Its own block is one more.
      expect(await headOf(true)).to.equal(200 - depth + 1);
      for (const block of [5, 200]) {
        const blockNumbers = { [name]: block };
        expect(await headOf({ blockNumbers })).to.equal(block + 1);
      }
    });
  }

  it("given a dead node, is one error in time that names the fork and the origin", async () => {
    const url = `${DEAD_URL}/v1/a-key-nobody-shall-see`;
    const config = forksOf("devnet", url);
    const message = await failureOf(config);

    expect(message).to.equal(
      `Could not open the fork "devnetFork": could not read the chain id of the node at ${DEAD_URL}: connection refused: is the node running? Check the node and the URL (ALPHA_DEVNET_RPC_URL, or the Hardhat config).`,
    );
  });

  it("given a node of another chain, does not open: all contracts would be missing", async () => {
    await using node = await startChainNode({ chainId: 32457 });

    expect(await failureOf(forksOf("devnet", node.url))).to.include(
      "serves chain id 32457, not 32456",
    );
  });

  it("given a node that returns an invalid result to the simulator, is one error that names the fork", async () => {
    await using node = await startChainNode({
      chainId: 32456,
      answer: (method) =>
        method === "net_version" ? { no: "\u001b[31mnumber" } : undefined,
    });

    expect(await failureOf(forksOf("devnet", node.url)))
      .to.contain('Could not open the fork "devnetFork"')
      .and.not.contain("\u001b");
  });

  for (const [title, genesis, reason] of [
    ["an empty chain", undefined, "there is no contract at"],
    ["Gnosis", GNOSIS_GENESIS, "it serves Gnosis Chain"],
  ] as const) {
    it(`given a fork of ${title} as the third network, refuses transactions, and nothing is reported as absent`, async () => {
      await using anvil = await startAnvil({ chainId: 100 });
      await using node = await startFrontServer(
        anvil.url,
        async (method, params, ask) =>
          genesis && method === "eth_getBlockByNumber" && params[0] === "0x0"
            ? { ...Object(await ask(method, params)), hash: genesis }
            : undefined,
      );
      await using connection = await forkOf("third", node.url);
      const [from] = Object(await ask(connection, "eth_accounts"));
      const message = await pluginMessageOf(() =>
        ask(connection, "eth_sendTransaction", { from, to: from }),
      );

      expect(message).to.include('on "thirdFork"');
      expect(message).to.include(`the forked node at ${node.url} `);
      expect(message).to.include(reason);
      const { networks } = await connection.alpha.verify();
      const verdicts = networks.flatMap(({ contracts }) => contracts);
      expect(verdicts.map(({ verdict }) => verdict)).not.to.include("absent");
      expect(networks[0]?.reason ?? "").to.include(genesis ? "Gnosis" : "");
    });
  }
});

describe("the config of forks", () => {
  it("given a name, headers and fields for all forks, has them", async () => {
    const httpHeaders = { "X-Key": "b" };
    const devnet = { name: "alphaDevnet", hardhat: { httpHeaders } };
    const { config } = await createAlphaHre({
      alpha: {
        forks: { hardhat: { hardfork: "berlin", loggingEnabled: true } },
        networks: { devnet, testnet: false },
      },
    });
    const { alphaDevnetFork, testnetFork } = config.networks;

    expect(testnetFork).to.equal(undefined);
    expect(alphaDevnetFork).to.include({
      ...{ type: "edr-simulated", chainId: 32456, networkId: 32456 },
      ...{ hardfork: "berlin", loggingEnabled: true, alphaNetwork: "devnet" },
    });
    expect(alphaDevnetFork)
      .to.have.nested.property("forking.httpHeaders")
      .that.deep.equals(httpHeaders);
  });

  it("given a URL and headers of the user's for the live network, forks the same node, with the environment's variable, too", async () => {
    const httpHeaders = { "X-Key": "mine" };
    const variable = { ALPHA_DEVNET_RPC_URL: "http://127.0.0.1:2" };
    await withEnvironment(variable, async () => {
      for (const url of [DEAD_URL, undefined]) {
        const live = { type: "http", chainId: 32456, httpHeaders } as const;
        const { config } = await createAlphaHre({
          alpha: { forks: true },
          // Without a URL, the network has the added one.
          networks: { devnet: Object({ ...live, ...(url && { url }) }) },
        });
        const { devnet, devnetFork } = Object(config.networks);

        const expected = url ?? variable.ALPHA_DEVNET_RPC_URL;
        expect(await devnet.url.get()).to.equal(expected);
        expect(await devnetFork.forking.url.get()).to.equal(expected);
        expect(devnetFork.forking.httpHeaders).to.deep.equal(httpHeaders);
      }
    });
  });

  it("given other values for an added fork, keeps the rest; given another URL, also in an override, does not send it the configured headers", async () => {
    const hardhat = { httpHeaders: { "X-Key": "ours" } };
    const networks = { devnet: { hardhat }, testnet: { hardhat } };
    const alpha = { forks: true, networks } as const;
    const own = { httpHeaders: { "X-Key": "its own" } };
    const { config } = await createAlphaHre({
      alpha,
      networks: {
        devnetFork: ownFork("devnet", DEAD_URL),
        testnetFork: ownFork("testnet", DEAD_URL, {
          mining: { auto: false },
          forking: { url: DEAD_URL, blockNumber: 7, ...own },
        }),
      },
    });
    const { devnetFork, testnetFork } = Object(config.networks);
    expect(devnetFork.forking.httpHeaders).to.equal(undefined);
    expect(testnetFork.forking).to.deep.include({ blockNumber: 7n, ...own });
    expect(testnetFork.mining.auto).to.equal(false);
    expect(testnetFork.chainId).to.equal(32457);

    await using server = await startFaultyServer();
    const { network } = await createAlphaHre({ alpha });
    const override = { forking: { url: server.url } };
    await pluginMessageOf(() =>
      network.create({ network: "devnetFork", override }),
    );
    const keys = server.received.map(({ headers }) => headers["x-key"]);
    expect(keys).not.to.be.empty;
    expect(new Set(keys)).to.deep.equal(new Set([undefined]));
  });

  it("given another network of that name, leaves it, and says so", async () => {
    const { config } = await createAlphaHre({
      alpha: { forks: true },
      networks: { devnetFork: { type: "edr-simulated", chainId: 5 } },
    });

    expect(config.networks["devnetFork"]).to.include({ chainId: 5 });
    expect(config.alpha.networks.devnet?.forkNetwork).to.deep.include({
      name: null,
      isTaken: true,
    });
  });
});
