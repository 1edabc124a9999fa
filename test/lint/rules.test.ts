import { expect } from "chai";

import { indexNetworks } from "../../src/lint/network-index.ts";
import { parseLintFile } from "../../src/lint/parse-lint-file.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import { PRESET } from "../support/preset.ts";
import { withEnvironment } from "../support/with-environment.ts";
import {
  type Chain,
  inOcean,
  lintText,
  moduleOf,
  portalOf,
  rulesOf,
} from "./lint-text.ts";

const { devnet, testnet, third } = PRESET;
const NOBODYS = "0x52908400098527886E0F7030069857D2E4169EE7";

/** Devnet's portal config with changes; `undefined` takes a field away. */
function devnetWith(changes: Chain): Chain {
  return JSON.parse(JSON.stringify({ ...portalOf("devnet"), ...changes }));
}

/** The change that calls a field of devnet otherwise. */
function called(field: string, name: string): Chain {
  return { [field]: undefined, [name]: portalOf("devnet")[field] };
}

async function foundIn(...chains: readonly Chain[]) {
  return rulesOf(await lintText(moduleOf(...chains)));
}

const ZERO = `0x${"0".repeat(40)}`;

describe("the rules for a portal's chains", () => {
  const { registry, portal } = devnet;
  for (const [changes, expected] of [
    [{}, []],
    [
      {
        ...inOcean(portalOf("devnet")),
        alphaTokenAddress: undefined,
        alphaTokenSymbol: undefined,
        alphaCommunityFeeCollector: undefined,
      },
      [],
    ],
    [{ colour: "red" }, ["unknown-field warning"]],
    [{ routerFactoryAddress: registry["Router"] }, []],
    [{ veOCEAN: NOBODYS, poolFactoryAddress: NOBODYS }, []],
    [
      {
        nativeCurrency: { name: "E", symbol: "EURAU", decimals: 18 },
      },
      ["unknown-field warning"],
    ],
    [
      {
        nativeCurrency: { name: "E", symbol: "EURAU", decimals: 6 },
      },
      ["unknown-field warning", "wallet-chain error"],
    ],
    [{ networkId: 32456 }, []],
    [called("nftFactoryAddress", "nftFactoryAdress"), ["misspelt-field error"]],
    [called("nodeUri", "nodeURI"), ["misspelt-field error"]],
    [{ nodeURI: portal["nodeUri"] }, ["unknown-field warning"]],
    [{ dispenserAddress: undefined }, ["missing-field error"]],
    [{ gasFeeMultiplier: undefined }, ["missing-field warning"]],
    [
      { providerAddress: wrongCase(portal["providerAddress"]) },
      ["checksum error"],
    ],
    [
      {
        providerAddress: String(portal["providerAddress"]).toLowerCase(),
      },
      [],
    ],
    [
      { dispenserAddress: testnet.registry["Dispenser"] },
      ["wrong-address error"],
    ],
    [{ providerAddress: testnet.portal["providerAddress"] }, []],
    [
      { explorerUri: "https://explorer.example/{hidden}" },
      ["wrong-type error"],
    ],
    [
      {
        nodeUri: testnet.portal["nodeUri"],
        subgraphUri: testnet.portal["subgraphUri"],
        explorerUri: testnet.portal["explorerUri"],
      },
      ["copied-network error"],
    ],
    [{ providerUri: testnet.portal["providerUri"] }, []],
    [{ nodeUri: `${testnet.portal["nodeUri"]}/` }, ["copied-network error"]],
    [
      {
        dispenserAddress: registry["FixedPrice"],
        fixedRateExchangeAddress: registry["Dispenser"],
      },
      ["wrong-address error", "wrong-address error"],
    ],
    [{ alphaTokenAddress: devnet.tokens[0]?.address }, ["wrong-address error"]],
    [{ dispenserAddress: NOBODYS }, ["wrong-address error"]],
    [{ providerAddress: NOBODYS }, []],
    [{ network: "pontusx-testnet" }, ["chain-name error"]],
    [{ network: "my-devnet" }, []],
    [{ subgraphUri: "http://subgraph.example" }, ["http-url warning"]],
    [{ subgraphUri: "http://localhost:9000" }, []],
    [
      { subgraphUri: "http://localhost@subgraph.example" },
      ["http-url warning", "url-credentials warning"],
    ],
    [
      { providerUri: `${devnet.portal["providerUri"]}/` },
      ["trailing-slash warning"],
    ],
    [{ providerUri: "https://provider.example/" }, []],
    [{ dispenserAddress: ZERO }, ["placeholder-address error"]],
    [{ nodeUri: "http://localhost:8545" }, ["local-node warning"]],
    [{ nodeUri: "http://anvil:8545" }, ["local-node warning"]],
    [
      {
        nodeUri: "https://node.example/v3/0123456789abcdef0123456789abcdef",
      },
      ["url-credentials warning"],
    ],
    [
      {
        explorerUri: "https://explorer.pontus-x.eu/devnet/pontusx",
      },
      ["explorer warning"],
    ],
    [{ dispenserAddress: `${registry["Dispenser"]}5` }, ["wrong-type error"]],
    [{ startBlock: "57428" }, ["wrong-type error"]],
    [{ startBlock: -1 }, ["wrong-type error"]],
    [{ startBlock: 1.5 }, ["wrong-type error"]],
    [{ isCustom: "true" }, ["wrong-type error"]],
    [{ dispenserAddress: null }, ["wrong-type error"]],
    [{ dispenserAddress: [NOBODYS] }, ["wrong-type error"]],
    [{ dispenserAddress: "0x12" }, ["wrong-type error"]],
    [{ nodeUri: "" }, ["wrong-type error"]],
    [{ nodeUri: "ws://node.example" }, ["wrong-type error"]],
    [{ chainId: "32456" }, ["wrong-type error"]],
  ] as const) {
    it(`given devnet with ${JSON.stringify(changes)}, then ${expected.join(" and ") || "nothing"} is found`, async () => {
      expect(await foundIn(devnetWith(changes))).to.have.members([...expected]);
    });
  }

  for (const [name, field] of [
    ["nodeURL", "nodeUri"],
    ["NodeUrl", "nodeUri"],
    ["provider_URL", "providerUri"],
    ["SubgraphURL", "subgraphUri"],
    ["MetadataCacheURL", "metadataCacheUri"],
    ["DispenserAdress", "dispenserAddress"],
  ] as const) {
    it(`given ${name}, then it is ${field}, and to be repaired`, async () => {
      const findings = await lintText(
        moduleOf(devnetWith(called(field, name))),
      );

      const finding = findings.find(({ rule }) => rule === "misspelt-field");
      expect(finding?.message).to.equal(
        `Unknown field "${name}" of devnet; did you mean ${field}?`,
      );
      expect(finding?.fix).to.equal(`Rename it to ${field}.`);
      expect(finding?.fixable).to.equal(true);
    });
  }

  it("given fields of both dialects in one chain, then the rarer one is found at its name", async () => {
    const chain = { ...inOcean(portalOf("devnet")) };
    delete chain["opfCommunityFeeCollector"];
    chain["alphaCommunityFeeCollector"] =
      devnet.registry["AlphaCommunityFeeCollector"];

    const findings = await lintText(moduleOf(chain));
    const mixed = findings.filter(({ rule }) => rule === "mixed-versions");

    expect(mixed.map(({ message }) => message)).to.match(
      /^alphaCommunityFeeCollector is a name in the dialect reference, but oceanToken\w+ on line \d+ is one in ocean\.$/,
    );
  });

  it("given a missing field in a file of the dialect ocean, then it is called so", async () => {
    const { oceanTokenAddress: _, ...chain } = inOcean(portalOf("devnet"));

    const findings = await lintText(moduleOf(chain));

    expect(findings.map(({ message }) => message)).to.include(
      "devnet has no oceanTokenAddress.",
    );
  });

  const without = (chain: Chain, ...names: readonly string[]): Chain =>
    Object.fromEntries(
      Object.entries(chain).filter(([name]) => !names.includes(name)),
    );
  const THIRD = portalOf("third");
  const OTHER = { chainId: 137, isDefault: true, network: "polygon" };
  for (const [title, chains, expected] of [
    [
      "two dialects in two chains",
      [portalOf("devnet"), inOcean(portalOf("testnet"))],
      ["mixed-versions warning"],
    ],
    ["one chain twice", [THIRD, THIRD], ["duplicate error"]],
    [
      "one name for two chain ids",
      [
        devnetWith({ network: "pontusx" }),
        { ...portalOf("testnet"), network: "pontusx" },
      ],
      ["duplicate error"],
    ],
    [
      "several defaults, which portals all query",
      [devnetWith({ isDefault: true }), THIRD],
      [],
    ],
    [
      "no default and a chain that could be one",
      [{ ...THIRD, isDefault: false }],
      ["default-network warning"],
    ],
    [
      "no default among networks that have none",
      [portalOf("devnet"), portalOf("testnet")],
      [],
    ],
    ["a file without isDefault", [without(THIRD, "isDefault")], []],
    ["the third network's published values", [THIRD], []],
    [
      "its URLs without the reference's slashes",
      [
        {
          ...THIRD,
          explorerUri: String(THIRD["explorerUri"]).slice(0, -1),
          metadataCacheUri: "https://cache.example",
        },
      ],
      [],
    ],
    [
      "no name, but the third network's node and contracts",
      [without(THIRD, "network", "name")],
      ["missing-field warning"],
    ],
    [
      "no name, but the third network's node",
      [{ chainId: 100, isDefault: true, nodeUri: THIRD["nodeUri"] }],
      ["missing-field warning"],
    ],
    [
      "no name, and nothing of the third network",
      [{ chainId: 100, isDefault: true, dispenserAddress: NOBODYS }],
      ["chain-name warning"],
    ],
    [
      "the registry's dispenser in the older portal config",
      [{ ...THIRD, dispenserAddress: third.registry["Dispenser"] }],
      ["wrong-address error"],
    ],
    [
      "a chain that is none of the networks",
      [
        {
          ...OTHER,
          nodeUri: "https://polygon.example/",
          dispenserAddress: NOBODYS.toLowerCase(),
        },
      ],
      [],
    ],
    [
      "a chain of an older portal, which has a networkId alone",
      [{ networkId: 2021000, isDefault: true, name: "A testnet" }],
      [],
    ],
    [
      "a chain without any id",
      [without(OTHER, "chainId")],
      ["missing-field error"],
    ],
    [
      "one of the networks' addresses under another chain id",
      [{ ...OTHER, dispenserAddress: registry["Dispenser"] }],
      ["wrong-address warning"],
    ],
  ] as const) {
    it(`given ${title}, then ${expected.join(" and ") || "nothing"} is found`, async () => {
      expect(await foundIn(...chains)).to.have.members([...expected]);
    });
  }

  it("given no isCustom, then it is only missed where getCustomChainIds reads it", async () => {
    const { isCustom: _, ...chain } = portalOf("testnet");
    const text = moduleOf({ ...chain, isDefault: true });
    const custom =
      "const getCustomChainIds = () => chains.filter((c) => c.isCustom).map((c) => c.chainId);\n";

    expect(rulesOf(await lintText(text))).to.deep.equal([]);
    expect(rulesOf(await lintText(`${text}${custom}`))).to.deep.equal([
      "missing-field warning",
    ]);
  });

  it("given fields that the file's own functions read, then they are known", async () => {
    const text = moduleOf({
      ...portalOf("testnet"),
      isDefault: true,
      isActive: true,
      colour: "red",
    });
    const active =
      "const getActiveChains = () => chains.filter(({ isActive }) => isActive);\n";

    const [both] = await lintText(text);
    expect(both?.message).to.equal(
      "2 fields of testnet that neither the reference nor the file's own code has: isActive and colour.",
    );
    const [one] = await lintText(`${text}${active}`);
    expect(one?.message).to.equal(
      "A field of testnet that neither the reference nor the file's own code has: colour.",
    );
  });

  it("given two chains that share their node and their explorer, then both are found", async () => {
    const urls = {
      nodeUri: "https://node.example",
      explorerUri: "https://explorer.example",
      isDefault: true,
    };

    expect(
      await foundIn(
        { ...urls, chainId: 1, network: "one" },
        { ...urls, chainId: 10, network: "ten" },
      ),
    ).to.have.members(["shared-url error", "shared-url warning"]);
  });

  it("given an entry of another chain with a network's values, then it is one error that lists them, and advises nothing that cannot be done", async () => {
    const { chainId: _, network: __, ...values } = portalOf("testnet");
    const findings = await lintText(
      moduleOf({
        ...values,
        chainId: 11_155_111,
        network: "sepolia",
        isDefault: true,
        nodeUri: "https://sepolia.example",
      }),
    );

    expect(rulesOf(findings)).to.deep.equal(["copied-network error"]);
    expect(findings[0]?.message).to.equal(
      '"sepolia" (chain id 11155111) has 8 values of testnet (32457): subgraphUri, explorerUri, alphaTokenAddress, fixedRateExchangeAddress, dispenserAddress, nftFactoryAddress, alphaCommunityFeeCollector and providerUri.',
    );
    expect(findings[0]?.fix).not.to.include("alpha config");
  });

  for (const [title, fields, isCopied] of [
    ["its node", { nodeUri: devnet.portal["nodeUri"] }, true],
    ["its explorer", { explorerUri: devnet.portal["explorerUri"] }, true],
    ["its subgraph", { subgraphUri: devnet.portal["subgraphUri"] }, true],
    ["its provider", { providerUri: devnet.portal["providerUri"] }, true],
    [
      "its metadata cache",
      { metadataCacheUri: devnet.portal["metadataCacheUri"] },
      false,
    ],
    [
      "its provider's account",
      { providerAddress: devnet.portal["providerAddress"] },
      false,
    ],
    ["one contract", { dispenserAddress: registry["Dispenser"] }, false],
    [
      "two contracts",
      {
        dispenserAddress: registry["Dispenser"],
        nftFactoryAddress: registry["ERC721Factory"],
      },
      true,
    ],
    [
      "one contract twice",
      {
        dispenserAddress: registry["Dispenser"],
        factoryAddress: registry["Dispenser"],
      },
      false,
    ],
  ] as const) {
    it(`given another chain with ${title} of a network, then it is ${isCopied ? "a copy" : "no copy"}`, async () => {
      const found = await foundIn({ chainId: 137, isDefault: true, ...fields });

      expect(found.includes("copied-network error")).to.equal(isCopied);
    });
  }

  describe("on chain id 100", () => {
    for (const [network, expected] of [
      ["mine", ["chain-name warning"]],
      ["xdai", []],
      ["gnosis-mainnet", []],
    ] as const) {
      it(`given the name ${network}, then it is not checked as the third network, and ${expected.length === 0 ? "nothing is" : "that is"} found`, async () => {
        const found = await foundIn({
          chainId: 100,
          isDefault: true,
          network,
          dispenserAddress: NOBODYS,
        });

        expect(found).to.deep.equal(expected);
      });
    }

    it("given the registry's version, then its addresses are compared with the registry", async () => {
      const { registry } = third;
      const v4 = {
        chainId: 100,
        isDefault: true,
        isCustom: true,
        network: "genx",
        metadataCacheUri: "https://cache.example",
        nodeUri: "https://node.example",
        providerUri: "https://provider.example",
        subgraphUri: "https://subgraph.example",
        explorerUri: "https://explorer.example",
        alphaTokenAddress: registry["AlphaToken"],
        alphaTokenSymbol: "OCEAN",
        fixedRateExchangeAddress: registry["FixedPrice"],
        dispenserAddress: registry["Dispenser"],
        startBlock: 3_665_369,
        transactionBlockTimeout: 50,
        transactionConfirmationBlocks: 1,
        transactionPollingTimeout: 750,
        gasFeeMultiplier: 1,
        nftFactoryAddress: registry["ERC721Factory"],
        alphaCommunityFeeCollector: registry["CommunityFeeCollector"],
        providerAddress: NOBODYS,
      };

      expect(await foundIn(v4)).to.deep.equal([]);
      expect(
        await foundIn({ ...v4, dispenserAddress: registry["FixedPrice"] }),
      ).to.have.members(["wrong-address error"]);
    });
  });

  for (const [title, value, expected] of [
    ["an empty text", '""', []],
    ["null", "null", []],
    ["undefined", "undefined", []],
    ["no URL", '"explorer"', ["wrong-type error"]],
  ] as const) {
    it(`given a development chain of a portal's own whose explorer is ${title}, then ${expected.join() || "nothing"} is found`, async () => {
      const findings = await lintText(
        `module.exports = [{ chainId: 8996, isDefault: true, network: "development", explorerUri: ${value} }];`,
      );

      expect(rulesOf(findings)).to.deep.equal(expected);
    });
  }
});

