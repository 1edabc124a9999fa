import { setTimeout as wait } from "node:timers/promises";
import { expect } from "chai";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import type { NetworkUserConfig } from "hardhat/types/config";
import type { ChainType, NetworkConnection } from "hardhat/types/network";
import type { HardhatPlugin } from "hardhat/types/plugins";
import { parseAbi } from "viem";

import type {
  AlphaNetworkUserConfig,
  AlphaUserConfig,
} from "../../src/config/user-config.ts";
import type { AlphaConnection } from "../../src/hardhat/connections/types.ts";
import hardhatAlphaNetworks from "../../src/index.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import { errorOf, pluginMessageOf } from "../support/rejection-of.ts";

const NAMES = ["devnet", "testnet", "third"] as const;
const ABI = parseAbi(["function factory() view returns (address)"]);

const ADDRESS = "0x00000000000000000000000000000000DeaDBeef";

type Connection = NetworkConnection<ChainType | string>;

interface TokenSettings {
  readonly euroDecimals?: number;
  readonly tokens?: NonNullable<AlphaNetworkUserConfig<"devnet">["tokens"]>;
}

const request = (
  { provider }: Pick<Connection, "provider">,
  method: string,
  ...params: unknown[]
): Promise<unknown> => provider.request({ method, params });

function alphaOf({ alpha }: Connection): AlphaConnection {
  if (alpha === undefined) {
    throw new Error("no Alpha network");
  }
  return alpha;
}

/** The registry's and the tokens' addresses that hold no code. */
async function emptyAddresses(connection: Connection): Promise<string[]> {
  const { contracts, tokens } = alphaOf(connection);
  const addresses = [
    ...Object.values(contracts).flat(),
    tokens.euro.address,
    tokens.alpha.address,
  ];
  const codes = await Promise.all(
    addresses.map((address) =>
      request(connection, "eth_getCode", address, "latest"),
    ),
  );
  return addresses.filter((_address, index) => codes[index] === "0x");
}

async function headTime(connection: Connection): Promise<number> {
  const block = await request(
    connection,
    "eth_getBlockByNumber",
    "latest",
    false,
  );
  if (typeof block !== "object" || block === null || !("timestamp" in block)) {
    throw new Error("no head");
  }
  return Number(block.timestamp);
}

const now = () => Math.floor(Date.now() / 1000);

/** A project, and how many connections are opened and closed below the plugin. */
async function createCountingHre(alpha: AlphaUserConfig = {}) {
  const counts = { opened: 0, closed: 0 };
  const plugin: HardhatPlugin = {
    id: "connection-counter",
    npmPackage: null,
    hookHandlers: {
      network: async () => ({
        default: async () => ({
          newConnection: async (context, next) => {
            const connection = await next(context);
            counts.opened += 1;
            return connection;
          },
          closeConnection: async (context, connection, next) => {
            counts.closed += 1;
            await next(context, connection);
          },
        }),
      }),
    },
  };
  const hre = await createHardhatRuntimeEnvironment({
    plugins: [plugin, hardhatAlphaNetworks],
    alpha,
  });
  return { hre, counts };
}

