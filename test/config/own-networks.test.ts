import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";

import { enabledNetwork } from "../../src/config/configured-networks.ts";
import { NETWORK_DEFINITIONS } from "../../src/networks/definitions.ts";
import { createAlphaHreOf } from "../support/alpha-hre.ts";
import { mistakesIn } from "../support/config-hooks.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";

const OWN = { like: "testnet", chainId: 23294 };
const ROUTER = "0x4Ede1776D6B75de6c907172Abc0453a3C8AB372a";

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
  it("has the registry keys, portal fields and version labels of the one that it is like", async () => {
    for (const like of ["devnet", "testnet", "third"] as const) {
      const { definition } = (await resolved("mine", { like, chainId: 5 }))
        .network;
      const { registry, portal, versions } = NETWORK_DEFINITIONS[like];

      expect(definition).to.deep.include({ registry, portal, versions });
    }
  });

  it("has none of its values", async () => {
    for (const like of ["devnet", "testnet", "third"] as const) {
      const { network } = await resolved("mine", { like, chainId: 5 });
      const { contracts, values, tokens, feeToken, services } = network;

      expect(contracts.map(({ kind }) => kind)).to.not.include("portal");
      expect(contracts.flatMap(({ address }) => address ?? [])).to.eql([]);
      expect(feeToken).to.equal(undefined);
      expect(tokens.alpha.name).to.equal(undefined);
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
      const published = new Set(["reference", "preset"]);
      expect(
        [...network.origins]
          .filter(([, { kind }]) => published.has(kind))
          .map(([path]) => path)
          .filter(
            (path) => !/^(tokens\.\w+\.role|portal\.isCustom)$/.test(path),
          ),
      ).to.eql([]);
    }
  });

  it("is added to Hardhat with its sandbox and its fork, after the reference's", async () => {
    const { config, network } = await resolved("sapphire", OWN, {
      forks: { blockNumbers: { sapphire: 7 } },
    });

    expect(Object.keys(config.alpha.networks)).to.eql([
      "devnet",
      "testnet",
      "third",
      "sapphire",
    ]);
    expect(network).to.deep.include({
      hardhatNetwork: { name: "sapphire" },
      sandboxNetwork: { name: "sapphireSandbox" },
      forkNetwork: { name: "sapphireFork" },
    });
    expect(config.networks["sapphire"]).to.include({
      type: "http",
      chainId: 23294,
      alphaNetwork: "sapphire",
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

  it("has a Hardhat network of another name, if the user sets it", async () => {
    const { config } = await resolved("sapphire", { ...OWN, name: "oasis" });

    expect(config.networks["sapphire"]).to.equal(undefined);
    expect(config.networks["oasisSandbox"]).to.include({
      alphaNetwork: "sapphire",
    });
  });

  it("given chain id 100 instead of the third network, is guarded against Gnosis Chain", async () => {
    const { config } = await createAlphaHreOf({
      networks: { third: false, mine: { like: "testnet", chainId: 100 } },
    });
    const network = enabledNetwork(config.alpha, "mine");

    expect(network?.guard).to.equal(true);
    expect(network?.definition.chainsWithSameId.map(({ name }) => name)).to.eql(
      ["Gnosis Chain"],
    );
  });

  it("given Gnosis Chain's own block 0, is Gnosis Chain", async () => {
    const [gnosis] = NETWORK_DEFINITIONS.third.chainsWithSameId;
    const genesisHash = `0x${gnosis.genesisHash.slice(2).toUpperCase()}`;
    const { config } = await createAlphaHreOf({
      networks: {
        third: false,
        mine: { like: "testnet", chainId: 100, genesisHash },
      },
    });

    expect(
      enabledNetwork(config.alpha, "mine")?.definition.chainsWithSameId,
    ).to.eql([]);
  });

  it("is read from an address book and a portal's file, by its chain id", async () => {
    const root = mkdtempSync(join(tmpdir(), "alpha-own-"));
    const book = join(root, "address.json");
    const portal = join(root, "chains.config.js");
    writeFileSync(
      book,
      JSON.stringify({
        oasis_sapphire: { chainId: 23294, Router: ROUTER, startBlock: 905232 },
        other: { chainId: 7, Router: ROUTER },
      }),
    );
    writeFileSync(
      portal,
      `module.exports = [{ chainId: 23294, network: "oasis", oceanTokenSymbol: "mOCEAN", nodeUri: "https://a.example" }];`,
    );
    try {
      const { network } = await resolved("sapphire", OWN, {
        sources: [
          { type: "address-json", file: book },
          { type: "portal", file: portal, network: "sapphire" },
        ],
      });

      expect(network.values.startBlock).to.equal(905232);
      expect(network.origins.get("registry.Router")).to.include({
        kind: "source",
        line: 1,
      });
      expect(network.portal).to.include({
        network: "oasis",
        alphaTokenSymbol: "mOCEAN",
      });
      expect(network.url.known(false)).to.eql({
        kind: "literal",
        value: "https://a.example",
      });
    } finally {
      rmSync(root, { recursive: true });
    }
  });
});

describe("a network of a project's own with an address book", () => {
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

  it("has what the config sets in place of that, and may have a book of its own", async () => {
    const root = mkdtempSync(join(tmpdir(), "alpha-book-"));
    const file = join(root, "book.json");
    writeFileSync(file, JSON.stringify({ a: { chainId: 77, Router: ROUTER } }));
    try {
      const { network } = await resolved("mine", {
        like: "testnet",
        book: { file, entry: "a" },
        startBlock: 5,
        portal: { network: "shown" },
      });

      expect(network.values).to.include({ chainId: 77, startBlock: 5 });
      expect(network.portal["network"]).to.equal("shown");
    } finally {
      rmSync(root, { recursive: true });
    }
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

describe("mistakes in networks of a project's own", () => {
  const mistakesOf = (networks: object, rest: object = {}) =>
    mistakesIn({ alpha: { ...rest, networks } });

  const MISTAKES: readonly (readonly [
    title: string,
    networks: object,
    path: string,
    message: RegExp,
  ])[] = [
    [
      "no chain id",
      { mine: { like: "devnet" } },
      "mine.chainId",
      /that of devnet is not inherited/,
    ],
    [
      "a text as chain id",
      { mine: { like: "devnet", chainId: "5" } },
      "mine.chainId",
      /whole number above 0/,
    ],
    [
      "a network that it cannot be like",
      { mine: { like: "tesnet", chainId: 5 } },
      "mine.like",
      /^Expected one of devnet, testnet, third: .* Did you mean testnet\?/,
    ],
    [
      "a version of the portal config that there is not",
      { third: { versions: { portal: "V4" } } },
      "third.versions.portal",
      /^Expected a version of its portal config: v3 or v4/,
    ],
    [
      "a book that is neither a name nor a file",
      { mine: { like: "testnet", book: { file: 5, entry: "a" } } },
      "mine.book",
      /^Expected the name of an entry/,
    ],
    [
      "no address for another contract than the base token",
      { mine: { ...OWN, registry: { Router: null } } },
      "mine.registry.Router",
      /^Expected string, received null/,
    ],
    [
      "another own network to be like",
      { a: OWN, mine: { like: "a", chainId: 5 } },
      "mine.like",
      /^Expected one of devnet, testnet, third/,
    ],
    [
      "the name of a property of objects",
      { toString: { like: "devnet", chainId: 5 } },
      "toString",
      /cannot have this name/,
    ],
    [
      "the name of one of Hardhat's networks",
      { localhost: OWN },
      "localhost",
      /cannot have this name/,
    ],
    ["a name that is none", { "a b": OWN }, "a b", /Expected a letter/],
    ["a name of the reference", { devnet: OWN }, "devnet.like", /Unknown key/],
    [
      "no like",
      { mine: { chainId: 5 } },
      "mine",
      /^Unknown key\. .*mine: \{ like: "testnet", chainId: … \}/,
    ],
    ["false", { mine: false }, "mine", /^Unknown key/],
    [
      "the name of a sandbox",
      { devnetSandbox: OWN },
      "devnetSandbox",
      /"devnetSandbox" is that of devnet, or of its sandbox or fork/,
    ],
    [
      "the name of a fork, without forks",
      { thirdFork: OWN },
      "thirdFork",
      /"thirdFork" is that of third/,
    ],
    [
      "another network's Hardhat name",
      { devnet: { name: "mine" }, mine: OWN },
      "mine",
      /"mine" is that of devnet/,
    ],
    [
      "a name that differs in case",
      { Devnet: OWN },
      "Devnet",
      /only differs from devnet/,
    ],
    [
      "two names with one variable",
      { "a-b": OWN, a_b: { ...OWN, chainId: 5 } },
      "a_b",
      /only differs from a-b/,
    ],
    [
      "the name of another variable",
      { discover: OWN },
      "discover",
      /^ALPHA_DISCOVER_RPC_URL is the node of alpha discover/,
    ],
    [
      "a name with the variables of another network's backend",
      { "third-backend": OWN },
      "third-backend",
      /^ALPHA_THIRD_BACKEND_\w+ would be a variable of third, too/,
    ],
    [
      "one that comes before that network",
      { x_backend: OWN, x: { like: "third", chainId: 5 } },
      "x",
      /^ALPHA_X_BACKEND_\w+ would be a variable of x_backend, too/,
    ],
    [
      "something else than text to be like",
      { mine: { like: Object.create(null), chainId: 5 } },
      "mine.like",
      /^Expected one of devnet, testnet, third/,
    ],
    [
      "devnet's chain id",
      { mine: { like: "testnet", chainId: 32456 } },
      "mine.chainId",
      /^devnet has the chain id 32456, too.*alpha\.networks\.devnet: false/,
    ],
    [
      "the third network's chain id",
      { mine: { like: "testnet", chainId: 100 } },
      "mine.chainId",
      /^third has the chain id 100, too/,
    ],
    [
      "the chain id that testnet is given",
      { testnet: { chainId: 5 }, mine: { like: "devnet", chainId: 5 } },
      "mine.chainId",
      /^testnet has the chain id 5/,
    ],
    [
      "the chain id of another own network",
      { a: OWN, mine: OWN },
      "mine.chainId",
      /^a has the chain id 23294, too.*Correct one of the two/,
    ],
    [
      "a registry key of another network",
      { mine: { ...OWN, registry: { AlphaToken: ROUTER } } },
      "mine.registry.AlphaToken",
      /Did you mean Alpha\?/,
    ],
    [
      "a backend, which testnet has not",
      { mine: { ...OWN, backend: {} } },
      "mine.backend",
      /Unknown key/,
    ],
    [
      "a value that contradicts another",
      { mine: { ...OWN, portal: { chainId: 5 } } },
      "mine.portal.chainId",
      /Contradicts alpha\.networks\.mine\.chainId/,
    ],
  ];

  for (const [title, networks, path, message] of MISTAKES) {
    it(`given ${title}, then that is the mistake`, async () => {
      const mistakes = await mistakesOf(networks);

      expect(Object.keys(mistakes)).to.eql([`alpha.networks.${path}`]);
      expect(Object.values(mistakes).join()).to.match(message);
    });
  }

  for (const [title, networks, path] of [
    ["the third network's", { devnet: { chainId: 100 } }, "devnet"],
    ["devnet's", { third: { portal: { chainId: 32456 } } }, "third"],
    ["testnet's", { third: false, devnet: { chainId: 32457 } }, "devnet"],
    ["one", { devnet: { chainId: 5 }, testnet: { chainId: 5 } }, "testnet"],
  ] as const) {
    it(`given ${title} chain id on a network of the reference, then that is the mistake`, async () => {
      const mistakes = await mistakesOf(networks);

      expect(Object.keys(mistakes)).to.eql([`alpha.networks.${path}.chainId`]);
      expect(Object.values(mistakes).join()).to.match(
        /has the chain id \d+, too.*or disable \w+ with alpha\.networks\.\w+: false/,
      );
    });
  }

  it("given chain ids that networks of the reference exchange, then there is no mistake", async () => {
    expect(
      await mistakesOf({ devnet: { chainId: 100 }, third: { chainId: 32456 } }),
    ).to.eql({});
  });

  it("given the chain id or names of a disabled network, then there is no mistake", async () => {
    expect(
      await mistakesOf({
        devnet: false,
        devnetSandbox: { like: "testnet", chainId: 32456 },
      }),
    ).to.eql({});
  });

  it("given another Hardhat network with its name, then the advice is to remove it, since false is none", async () => {
    const { networks } = (
      await createAlphaHreOf({
        networks: { mine: { ...OWN, name: "default" } },
      })
    ).config.alpha;
    const claim = enabledNetwork({ networks }, "mine")?.hardhatNetwork;
    const unclear = await mistakesIn({
      alpha: { networks: { mine: OWN } },
      networks: { mine: { type: "http", url: "http://127.0.0.1:1" } },
    });

    expect(JSON.stringify(claim)).to.match(
      /name, remove alpha\.networks\.mine, or/,
    );
    expect(unclear["networks.mine.chainId"]).to.match(
      /or remove alpha\.networks\.mine$/,
    );
  });

  it("given a source or a Hardhat network of an unknown network, then the own ones are offered", async () => {
    const mistakes = await mistakesIn({
      alpha: {
        networks: { sapphire: OWN },
        sources: [{ type: "address-json", file: "a", network: "ruby" }],
        forks: { blockNumbers: { ruby: 1 } },
      },
      networks: {
        a: { type: "http", url: "http://127.0.0.1:1", alphaNetwork: "ruby" },
      },
    });

    expect(mistakes["alpha.sources.0.network"]).to.match(/third, sapphire/);
    expect(mistakes["networks.a.alphaNetwork"]).to.match(/third, sapphire/);
    expect(Object.keys(mistakes)).to.include("alpha.forks.blockNumbers.ruby");
  });
});