describe("the rules for a wallet's chains", () => {
  const metadata = {
    chainId: 32457,
    networkId: 32457,
    name: "A testnet",
    chain: "A",
    rpc: ["https://node.example"],
    faucets: [],
    nativeCurrency: { name: "EURAU", symbol: "EURAU", decimals: 18 },
    infoURL: "https://docs.example",
    shortName: "A",
    explorers: [{ name: "E", url: "https://explorer.example", standard: "" }],
  };

  for (const [title, change, expected] of [
    ["all right values", {}, []],
    [
      "decimals that wallets refuse",
      { nativeCurrency: { name: "E", symbol: "EURAU", decimals: 6 } },
      ["wallet-chain error"],
    ],
    [
      "no decimals",
      { nativeCurrency: { name: "E", symbol: "EURAU" } },
      ["wallet-chain error"],
    ],
    [
      "an http URL in a list",
      { rpc: ["http://node.example"] },
      ["http-url warning"],
    ],
    [
      "an http URL of an explorer",
      { explorers: [{ name: "E", url: "http://explorer.example" }] },
      ["http-url warning"],
    ],
    ["no name", { name: undefined }, ["missing-field error"]],
    ["another network id", { networkId: 1 }, ["chain-name error"]],
  ] as const) {
    it(`given ${title}, then ${expected.join(" and ") || "nothing"} is found`, async () => {
      const list = JSON.parse(JSON.stringify([{ ...metadata, ...change }]));
      const findings = await lintText(
        `module.exports = { networksMetadata: ${JSON.stringify(list)} };`,
        "networksMetadata.config.js",
      );

      expect(rulesOf(findings)).to.deep.equal([...expected]);
    });
  }
});

