import { setTimeout as wait } from "node:timers/promises";
import { expect } from "chai";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import type { HardhatPlugin } from "hardhat/types/plugins";
import { parseAbi } from "viem";

import type { AlphaUserConfig } from "../../src/config/user-config.ts";
import hardhatAlphaNetworks from "../../src/index.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import {
  ask,
  closing,
  connectTo,
  forwardTo,
  serveSandbox,
} from "../support/connections.ts";
import { errorOf, pluginMessageOf } from "../support/rejection-of.ts";

const ABI = parseAbi(["function factory() view returns (address)"]);
const ADDRESS = "0x00000000000000000000000000000000DeaDBeef";
/** The address of another contract of devnet. */
const TAKEN = "0x5461b629E01f72E0A468931A36e039Eea394f9eA";

type Connection = Pick<
  Awaited<ReturnType<typeof connectTo>>,
  "alpha" | "provider"
>;

/** The registry's and the tokens' addresses that hold no code. */
async function emptyAddresses(connection: Connection): Promise<string[]> {
  const { contracts, tokens } = connection.alpha;
  const addresses = [
    ...Object.values(contracts).flat(),
    tokens.euro.address,
    tokens.alpha.address,
  ];
  const codes = await Promise.all(
    addresses.map((address) =>
      ask(connection, "eth_getCode", address, "latest"),
    ),
  );
  return addresses.filter((_address, index) => codes[index] === "0x");
}

async function headTime(connection: Connection): Promise<number> {
  const method = "eth_getBlockByNumber";
  return Number(
    Object(await ask(connection, method, "latest", false)).timestamp,
  );
}

const now = () => Math.floor(Date.now() / 1000);

/**
 * The error of a sandbox of devnet that does not open, and how many connections are
 * opened and closed below the plugin.
 */
async function failureOf(alpha: AlphaUserConfig, override = {}) {
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
  const { network } = await createHardhatRuntimeEnvironment({
    plugins: [plugin, hardhatAlphaNetworks],
    alpha,
  });
  const { message } = await errorOf(() =>
    network.create({ network: "devnetSandbox", override }),
  );
  return { message, ...counts };
}

