import { expect } from "chai";

import { enabledNetwork } from "../../src/config/configured-networks.ts";
import { unsetPaths } from "../../src/config/network-values.ts";
import { NETWORK_DEFINITIONS } from "../../src/networks/definitions.ts";
import { createAlphaHreOf } from "../support/alpha-hre.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";

const OWN = { like: "testnet", chainId: 23294 };

/** The resolved network of a project's own. */
async function resolved(name: string, user: unknown, rest: object = {}) {
  const { config } = await createAlphaHreOf({
    ...rest,
    networks: { [name]: user },
  });
  const network = enabledNetwork(config.alpha, name);
  if (network === undefined) {
    throw new Error(`there is no network ${name}`);
  }
  return { config, network };
}

describe("a network of a project's own", () => {
  for (const like of ["devnet", "testnet", "third"] as const) {
    it(`given ${like} to be like, then it has its registry keys, portal fields and version labels, and none of its values`, async () => {
      const { network } = await resolved("mine", { like, chainId: 5 });
      const { contracts, values, tokens, feeToken, services } = network;
      const { registry, portal, versions } = NETWORK_DEFINITIONS[like];

      expect(network.definition).to.deep.include({
        registry,
        portal,
        versions,
      });
      expect(contracts.map(({ kind }) => kind)).to.not.include("portal");
      expect(contracts.flatMap(({ address }) => address ?? [])).to.eql([]);
      expect(feeToken).to.equal(undefined);
      expect(tokens.alpha.name).to.equal(undefined);
      expect(tokens.alpha.decimals).to.equal(undefined);
      expect(
        Object.values(services).map((url) => url.known(false).kind),
      ).to.not.include("literal");
      expect(values).to.deep.equal({
        chainId: 5,
        networkId: 5,
        displayName: "mine",
        isDefault: false,
        startBlock: 0,
        transactionBlockTimeout: 50,
        transactionConfirmationBlocks: 1,
        transactionPollingTimeout: like === "third" ? 750_000 : 750,
        gasFeeMultiplier: 1,
      });
    });
  }

  for (const [like, unit, expected] of [
    ["third", "seconds", 750],
    ["devnet", "milliseconds", 750_000],
  ] as const) {
    it(`given a time-out in ${unit}, unlike that of ${like}, then the default is in ${unit}, too`, async () => {
      const { network } = await resolved("mine", {
        ...{ like, chainId: 5 },
        transactionPollingTimeoutUnit: unit,
      });

      expect(network.transactionPollingTimeoutUnit).to.equal(unit);
      expect(network.values.transactionPollingTimeout).to.equal(expected);
    });
  }

  it("has the base token, a euro token if anything of it is set, and a fee token if its symbol is", async () => {
    for (const [user, kinds, symbol] of [
      [{ feeToken: { name: "N" } }, ["alpha"], undefined],
      [
        { tokens: { euro: { symbol: "E" } }, feeToken: { symbol: "F" } },
        ["euro", "alpha"],
        "F",
      ],
    ] as const) {
      const { network } = await resolved("mine", { ...OWN, ...user });
      const unset = unsetPaths(network, false);

      expect(
        network.contracts
          .filter(({ kind }) => kind === "token")
          .map(({ key }) => key),
      ).to.eql(kinds);
      expect(network.feeToken?.name).to.equal(symbol);
      for (const kind of ["euro", "alpha"] as const) {
        expect(unset.includes(`tokens.${kind}.address`)).to.equal(
          kinds.some((one) => one === kind),
        );
      }
    }
  });

  it("is added to Hardhat with its sandbox and its fork", async () => {
    const { config, network } = await resolved("sapphire", OWN, {
      forks: { blockNumbers: { sapphire: 7 } },
    });

    expect(network).to.deep.include({
      hardhatNetwork: { name: "sapphire" },
      sandboxNetwork: { name: "sapphireSandbox" },
      forkNetwork: { name: "sapphireFork" },
    });
    expect(config.networks["sapphireSandbox"]).to.include({
      type: "edr-simulated",
      chainId: 23294,
      networkId: 23294,
      alphaSandbox: true,
    });
    expect(config.networks["sapphireFork"]).to.deep.include({
      chainId: 23294,
      alphaNetwork: "sapphire",
    });
  });

  it("has environment variables with its name, where a hyphen is an underscore", async () => {
    const { network } = await resolved("op-sepolia", OWN);

    expect(network.url.setting).to.contain("ALPHA_OP_SEPOLIA_RPC_URL");
    expect(network.services["nodeUri"]?.setting).to.contain(
      "ALPHA_OP_SEPOLIA_NODE_URI",
    );
  });

  it("given chain id 100 instead of the third network, is guarded against Gnosis Chain, unless it has Gnosis Chain's own block 0", async () => {
    const mine = { like: "testnet", chainId: 100 };
    const [gnosis] = NETWORK_DEFINITIONS.third.chainsWithSameId;
    const genesisHash = `0x${gnosis.genesisHash.slice(2).toUpperCase()}`;
    for (const [user, others] of [
      [mine, ["Gnosis Chain"]],
      [{ ...mine, genesisHash }, []],
    ] as const) {
      const hre = await createAlphaHreOf({
        networks: { third: false, mine: user },
      });
      const network = enabledNetwork(hre.config.alpha, "mine");

      expect(network?.guard).to.equal(others.length > 0);
      expect(
        network?.definition.chainsWithSameId.map(({ name }) => name),
      ).to.eql(others);
    }
  });

  describe("with an address book", () => {
    const BOOK = { like: "testnet", book: "oasis_sapphire_testnet" };

    it("has the chain id, the addresses and the start block of its entry, and says so", async () => {
      const { network } = await resolved("mine", BOOK);

      expect(network.values).to.include({
        chainId: 23295,
        startBlock: 2565487,
        displayName: "mine",
      });
      expect(network.portal["network"]).to.equal("mine");
      expect(
        network.contracts.flatMap(({ kind, address }) =>
          kind === "registry" && address === undefined ? [kind] : [],
        ),
      ).to.eql([]);
      expect(network.origins.get("registry.Router")?.kind).to.equal("source");
      expect(network.origins.get("chainId")).to.eql({
        kind: "config",
        path: "alpha.networks.mine.book",
      });
      expect(network.definition.addressBook?.key).to.equal(BOOK.book);
    });

    it("without a base token, has no key, token or portal field of it, and its sandbox is whole", async () => {
      for (const [like, key] of [
        ["testnet", "Alpha"],
        ["third", "AlphaToken"],
      ] as const) {
        const hre = await createAlphaHreOf({
          networks: { mine: { like, book: "base", registry: { [key]: null } } },
        });
        const network = enabledNetwork(hre.config.alpha, "mine");
        const report = await hre.alpha.verify({
          networks: ["mineSandbox"],
          level: "wiring",
        });

        expect(network?.definition.registry).not.to.have.property(key);
        expect(network?.portal).not.to.have.any.keys(
          "alphaTokenAddress",
          "alphaTokenSymbol",
        );
        expect(network?.contracts.map(({ kind }) => kind)).not.to.include(
          "token",
        );
        expect(report.outcome).to.equal("ok");
      }
    });

    for (const [title, user, words] of [
      [
        "an entry that there is not",
        { ...BOOK, book: "oasis_saphire_testnet" },
        /has no entry "oasis_saphire_testnet"\. Did you mean oasis_sapphire_testnet\? Its entries: mumbai, /,
      ],
      [
        "another chain id than the entry's",
        { ...BOOK, chainId: 5 },
        /the chain id is 5, but that of "oasis_sapphire_testnet" .* is 23295/,
      ],
      [
        "a file that there is not",
        { ...BOOK, book: { file: "/nowhere/book.json", entry: "a" } },
        /^alpha\.networks\.mine\.book: \/nowhere\/book\.json: The file does not exist/,
      ],
    ] as const) {
      it(`given ${title}, then that is an error`, async () => {
        expect(await pluginMessageOf(() => resolved("mine", user))).to.match(
          words,
        );
      });
    }
  });
});