describe("the rules for address books", () => {
  const book = {
    chainId: 23294,
    startBlock: 108,
    Router: devnet.registry["Router"],
    Dispenser: devnet.registry["Dispenser"],
    ERC721Template: { 1: devnet.registry["Router"] },
  };
  const found = async (change: object) =>
    (
      await lintText(
        JSON.stringify({ mine: { ...book, ...change } }),
        "address.json",
      )
    )
      .filter(({ rule }) => rule === "wrong-type")
      .map(({ severity, message }) => `${severity}: ${message}`);

  for (const [change, message] of [
    [
      { startBlock: "108" },
      'startBlock of "mine" is a string of 3 characters, not a non-negative integer.',
    ],
    [
      { startBlock: -5 },
      'startBlock of "mine" is the number -5, not a non-negative integer.',
    ],
    [
      { startBlock: null },
      'startBlock of "mine" is null, not a non-negative integer.',
    ],
    [
      { Dispenser: [book.Dispenser] },
      'Dispenser of "mine" is a list, not an address (0x and 40 hexadecimal digits).',
    ],
    [
      { Dispenser: { 1: book.Dispenser } },
      'Dispenser of "mine" is an object, not an address (0x and 40 hexadecimal digits).',
    ],
    [
      { ERC721Template: book.Router },
      'ERC721Template of "mine" is no list of addresses.',
    ],
  ] as const) {
    it(`given ${JSON.stringify(Object.entries(change)[0])}, then that is an error`, async () => {
      expect(await found(change)).to.deep.equal([`error: ${message}`]);
    });
  }

  it("given an entry without lists, then each is missed once", async () => {
    const { ERC721Factory } = devnet.registry;
    const entry = { chainId: 32456, Router: book.Router, ERC721Factory };
    const text = JSON.stringify({ devnet: entry });
    const [finding] = await lintText(text, "address.json");

    expect(finding?.message).to.equal(
      "devnet has no Ocean, OPFCommunityFeeCollector, FixedPrice, ERC20Template, ERC721Template and Dispenser.",
    );
  });

  it("given valid values, none, or a former contract, then there is no error", async () => {
    for (const change of [
      {},
      { startBlock: 0 },
      { startBlock: undefined },
      { Dispenser: "" },
      { ERC721Template: [book.Router] },
      { Metadata: book.Router },
    ]) {
      expect(await found(change)).to.deep.equal([]);
    }
  });
});