describe("a connection to a sandbox", () => {
  for (const name of ["devnet", "testnet", "third"] as const) {
    it(`of ${name} has the contract set at the registry's addresses, and the chain id`, async () => {
      const hre = await createAlphaHre();
      await using connection = closing(
        await hre.alpha.connect(`${name}Sandbox`),
      );
      const { alpha } = connection;

      expect(alpha).to.include({ name, sandbox: true });
      expect(alpha.registry).to.deep.equal(hre.alpha.network(name).registry);
      expect(await emptyAddresses(connection)).to.deep.equal([]);
      const chainId = Number(await ask(connection, "eth_chainId"));
      expect(chainId).to.equal(alpha.chainId);
      const version = Number(await ask(connection, "net_version"));
      expect(version).to.equal(alpha.networkId);
    });
  }

  it("has the contracts at the configured addresses", async () => {
    const registry = { Router: ADDRESS };
    const devnet = { chainId: 4242, registry } as const;
    await using connection = await connectTo("devnetSandbox", {
      alpha: { networks: { devnet } },
    });
    const { contracts } = connection.alpha;
    const client = await connection.viem.getPublicClient();
    const call = { abi: ABI, functionName: "factory" } as const;

    expect(contracts.router).to.equal(ADDRESS);
    expect(await emptyAddresses(connection)).to.deep.equal([]);
    expect(await client.getChainId()).to.equal(4242);
    expect(await client.readContract({ address: ADDRESS, ...call })).to.equal(
      contracts.erc721Factory,
    );
  });

  const ALPHA = "0xdF171F74a8d3f4e2A789A566Dce9Fa4945196112";
  const OCEAN = { symbol: "OCEAN", decimals: 18 };
  const EURAU = { symbol: "EURAU", decimals: 6 };
  for (const [title, euroDecimals, tokens, euro] of [
    ["by default", 6, {}, EURAU],
    ["as configured for all", 0, {}, { ...EURAU, decimals: 0 }],
    [
      "as configured for the network",
      6,
      { euro: { decimals: 2, symbol: "EURX" } },
      { symbol: "EURX", decimals: 2 },
    ],
    [
      "but not of the Alpha token, whatever is configured",
      6,
      {
        euro: { address: ALPHA, decimals: 2 },
        alpha: { symbol: "A", decimals: 6 },
      },
      OCEAN,
    ],
    [
      "if the Alpha token is another contract",
      6,
      { alpha: { address: ADDRESS } },
      EURAU,
    ],
  ] as const) {
    it(`knows the symbols and decimals of its tokens, ${title}`, async () => {
      const networks = { devnet: { tokens } };
      await using connection = await connectTo("devnetSandbox", {
        alpha: { sandbox: { euroDecimals }, networks },
      });
      const { alpha } = connection;

      for (const [kind, expected] of [
        ["euro", euro],
        ["alpha", OCEAN],
      ] as const) {
        const { address } = alpha.tokens[kind];
        const known = { address, ...expected };
        expect(alpha.tokens[kind]).to.include(known);
        expect(await alpha.readToken(kind)).to.deep.equal(known);
        const token = await alpha.contract(kind);
        expect(token.address).to.equal(address);
        expect(await token.read.decimals()).to.equal(expected.decimals);
      }
    });
  }

  for (const [name, fields] of [
    ["devnetSandbox", { chainId: 32456 }],
    ["mine", { alphaNetwork: "devnet", alphaSandbox: true }],
  ] as const) {
    it(`given a sandbox of the user's, ${name}, is populated, at the present, and keeps the user's mining`, async () => {
      const mining = { auto: false };
      const before = now();
      await using connection = await connectTo(name, {
        networks: { [name]: { type: "edr-simulated", mining, ...fields } },
      });
      const head = await headTime(connection);

      expect(head).to.be.within(before, now());
      expect(connection.alpha.sandbox).to.equal(true);
      expect(await emptyAddresses(connection)).to.deep.equal([]);
      expect(await ask(connection, "hardhat_getAutomine")).to.equal(false);
    });
  }

  const initialDate = "2031-01-01T00:00:00Z";
  const disabled = { url: "http://127.0.0.1:1", enabled: false };
  for (const [title, parameters] of Object.entries({
    "an override": { override: { gasMultiplier: 2 } },
    "chainType l1": { chainType: "l1" as const },
    "chainType generic and an override": {
      chainType: "generic" as const,
      override: { allowUnlimitedContractSize: true },
    },
    "another hardfork": { override: { hardfork: "london" } },
    "a date of its own": { override: { initialDate } },
    "a fork that is disabled": { override: { forking: disabled } },
  })) {
    it(`given ${title}, is populated all the same`, async () => {
      const { alpha } = await createAlphaHre();
      const network = "testnetSandbox";
      await using connection = closing(
        await alpha.connect({ network, ...parameters }),
      );

      expect(connection.alpha.sandbox).to.equal(true);
      expect(await emptyAddresses(connection)).to.deep.equal([]);
      const time = await headTime(connection);
      expect(time === Date.parse(initialDate) / 1000).to.equal(
        title === "a date of its own",
      );
    });
  }

  it("is a chain of its own each time", async () => {
    const { alpha } = await createAlphaHre();
    await using first = closing(await alpha.connect("devnetSandbox"));
    await using second = closing(await alpha.connect("devnetSandbox"));
    const { router } = first.alpha.contracts;
    await ask(first, "hardhat_setCode", router, "0x");

    expect(await emptyAddresses(first)).to.deep.equal([router]);
    expect(await emptyAddresses(second)).to.deep.equal([]);
  });

  it("is shared and populated once through getOrCreate", async () => {
    const { network } = await createAlphaHre();
    await using first = closing(await network.getOrCreate("devnetSandbox"));
    const second = await network.getOrCreate("devnetSandbox");

    expect(second).to.equal(first);
    expect(await ask(second, "eth_blockNumber")).to.equal("0x2");
  });

  it("is served over HTTP with the contracts on it", async () => {
    const { router } = (await createAlphaHre()).alpha.network(
      "devnet",
    ).contracts;
    await using server = await serveSandbox("devnetSandbox");

    const code = await forwardTo(server.url)("eth_getCode", [router, "latest"]);
    expect(code).to.match(/^0x60/).and.have.lengthOf.above(10_000);
  });

  it("of a project that is some seconds old has its head at the current time, and continues from there", async () => {
    const { alpha } = await createAlphaHre();
    await wait(2_100);
    const before = now();
    await using connection = closing(await alpha.connect("devnetSandbox"));

    expect(await headTime(connection)).to.be.within(before, now());
    await wait(1_100);
    const beforeMining = now();
    await ask(connection, "evm_mine");
    // A chain's clock counts whole seconds, so it may be one behind.
    expect(await headTime(connection)).to.be.within(beforeMining - 1, now());
  });
});

describe("a sandbox that cannot be populated", () => {
  const forking = { url: "http://127.0.0.1:1", enabled: true };
  const taken = {
    networks: { devnet: { registry: { Router: TAKEN } } },
  } as const;
  for (const [title, alpha, override, expected, connections] of [
    [
      "an address that is not set",
      { preset: false },
      {},
      /^The sandbox of devnet needs addresses that are not set: registry\.Alpha, .*tokens\.alpha\.address\. Set them in alpha\.networks\.devnet in the Hardhat config\.$/,
      1,
    ],
    ["one address for two contracts", taken, {}, new RegExp(TAKEN), 1],
    ["a fork", {}, { forking }, /A sandbox cannot be a fork/, 0],
  ] as const) {
    it(`given ${title}, says so, and leaves no connection open`, async () => {
      const { message, ...counts } = await failureOf(alpha, override);

      expect(message).to.match(expected);
      expect(counts).to.deep.equal({
        opened: connections,
        closed: connections,
      });
    });
  }

  it("leaves the live network and the other sandboxes usable", async () => {
    const { alpha } = await createAlphaHre({ alpha: taken });
    await pluginMessageOf(() => alpha.connect("devnetSandbox"));
    await using live = closing(await alpha.connect("devnet"));
    await using other = closing(await alpha.connect("thirdSandbox"));

    expect(live.alpha.name).to.equal("devnet");
    expect(await emptyAddresses(other)).to.deep.equal([]);
  });
});
