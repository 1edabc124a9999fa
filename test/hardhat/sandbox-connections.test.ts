import { expect } from "chai";

import { createAlphaHre } from "../support/alpha-hre.ts";
import { ask, closing, connectTo } from "../support/connections.ts";
import { errorOf } from "../support/rejection-of.ts";

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

describe("a connection to a sandbox", () => {
  for (const name of ["devnet", "testnet", "third"] as const) {
    it(`of ${name} has the contract set at the registry's addresses, and the chain id`, async () => {
      const hre = await createAlphaHre();
      await using connection = closing(
        await hre.alpha.connect(`${name}Sandbox`),
      );
      const { alpha } = connection;

      expect(alpha).to.include({ name, sandbox: true, startBlock: 0 });
      expect(alpha.portal.startBlock).to.equal(0);
      expect(alpha.registry).to.deep.equal(hre.alpha.network(name).registry);
      expect(await emptyAddresses(connection)).to.deep.equal([]);
      const chainId = Number(await ask(connection, "eth_chainId"));
      expect(chainId).to.equal(alpha.chainId);
      const version = Number(await ask(connection, "net_version"));
      expect(version).to.equal(alpha.networkId);
    });
  }

  const ALPHA = "0xdF171F74a8d3f4e2A789A566Dce9Fa4945196112";
  const OCEAN = { symbol: "OCEAN", decimals: 18 };
  for (const [title, euroDecimals, tokens, euro] of [
    ["as configured for all", 0, {}, { symbol: "EURAU", decimals: 0 }],
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

  it("given chainType op for all sandboxes, is populated with a hardfork of that", async () => {
    const alpha = { sandbox: { hardhat: { chainType: "op" } } } as const;
    await using connection = await connectTo("devnetSandbox", { alpha });

    expect(await emptyAddresses(connection)).to.deep.equal([]);
  });

  it("given overrides, a date among them, is populated all the same", async () => {
    const { alpha } = await createAlphaHre();
    const initialDate = "2031-01-01T00:00:00Z";
    const override = { initialDate, allowUnlimitedContractSize: true };
    await using connection = closing(
      await alpha.connect({
        ...{ network: "testnetSandbox", chainType: "generic", override },
      }),
    );

    expect(connection.alpha.sandbox).to.equal(true);
    expect(await emptyAddresses(connection)).to.deep.equal([]);
    const date = Date.parse(initialDate) / 1000;
    expect(await headTime(connection)).to.equal(date);
  });

  it("is shared and populated once through getOrCreate", async () => {
    const { network } = await createAlphaHre();
    await using first = closing(await network.getOrCreate("devnetSandbox"));
    const second = await network.getOrCreate("devnetSandbox");

    expect(second).to.equal(first);
    expect(await ask(second, "eth_blockNumber")).to.equal("0x2");
  });
});

describe("a sandbox that cannot be populated", () => {
  const networks = { devnet: { registry: { Router: TAKEN } } } as const;
  const forking = { url: "http://127.0.0.1:1", enabled: true };
  for (const [title, alpha, override, expected] of [
    ["one address for two contracts", { networks }, {}, TAKEN],
    ["a fork", {}, { forking }, "A sandbox cannot be a fork"],
  ] as const) {
    it(`given ${title}, says so`, async () => {
      const { network } = await createAlphaHre({ alpha });

      const { message } = await errorOf(() =>
        network.create({ network: "devnetSandbox", override }),
      );
      expect(message).to.include(expected);
    });
  }
});