describe("the rules for names, explorers, placeholders and duplicates", () => {
  const metadata = (change: Chain) => ({
    chainId: 32456,
    name: "Pontus-X Devnet",
    rpc: ["https://rpc.dev.pontus-x.eu"],
    nativeCurrency: { name: "EURAU", symbol: "EURAU", decimals: 18 },
    ...change,
  });

  for (const [title, chain, expected] of [
    [
      "a devnet entry of a portal that is named like the testnet",
      devnetWith({ name: "Pontus-X Testnet" }),
      ["chain-name error"],
    ],
    [
      "a devnet entry whose network is called testnet",
      devnetWith({ network: "testnet" }),
      ["chain-name error"],
    ],
    [
      "a wallet's devnet that is named like the testnet, in other letters",
      metadata({ name: "PONTUSX Testnet" }),
      ["chain-name error"],
    ],
    ["a wallet's devnet", metadata({}), []],
    [
      "a native currency that is not the network's",
      metadata({
        nativeCurrency: { name: "EUROe", symbol: "EUROe", decimals: 18 },
      }),
      ["wallet-chain warning"],
    ],
    [
      "an explorer on a host of devnet in testnet's entry",
      {
        ...portalOf("testnet"),
        explorerUri: "https://explorer.dev.pontus-x.eu",
      },
      ["explorer warning"],
    ],
    [
      "an explorer on a host of devnet in the entry of another chain",
      {
        chainId: 137,
        isDefault: true,
        explorerUri: "https://explorer.dev.pontus-x.eu/polygon",
      },
      ["explorer warning"],
    ],
    [
      "an explorer on a host of devnet in its own entry",
      devnetWith({ explorerUri: "https://explorer.dev.pontus-x.eu" }),
      [],
    ],
    [
      "an explorer of the company of a network",
      devnetWith({ explorerUri: "https://explorer.pontus-x.example" }),
      [],
    ],
    ...[
      `0x${"1234567890".repeat(4)}`,
      "0x0123456789abcdef0123456789abcdef01234567",
      `0x${"1".repeat(40)}`,
      `0x${"deadbeef".repeat(5)}`,
    ].map(
      (address) =>
        [
          `the typed-in address ${address}`,
          devnetWith({ dispenserAddress: address }),
          ["placeholder-address error"],
        ] as const,
    ),
    [
      "contracts of both versions of the third network",
      {
        ...portalOf("third"),
        nftFactoryAddress: third.registry["ERC721Factory"],
      },
      ["mixed-versions error", "wrong-address error"],
    ],
  ] as const) {
    it(`given ${title}, then ${expected.join(" and ") || "nothing"} is found`, async () => {
      expect(await foundIn(chain)).to.have.members([...expected]);
    });
  }

  it("given two chains with one explorer, then the finding has its whole URL and says what is wrong", async () => {
    const explorerUri = "https://explorer.example/first";
    const [finding] = await lintText(
      moduleOf(
        { chainId: 1, network: "one", explorerUri, isDefault: true },
        { chainId: 10, network: "ten", explorerUri },
      ),
    );

    expect(finding?.message).to.equal(
      `"ten" has the same explorer as "one" (line 5), so one of them has the other's explorer: ${explorerUri}.`,
    );
  });

  it("given two chains with one node that has a key, then the key is not shown", async () => {
    const nodeUri = "https://node.example/v3/0123456789abcdef0123456789abcdef";
    const findings = await lintText(
      moduleOf(
        { chainId: 1, network: "one", nodeUri, isDefault: true },
        { chainId: 10, network: "ten", nodeUri },
      ),
    );

    expect(rulesOf(findings)).to.include("shared-url error");
    expect(JSON.stringify(findings)).not.to.include("0123456789abcdef");
  });

  for (const text of [
    "module.exports = { chains: [] };",
    "export const chains = [];",
  ]) {
    it(`given ${text}, then that is an error`, async () => {
      const findings = await lintText(text);

      expect(rulesOf(findings)).to.deep.equal(["no-chains error"]);
    });
  }

  it("given two entries of one chain id in an address book, then the second is found", async () => {
    const entry = { chainId: 23294, Router: NOBODYS };
    const other = { ...entry, Dispenser: NOBODYS };
    const findings = await lintText(
      JSON.stringify({ one: entry, two: other }, null, 1),
      "address.json",
    );

    expect(rulesOf(findings)).to.deep.equal(["duplicate error"]);
    expect(findings[0]?.message).to.equal(
      'The chainId 23294 of "two" is already used on line 3.',
    );
  });
});

