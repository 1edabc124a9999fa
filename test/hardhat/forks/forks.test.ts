import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect } from "chai";
import type { HardhatUserConfig } from "hardhat/types/config";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import type { AlphaUserConfig } from "../../../src/config/user-config.ts";
import {
  ALPHA_NETWORK_NAMES,
  type AlphaNetworkName,
} from "../../../src/networks/definitions.ts";
import {
  startLiveNetwork,
  V3_KEYS,
  v3Addresses,
} from "../../e2e/live-network.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import { httpProvider, setAnvilCode, startAnvil } from "../../support/anvil.ts";
import { GNOSIS_GENESIS, startChainNode } from "../../support/chain-node.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;
const SOMEBODY = "0x00000000000000000000000000000000000a11ce";
const DEAD_NODE = "http://127.0.0.1:1";

const given = (name: AlphaNetworkName, url: string): HardhatUserConfig => ({
  alpha: { forks: true, networks: { [name]: { url } } },
});

/** What a connection to a fork needs of its runtime, closed when it is over. */
async function withFork(
  hre: HardhatRuntimeEnvironment,
  name: string,
  test: (
    request: (method: string, ...params: unknown[]) => Promise<unknown>,
    connection: Awaited<ReturnType<typeof hre.network.create>>,
  ) => Promise<void>,
): Promise<void> {
  const connection = await hre.network.create(name);
  try {
    await test(
      (method, ...params) => connection.provider.request({ method, params }),
      connection,
    );
  } finally {
    await connection.close();
  }
}

/** A sandbox that is served over HTTP, as by `alpha sandbox`. */
async function withSandboxServer(
  name: AlphaNetworkName,
  test: (url: string) => Promise<void>,
): Promise<void> {
  const hre = await createAlphaHre();
  const server = await hre.network.createServer(
    `${name}Sandbox`,
    "127.0.0.1",
    0,
  );
  const { port } = await server.listen();
  try {
    await test(`http://127.0.0.1:${port}`);
  } finally {
    // The simulator keeps the sockets of a fork open for as long as it pleases.
    server.close().catch(() => {});
  }
}