describe("a connection to a sandbox", () => {
  for (const name of NAMES) {
    it(`of ${name} has the contract set at the registry's addresses, and the chain id`, async () => {
      const hre = await createAlphaHre();
      const connection = await hre.network.create(`${name}Sandbox`);
      const alpha = alphaOf(connection);

      expect(alpha).to.include({ name, sandbox: true });
      expect(alpha.registry).to.deep.equal(hre.alpha.network(name).registry);
      expect(await emptyAddresses(connection)).to.deep.equal([]);
      expect(Number(await request(connection, "eth_chainId"))).to.equal(
        alpha.chainId,
      );
      expect(await request(connection, "net_version")).to.equal(
        String(alpha.networkId),
      );
      await connection.close();
    });
  }

  it("has the contracts at the configured addresses", async () => {
    const Router = ADDRESS;
    const hre = await createAlphaHre({
      alpha: {
        networks: {
          devnet: {
            chainId: 4242,
            registry: { Router },
            tokens: { euro: { decimals: 2, symbol: "EURX" } },
          },
        },
      },
    });
    const connection = await hre.network.create("devnetSandbox");
    const { registry, tokens } = alphaOf(connection);
    const client = await connection.viem.getPublicClient();

    expect(registry.Router).to.equal(Router);
    expect(await emptyAddresses(connection)).to.deep.equal([]);
    expect(Number(await request(connection, "eth_chainId"))).to.equal(4242);
    expect(
      await client.readContract({
        address: Router,
        abi: ABI,
        functionName: "factory",
      }),
    ).to.equal(registry.ERC721Factory);
    expect(tokens.euro).to.include({ decimals: 2, symbol: "EURX" });
    await connection.close();
  });

  const ALPHA = "0xdF171F74a8d3f4e2A789A566Dce9Fa4945196112";
  for (const [title, { euroDecimals = 6, tokens = {} }, euro, alphaToken] of [
    ["by default", {}, ["EURAU", 6], ["OCEAN", 18]],
    ["as configured for all", { euroDecimals: 0 }, ["EURAU", 0], ["OCEAN", 18]],
    [
      "but not of the Alpha token, whatever is configured",
      {
        tokens: {
          euro: { address: ALPHA, decimals: 2 },
          alpha: { symbol: "A", decimals: 6 },
        },
      },
      ["OCEAN", 18],
      ["OCEAN", 18],
    ],
    [
      "if the Alpha token is another contract",
      { tokens: { alpha: { address: ADDRESS } } },
      ["EURAU", 6],
      ["OCEAN", 18],
    ],
  ] as const satisfies readonly (readonly [
    string,
    TokenSettings,
    ...(readonly [string, number])[],
  ])[]) {
    it(`knows the symbols and decimals of its tokens, ${title}`, async () => {
      const hre = await createAlphaHre({
        alpha: {
          sandbox: { euroDecimals },
          networks: { devnet: { tokens } },
        },
      });
      const connection = await hre.network.create("devnetSandbox");
      const alpha = alphaOf(connection);

      for (const [kind, [symbol, decimals]] of [
        ["euro", euro],
        ["alpha", alphaToken],
      ] as const) {
        const { address } = alpha.tokens[kind];
        const known = { address, symbol, decimals };
        expect(alpha.tokens[kind]).to.include(known);
        expect(await alpha.readToken(kind)).to.deep.equal(known);
        const token = await alpha.contract(kind);
        expect(token.address).to.equal(address);
        expect(await token.read.decimals()).to.equal(decimals);
      }
      await connection.close();
    });
  }

  for (const [title, network] of Object.entries({
    "its own sandbox, changed": {
      type: "edr-simulated",
      chainId: 32456,
      mining: { auto: false },
    },
    "a sandbox under a name of the user's": {
      type: "edr-simulated",
      alphaNetwork: "devnet",
      alphaSandbox: true,
      mining: { auto: false },
    },
  } satisfies Record<string, NetworkUserConfig>)) {
    it(`given ${title}, is populated, at the present, and keeps the user's mining`, async () => {
      const name = "alphaNetwork" in network ? "mine" : "devnetSandbox";
      const hre = await createAlphaHre({ networks: { [name]: network } });
      const before = now();
      const connection = await hre.network.create(name);
      const head = await headTime(connection);

      expect(head).to.be.within(before, now());
      expect(alphaOf(connection).sandbox).to.equal(true);
      expect(await emptyAddresses(connection)).to.deep.equal([]);
      expect(await request(connection, "hardhat_getAutomine")).to.equal(false);
      await connection.close();
    });
  }

  for (const [title, parameters] of Object.entries({
    "an override": { override: { gasMultiplier: 2 } },
    "chainType l1": { chainType: "l1" as const },
    "chainType generic and an override": {
      chainType: "generic" as const,
      override: { allowUnlimitedContractSize: true },
    },
    "another hardfork": { override: { hardfork: "london" } },
    "a date of its own": { override: { initialDate: "2031-01-01T00:00:00Z" } },
  })) {
    it(`given ${title}, is populated all the same`, async () => {
      const hre = await createAlphaHre();
      const connection = await hre.network.create({
        network: "testnetSandbox",
        ...parameters,
      });

      expect(alphaOf(connection).sandbox).to.equal(true);
      expect(await emptyAddresses(connection)).to.deep.equal([]);
      await connection.close();
    });
  }

  it("given an override of the date, has its head there", async () => {
    const hre = await createAlphaHre();
    const connection = await hre.network.create({
      network: "devnetSandbox",
      override: { initialDate: new Date("2031-01-01T00:00:00Z") },
    });

    expect(await headTime(connection)).to.equal(Date.UTC(2031, 0, 1) / 1000);
    await connection.close();
  });

  it("is a chain of its own each time", async () => {
    const hre = await createAlphaHre();
    const first = await hre.network.create("devnetSandbox");
    const second = await hre.network.create("devnetSandbox");
    const { router } = alphaOf(first).contracts;
    await request(first, "hardhat_setCode", router, "0x");

    expect(await emptyAddresses(first)).to.deep.equal([router]);
    expect(await emptyAddresses(second)).to.deep.equal([]);
    await first.close();
    await second.close();
  });

  it("is shared and populated once through getOrCreate", async () => {
    const hre = await createAlphaHre();
    const first = await hre.network.getOrCreate("devnetSandbox");
    const second = await hre.network.getOrCreate("devnetSandbox");

    expect(second).to.equal(first);
    expect(await request(second, "eth_blockNumber")).to.equal("0x2");
    expect(await emptyAddresses(second)).to.deep.equal([]);
    await first.close();
  });

  it("is served over HTTP with the contracts on it", async () => {
    const hre = await createAlphaHre();
    const server = await hre.network.createServer(
      "devnetSandbox",
      "127.0.0.1",
      0,
    );
    const { address, port } = await server.listen();
    try {
      const response = await fetch(`http://${address}:${port}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "eth_getCode",
          params: [hre.alpha.network("devnet").contracts.router, "latest"],
        }),
      });
      const { result } = JSON.parse(await response.text());

      expect(result).to.match(/^0x60/).and.have.lengthOf.above(10_000);
    } finally {
      await server.close();
    }
  });

  it("of a project that is some seconds old has its head at the current time, and continues from there", async () => {
    const hre = await createAlphaHre();
    await wait(2_100);
    const before = now();
    const connection = await hre.network.create("devnetSandbox");

    expect(await headTime(connection)).to.be.within(before, now());
    await wait(1_100);
    const beforeMining = now();
    await request(connection, "evm_mine");
    // A chain's clock counts whole seconds, so it may be one behind.
    expect(await headTime(connection)).to.be.within(beforeMining - 1, now());
    await connection.close();
  });
});

describe("a sandbox that cannot be populated", () => {
  it("given an address that is not set, says which, and leaves no connection open", async () => {
    const { hre, counts } = await createCountingHre({ preset: false });

    expect(
      await pluginMessageOf(() => hre.network.create("devnetSandbox")),
    ).to.match(
      /^The sandbox of devnet needs addresses that are not set: registry\.Alpha, .*tokens\.alpha\.address\. Set them in alpha\.networks\.devnet in the Hardhat config\.$/,
    );
    expect(counts).to.deep.equal({ opened: 1, closed: 1 });
  });

  it("given one address for two contracts, says so, and leaves no connection open", async () => {
    const Router = "0x5461b629E01f72E0A468931A36e039Eea394f9eA";
    const { hre, counts } = await createCountingHre({
      networks: { devnet: { registry: { Router } } },
    });

    expect(
      await pluginMessageOf(() => hre.network.create("devnetSandbox")),
    ).to.include(Router);
    expect(counts).to.deep.equal({ opened: 1, closed: 1 });
  });

  it("given a fork, says that it cannot be one, and opens no connection", async () => {
    const { hre, counts } = await createCountingHre();
    const error = await errorOf(() =>
      hre.network.create({
        network: "devnetSandbox",
        override: { forking: { url: "http://127.0.0.1:1", enabled: true } },
      }),
    );

    expect(error.message).to.include("A sandbox cannot be a fork");
    expect(counts).to.deep.equal({ opened: 0, closed: 0 });
  });

  it("given a fork that is disabled, is populated", async () => {
    const hre = await createAlphaHre();
    const connection = await hre.network.create({
      network: "devnetSandbox",
      override: { forking: { url: "http://127.0.0.1:1", enabled: false } },
    });

    expect(await emptyAddresses(connection)).to.deep.equal([]);
    await connection.close();
  });

  it("leaves the live network and the other sandboxes usable", async () => {
    const hre = await createAlphaHre({
      alpha: {
        networks: {
          devnet: {
            registry: { Router: "0x5461b629E01f72E0A468931A36e039Eea394f9eA" },
          },
        },
      },
    });
    await pluginMessageOf(() => hre.network.create("devnetSandbox"));
    const live = await hre.network.create("devnet");
    const other = await hre.network.create("thirdSandbox");

    expect(live.alpha?.name).to.equal("devnet");
    expect(await emptyAddresses(other)).to.deep.equal([]);
    await live.close();
    await other.close();
  });
});