describe("an address book with a chain under two names, as clients look it up", () => {
  it("given the same contracts in both, then nothing is found", async () => {
    const entry = { chainId: 23294, Router: NOBODYS };

    expect(
      await lintText(
        JSON.stringify(
          { one: entry, development: { ...entry, startBlock: 0 } },
          null,
          1,
        ),
        "address.json",
      ),
    ).to.deep.equal([]);
  });
});

describe("the rules for what cannot be known", () => {
  const chain = (more: string) =>
    `const chains = [{ chainId: 137, isDefault: true, ${more} }];\n`;

  for (const [title, source, expected] of [
    [
      "a value that the environment gives",
      `${chain("nodeUri: process.env.NODE_URI")}module.exports = { chains };`,
      [],
    ],
    [
      "a value that the environment may replace, whose default is right",
      `${chain('nodeUri: process.env.NODE_URI || "https://a.example"')}module.exports = { chains };`,
      [],
    ],
    [
      "a value that the environment may replace, whose default is wrong",
      `${chain('nodeUri: process.env.NODE_URI ?? "a.example"')}module.exports = { chains };`,
      ["wrong-type error"],
    ],
    [
      "a chain id of the environment",
      "module.exports = { chains: [{ chainId: Number(process.env.ID), isDefault: true }] };",
      ["unknowable-chain unknown"],
    ],
    [
      "a chain of another file",
      "module.exports = { chains: [require('./more').chain] };",
      ["unknowable-chain unknown"],
    ],
    [
      "chains that code changes",
      `${chain('nodeUri: ""')}chains[0].nodeUri = "https://a.example";\nmodule.exports = { chains };`,
      [],
    ],
    [
      "a field twice",
      `${chain('nodeUri: "https://a.example", nodeUri: "https://b.example"')}module.exports = { chains };`,
      ["duplicate error"],
    ],
    [
      "an address book's entry",
      'module.exports = { "pontus-x-devnet": { chainId: 32456, startBlock: 1, Router: "0x12" } };',
      ["wrong-type error", "missing-field warning"],
    ],
    [
      "an entry of another kind of file",
      'module.exports = { "pontus-x-devnet": { chainId: 32456, Router: true } };',
      ["unreadable unknown"],
    ],
  ] as const) {
    it(`given ${title}, then ${expected.join(" and ")} is found`, async () => {
      const findings = await lintText(source);

      expect(rulesOf(findings)).to.have.members([...expected]);
    });
  }
});