describe("forks", () => {
  after(() => {
    // Hardhat's cache of forks, by host and port, of the tests' own nodes.
    for (const name of ALPHA_NETWORK_NAMES) {
      rmSync(join(ROOT, "cache/edr-fork-cache", name), {
        recursive: true,
        force: true,
      });
    }
  });

  for (const name of ALPHA_NETWORK_NAMES) {
    it(`given a sandbox of ${name} as the node, the fork has its contracts, runs code at once, and takes transactions`, async () => {
      await withSandboxServer(name, async (url) => {
        const hre = await createAlphaHre(given(name, url));
        await withFork(hre, `${name}Fork`, async (request, connection) => {
          const { alpha, viem } = connection;
          expect(alpha).to.include({
            name,
            forkNetwork: `${name}Fork`,
            sandbox: false,
          });
          expect(alpha?.tokens.euro.decimals).to.equal(6);
          expect(alpha?.tokens.euro).to.include(await alpha?.readToken("euro"));
          const report = await alpha?.verify({ level: "wiring" });
          const missing = report?.networks
            .flatMap(({ contracts }) => contracts)
            .filter(({ verdict }) => verdict !== "present");
          expect(
            missing?.map(({ key, verdict }) => [key, verdict]),
          ).to.deep.equal(
            name === "third" ? V3_KEYS.map((key) => [key, "skipped"]) : [],
          );
          expect(report?.outcome, JSON.stringify(report)).to.equal("ok");
          expect((await alpha?.status())?.outcome).to.equal("ok");

          const snapshot = await request("evm_snapshot");
          await request("hardhat_impersonateAccount", SOMEBODY);
          await request("hardhat_setBalance", SOMEBODY, "0xde0b6b3a7640000");
          const [account] = await viem.getWalletClients();
          await request("eth_sendTransaction", {
            from: SOMEBODY,
            to: account?.account.address,
            value: "0x1",
          });
          expect(
            await request("eth_getTransactionCount", SOMEBODY, "latest"),
          ).to.equal("0x1");
          expect(await request("evm_revert", snapshot)).to.equal(true);
          expect(
            await request("eth_getTransactionCount", SOMEBODY, "latest"),
          ).to.equal("0x0");
        });
      });
    });
  }

  it("given a live third network, verify is green on its fork, by name too", async () => {
    const live = await startLiveNetwork("third");
    try {
      for (const address of v3Addresses()) {
        await setAnvilCode(live.url, address, "0x600160005260206000f3");
      }
      const hre = await createAlphaHre(given("third", live.url));
      const { outcome, networks } = await hre.alpha.verify({
        networks: ["thirdFork"],
      });

      expect(networks.map(({ reason }) => reason)).to.deep.equal([undefined]);
      expect(outcome).to.equal("ok");
    } finally {
      await live.close();
    }
  });

  it("given a node whose blocks have no base fee, forks it", async () => {
    const anvil = await startAnvil({
      chainId: 32456,
      args: ["--hardfork", "berlin"],
    });
    try {
      const hre = await createAlphaHre(given("devnet", anvil.url));
      await withFork(hre, "devnetFork", async (request) => {
        expect(
          await request(
            "eth_call",
            { to: `0x${"4".padStart(40, "0")}`, data: "0x12" },
            "latest",
          ),
        ).to.equal("0x12");
      });
      const osaka = await createAlphaHre({
        networks: {
          mine: {
            type: "edr-simulated",
            chainId: 32456,
            hardfork: "osaka",
            alphaNetwork: "devnet",
            forking: { url: anvil.url },
          },
        },
      });
      expect(
        await pluginMessageOf(() => osaka.network.create("mine")),
      ).to.match(/have no base fee.*hardfork: "prague"/);
    } finally {
      await anvil.close();
    }
  });

  it("given a user's own fork with alphaNetwork, runs code immediately, and logs nothing with logging enabled", async () => {
    const anvil = await startAnvil({ chainId: 32457 });
    try {
      const hre = await createAlphaHre({
        networks: {
          mine: {
            type: "edr-simulated",
            chainId: 31337,
            alphaNetwork: "testnet",
            loggingEnabled: true,
            forking: { url: anvil.url },
          },
        },
      });
      await withFork(hre, "mine", async (request, { alpha }) => {
        expect(alpha?.name).to.equal("testnet");
        await request("hardhat_setLoggingEnabled", false);
        expect(
          await request(
            "eth_call",
            { to: `0x${"4".padStart(40, "0")}`, data: "0x12" },
            "latest",
          ),
        ).to.equal("0x12");
      });
    } finally {
      await anvil.close();
    }
  });

  it("given a block number, forks from there", async () => {
    const anvil = await startAnvil({ chainId: 32456 });
    try {
      await httpProvider(anvil.url).request({
        method: "anvil_mine",
        params: ["0x10"],
      });
      const hre = await createAlphaHre({
        alpha: {
          forks: { blockNumbers: { devnet: 5 } },
          networks: { devnet: { url: anvil.url } },
        },
      });
      await withFork(hre, "devnetFork", async (request) => {
        expect(await request("eth_blockNumber")).to.equal("0x6");
      });
    } finally {
      await anvil.close();
    }
  });

  for (const [name, chainId, depth] of [
    ["devnet", 32456, 128],
    ["third", 100, 38],
  ] as const) {
    it(`given ${name} and no block number, forks ${depth} blocks before the latest, as documented; given the latest, there`, async () => {
      const anvil = await startAnvil({ chainId });
      try {
        await httpProvider(anvil.url).request({
          method: "anvil_mine",
          params: ["0xc8"],
        });
        const headOf = async (forks: NonNullable<AlphaUserConfig["forks"]>) => {
          const hre = await createAlphaHre({
            alpha: { forks, networks: { [name]: { url: anvil.url } } },
          });
          let head: unknown;
          await withFork(hre, `${name}Fork`, async (request) => {
            head = await request("eth_blockNumber");
          });
          return Number(head);
        };

        // Its own block is one more.
        expect(await headOf(true)).to.equal(200 - depth + 1);
        expect(await headOf({ blockNumbers: { [name]: 200 } })).to.equal(201);
      } finally {
        await anvil.close();
      }
    });
  }

  it("given a dead node, is one error in time that names the fork and the origin", async () => {
    const hre = await createAlphaHre(
      given("devnet", `${DEAD_NODE}/v1/a-key-nobody-shall-see`),
    );
    const message = await pluginMessageOf(() =>
      hre.network.create("devnetFork"),
    );

    expect(message).to.include('Could not open the fork "devnetFork"');
    expect(message).to.include(`the node at ${DEAD_NODE}:`);
    expect(message).to.include("ALPHA_DEVNET_RPC_URL");
    expect(message).not.to.include("a-key");
    const { outcome, networks } = await hre.alpha.verify({
      networks: ["devnetFork"],
    });
    expect(outcome).to.equal("unknown");
    expect(networks[0]?.reason).to.equal(message);
  });

  it("given a node of another chain, does not open: all contracts would be missing", async () => {
    const node = await startChainNode({ chainId: 32457 });
    try {
      const hre = await createAlphaHre(given("devnet", node.url));

      expect(
        await pluginMessageOf(() => hre.network.create("devnetFork")),
      ).to.include("serves chain id 32457, not 32456");
    } finally {
      await node.close();
    }
  });

  it("given no URL, says which to set", async () => {
    const hre = await createAlphaHre({
      alpha: { forks: true, preset: false },
    });

    expect(
      await pluginMessageOf(() => hre.network.create("testnetFork")),
    ).to.include("Set ALPHA_TESTNET_RPC_URL");
  });

  it("given a fork of an empty chain that is marked as the third network, refuses transactions", async () => {
    const anvil = await startAnvil({ chainId: 100 });
    try {
      const hre = await createAlphaHre(given("third", anvil.url));
      await withFork(hre, "thirdFork", async (request) => {
        const [from] = Object(await request("eth_accounts"));
        const message = await pluginMessageOf(() =>
          request("eth_sendTransaction", { from, to: from }),
        );

        expect(message).to.include('on "thirdFork"');
        expect(message).to.include(`the forked node at ${anvil.url} `);
      });
    } finally {
      await anvil.close();
    }
  });

  it("given a fork of Gnosis that is configured as the third network, is reported as another chain", async () => {
    const anvil = await startAnvil({ chainId: 100 });
    const node = await startChainNode({
      forward: {
        url: anvil.url,
        change: (method, [number], result) =>
          method === "eth_getBlockByNumber" && number === "0x0"
            ? { ...Object(result), hash: GNOSIS_GENESIS }
            : result,
      },
    });
    try {
      const hre = await createAlphaHre(given("third", node.url));
      await withFork(hre, "thirdFork", async (request, { alpha }) => {
        const [from] = Object(await request("eth_accounts"));
        expect(
          await pluginMessageOf(() =>
            request("eth_sendTransaction", { from, to: from }),
          ),
        ).to.include("it serves Gnosis Chain");
        const report = await alpha?.verify();
        expect(report?.networks[0]?.reason).to.include("Gnosis Chain");
        expect(
          new Set(report?.networks[0]?.contracts.map(({ verdict }) => verdict)),
        ).not.to.include("absent");
      });
    } finally {
      await node.close();
      await anvil.close();
    }
  });
});

describe("the config of forks", () => {
  it("given no wish for them, there are none", async () => {
    for (const alpha of [{}, { forks: false }]) {
      const hre = await createAlphaHre({ alpha });

      expect(
        Object.keys(hre.config.networks).filter((name) => /Fork/.test(name)),
      ).to.deep.equal([]);
      expect(hre.alpha.network("devnet").forkNetwork).to.equal(null);
    }
  });

  it("given a name, headers and fields for all forks, has them", async () => {
    const hre = await createAlphaHre({
      alpha: {
        forks: { hardhat: { hardfork: "berlin", loggingEnabled: true } },
        networks: {
          devnet: {
            name: "alphaDevnet",
            hardhat: { httpHeaders: { "X-Key": "b" } },
          },
          testnet: false,
        },
      },
    });
    const { alphaDevnetFork, testnetFork } = hre.config.networks;

    expect(testnetFork).to.equal(undefined);
    expect(alphaDevnetFork).to.include({
      type: "edr-simulated",
      chainId: 32456,
      networkId: 32456,
      hardfork: "berlin",
      loggingEnabled: true,
      alphaNetwork: "devnet",
    });
    expect(alphaDevnetFork).to.have.deep.nested.property(
      "forking.httpHeaders",
      { "X-Key": "b" },
    );
  });

  it("given a network of the user that overrides some fields, keeps the others", async () => {
    const hre = await createAlphaHre({
      alpha: { forks: true, networks: { devnet: { url: DEAD_NODE } } },
      networks: {
        devnetFork: {
          type: "edr-simulated",
          alphaNetwork: "devnet",
          mining: { auto: false },
          forking: { url: `${DEAD_NODE}/mine`, blockNumber: 7 },
        },
      },
    });
    const fork = hre.config.networks["devnetFork"];

    expect(fork).to.have.nested.property("forking.blockNumber", 7n);
    expect(fork).to.have.nested.property("mining.auto", false);
    expect(fork).to.include({ chainId: 32456 });
    if (fork?.type !== "edr-simulated") {
      throw new Error("no fork");
    }
    expect(await fork.forking?.url.get()).to.equal(`${DEAD_NODE}/mine`);
  });

  it("given another URL for an added fork, in the config or an override, does not send it the configured headers", async () => {
    const alpha: HardhatUserConfig["alpha"] = {
      forks: true,
      networks: {
        devnet: { hardhat: { httpHeaders: { "X-Key": "ours" } } },
        testnet: { hardhat: { httpHeaders: { "X-Key": "ours" } } },
      },
    };
    const hre = await createAlphaHre({
      alpha,
      networks: {
        devnetFork: {
          type: "edr-simulated",
          alphaNetwork: "devnet",
          forking: { url: DEAD_NODE },
        },
        testnetFork: {
          type: "edr-simulated",
          alphaNetwork: "testnet",
          forking: { url: DEAD_NODE, httpHeaders: { "X-Key": "its own" } },
        },
      },
    });
    const { devnetFork, testnetFork } = hre.config.networks;

    expect(devnetFork).to.have.nested.property(
      "forking.httpHeaders",
      undefined,
    );
    expect(testnetFork).to.have.deep.nested.property("forking.httpHeaders", {
      "X-Key": "its own",
    });

    const seen: unknown[] = [];
    const server = createServer((request, response) => {
      seen.push(request.headers["x-key"]);
      response.end("{}");
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    try {
      const address = server.address();
      const port = typeof address === "object" ? address?.port : undefined;
      const { network } = await createAlphaHre({ alpha });
      await pluginMessageOf(() =>
        network.create({
          network: "devnetFork",
          override: { forking: { url: `http://127.0.0.1:${port}` } },
        }),
      );
    } finally {
      server.close();
    }
    expect(seen).not.to.be.empty;
    expect(new Set(seen)).to.deep.equal(new Set([undefined]));
  });

  it("given another network of that name, leaves it, and says so", async () => {
    const hre = await createAlphaHre({
      alpha: { forks: true },
      networks: { devnetFork: { type: "edr-simulated", chainId: 5 } },
    });

    expect(hre.config.networks["devnetFork"]).to.include({ chainId: 5 });
    expect(hre.config.alpha.networks.devnet?.forkNetwork).to.deep.include({
      name: null,
      isTaken: true,
    });
  });
});