function wrongCase(address: unknown): string {
  const text = String(address);
  const at = text.search(/[a-f]/);
  return `${text.slice(0, at)}${text.charAt(at).toUpperCase()}${text.slice(at + 1)}`;
}

describe("the rules for what depends on the environment", () => {
  const chain = (fields: string, before = "") =>
    `${before}\nmodule.exports = { chains: [{ chainId: 137, isDefault: true, ${fields} }] };`;

  it("given a wrong value without variables, then it is found", async () => {
    const findings = await lintText(
      chain(
        'nodeUri: process.env.STAGE === "live" ? "https://a.example" : "a.example"',
      ),
    );

    expect(rulesOf(findings)).to.have.members(["wrong-type error"]);
    expect(findings.find(({ rule }) => rule === "wrong-type")).to.include({
      message:
        "nodeUri of chain 137 is a string of 9 characters, not an http or https URL.",
      fixable: false,
    });
  });

  for (const [title, source, expected] of [
    [
      "wrong values in all branches",
      chain('nodeUri: process.env.A ? "a.example" : "b.example"'),
      ["wrong-type error"],
    ],
    [
      "one wrong value in both branches",
      chain(
        "nodeUri: process.env.A ? HOST : HOST",
        'const HOST = "a.example";',
      ),
      ["wrong-type error"],
    ],
    [
      "a network of which each branch has its own values",
      `const isTest = process.env.N === "test"; module.exports = [{ chainId: isTest ? 32457 : 32456, network: isTest ? "pontusx-testnet" : "pontusx-devnet", isDefault: true, isCustom: false, dispenserAddress: isTest ? "${PRESET.testnet.registry["Dispenser"]}" : "${devnet.registry["Dispenser"]}" }];`,
      ["missing-field warning"],
    ],
    [
      "a local node that only a variable chooses",
      chain(
        'nodeUri: process.env.A ? "http://localhost:8545" : "https://a.example"',
      ),
      [],
    ],
    [
      "one chain under two conditions that exclude each other",
      `const one = process.env.N === "one"; module.exports = [...(one ? [{ chainId: 137, isDefault: true }] : []), ...(!one ? [{ chainId: 137, isDefault: true }] : [])];`,
      [],
    ],
    [
      "a default chain in one environment only",
      `module.exports = [{ chainId: 137, isDefault: process.env.A === "a" }];`,
      ["default-network warning"],
    ],
  ] as const) {
    it(`given ${title}, then ${expected.join(" and ") || "nothing"} is found`, async () => {
      const found = rulesOf(await lintText(source));

      expect(found).to.deep.equal([...expected]);
    });
  }
});

describe("a network whose chain id a user set", () => {
  it("given an entry of that chain without a name, then it is that network, and nothing speaks of the chains with the old id", async () => {
    const { config } = await withEnvironment(
      {},
      async () =>
        await createAlphaHre({
          alpha: { networks: { third: { chainId: 555 } } },
        }),
    );
    const index = indexNetworks(config.alpha);
    const { entries } = await parseLintFile(
      "module.exports = [{ chainId: 555 }];",
      "chains.config.js",
      index,
    );
    const [entry] = entries;

    expect(entry?.network?.name).to.equal("third");
  });
});
