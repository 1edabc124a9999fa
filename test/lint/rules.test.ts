import { expect } from "chai";
import { indexNetworks } from "../../src/lint/network-index.ts";
import { parseLintFile } from "../../src/lint/parse-lint-file.ts";
import { createAlphaHreOf } from "../support/alpha-hre.ts";
import { PRESET } from "../support/preset.ts";
import {
  type Chain,
  inOcean,
  lintText,
  moduleOf,
  portalOf,
  rulesOf,
} from "./lint-text.ts";

const { devnet, testnet, third } = PRESET;
const { registry, portal } = devnet;
const NOBODYS = "0x52908400098527886E0F7030069857D2E4169EE7";
const ZERO = `0x${"0".repeat(40)}`;
const THIRD = portalOf("third");
const OTHER = { chainId: 137, isDefault: true, network: "polygon" };

/** A chain with changes; `undefined` takes a field away. */
function changed(chain: Chain, changes: Chain): Chain {
  return JSON.parse(JSON.stringify({ ...chain, ...changes }));
}

const devnetWith = (changes: Chain) => changed(portalOf("devnet"), changes);

/** The change that calls a field of devnet otherwise. */
const called = (field: string, name: string): Chain => ({
  [field]: undefined,
  [name]: portal[field],
});

/** An address with one letter in the wrong case. */
const mistyped = (address: unknown) =>
  String(address).replace(/[a-f]/, (letter) => letter.toUpperCase());

async function expectFound(
  text: string,
  expected: string,
  file?: string,
): Promise<void> {
  const found = rulesOf(await lintText(text, file));
  expect(found.toSorted().join(", ")).to.equal(expected);
}

const NOTHING = "";
const titleOf = (expected: string) => expected || "nothing";

/** Changes of devnet, by what is found. */
const DEVNET: Readonly<Record<string, readonly Chain[]>> = {
  [NOTHING]: [
    {},
    {
      ...inOcean(portalOf("devnet")),
      alphaTokenAddress: undefined,
      alphaTokenSymbol: undefined,
      alphaCommunityFeeCollector: undefined,
    },
    { routerFactoryAddress: registry["Router"] },
    { veOCEAN: NOBODYS, poolFactoryAddress: NOBODYS },
    { networkId: 32456 },
    { providerAddress: String(portal["providerAddress"]).toLowerCase() },
    { providerAddress: testnet.portal["providerAddress"] },
    { providerAddress: NOBODYS },
    { providerUri: testnet.portal["providerUri"] },
    { providerUri: "https://provider.example/" },
    { network: "my-devnet" },
    { subgraphUri: "http://localhost:9000" },
    { explorerUri: "https://explorer.dev.pontus-x.eu" },
    { explorerUri: "https://explorer.pontus-x.example" },
  ],
  "checksum error": [{ providerAddress: mistyped(portal["providerAddress"]) }],
  "unknown-field warning": [
    { colour: "red" },
    { nativeCurrency: { name: "E", symbol: "EURAU", decimals: 18 } },
    { nodeURI: portal["nodeUri"] },
  ],
  "unknown-field warning, wallet-chain error": [
    { nativeCurrency: { name: "E", symbol: "EURAU", decimals: 6 } },
  ],
  "misspelt-field error": [
    called("nftFactoryAddress", "nftFactoryAdress"),
    called("nodeUri", "nodeURI"),
  ],
  "missing-field error": [{ dispenserAddress: undefined }],
  "missing-field warning": [{ gasFeeMultiplier: undefined }],
  "copied-network error": [
    {
      nodeUri: testnet.portal["nodeUri"],
      subgraphUri: testnet.portal["subgraphUri"],
      explorerUri: testnet.portal["explorerUri"],
    },
    { nodeUri: `${testnet.portal["nodeUri"]}/` },
  ],
  "wrong-address error": [
    { dispenserAddress: testnet.registry["Dispenser"] },
    { dispenserAddress: NOBODYS },
    { alphaTokenAddress: devnet.tokens[0]?.address },
  ],
  "wrong-address error, wrong-address error": [
    {
      dispenserAddress: registry["FixedPrice"],
      fixedRateExchangeAddress: registry["Dispenser"],
    },
  ],
  "chain-name error": [
    { network: "pontusx-testnet" },
    { network: "testnet" },
    { name: "Pontus-X Testnet" },
  ],
  "http-url warning": [{ subgraphUri: "http://subgraph.example" }],
  "http-url warning, url-credentials warning": [
    { subgraphUri: "http://localhost@subgraph.example" },
  ],
  "trailing-slash warning": [{ providerUri: `${portal["providerUri"]}/` }],
  "placeholder-address error": [
    ZERO,
    `0x${"1234567890".repeat(4)}`,
    "0x0123456789abcdef0123456789abcdef01234567",
    `0x${"1".repeat(40)}`,
    `0x${"deadbeef".repeat(5)}`,
  ].map((dispenserAddress) => ({ dispenserAddress })),
  "local-node warning": [
    { nodeUri: "http://localhost:8545" },
    { nodeUri: "http://anvil:8545" },
  ],
  "url-credentials warning": [
    { nodeUri: "https://node.example/v3/0123456789abcdef0123456789abcdef" },
  ],
  "explorer warning": [
    { explorerUri: "https://explorer.pontus-x.eu/devnet/pontusx" },
  ],
  "wrong-type error": [
    { explorerUri: "https://explorer.example/{hidden}" },
    { dispenserAddress: `${registry["Dispenser"]}5` },
    { dispenserAddress: null },
    { dispenserAddress: [NOBODYS] },
    { dispenserAddress: "0x12" },
    { startBlock: "57428" },
    { startBlock: -1 },
    { startBlock: 1.5 },
    { isCustom: "true" },
    { nodeUri: "" },
    { nodeUri: "ws://node.example" },
    { chainId: "32456" },
  ],
};

/** Chains by their titles, by what is found in them. */
const CHAINS: Readonly<
  Record<string, Readonly<Record<string, readonly Chain[]>>>
> = {
  [NOTHING]: {
    "several defaults, which portals all query": [
      devnetWith({ isDefault: true }),
      THIRD,
    ],
    "no default among networks that have none": [
      portalOf("devnet"),
      portalOf("testnet"),
    ],
    "a file without isDefault": [changed(THIRD, { isDefault: undefined })],
    "the third network's published values": [THIRD],
    "its URLs without the reference's slashes": [
      {
        ...THIRD,
        explorerUri: String(THIRD["explorerUri"]).slice(0, -1),
        metadataCacheUri: "https://cache.example",
      },
    ],
    "a chain that is none of the networks": [
      {
        ...OTHER,
        nodeUri: "https://polygon.example/",
        dispenserAddress: NOBODYS.toLowerCase(),
      },
    ],
    "a chain of an older portal, which has a networkId alone": [
      { networkId: 2021000, isDefault: true, name: "A testnet" },
    ],
    "chain id 100 and the name of Gnosis Chain": [
      { ...OTHER, chainId: 100, network: "gnosis-mainnet" },
    ],
    "chain id 100 and the currency of Gnosis Chain": [
      { ...OTHER, chainId: 100, network: "xdai" },
    ],
  },
  "mixed-versions warning": {
    "two dialects in two chains": [
      portalOf("devnet"),
      inOcean(portalOf("testnet")),
    ],
  },
  "duplicate error": {
    "one chain twice": [THIRD, THIRD],
    "one name for two chain ids": [
      devnetWith({ network: "pontusx" }),
      { ...portalOf("testnet"), network: "pontusx" },
    ],
  },
  "default-network warning": {
    "no default and a chain that could be one": [
      { ...THIRD, isDefault: false },
    ],
  },
  "missing-field warning": {
    "no name, but the third network's node and contracts": [
      changed(THIRD, { network: undefined, name: undefined }),
    ],
    "no name, but the third network's node": [
      { chainId: 100, isDefault: true, nodeUri: THIRD["nodeUri"] },
    ],
  },
  "chain-name warning": {
    "no name, and nothing of the third network": [
      { chainId: 100, isDefault: true, dispenserAddress: NOBODYS },
    ],
    "chain id 100 and a name of nobody": [
      { ...OTHER, chainId: 100, network: "mine", dispenserAddress: NOBODYS },
    ],
  },
  "wrong-address error": {
    "the registry's dispenser in the older portal config": [
      { ...THIRD, dispenserAddress: third.registry["Dispenser"] },
    ],
  },
  "missing-field error": {
    "a chain without any id": [changed(OTHER, { chainId: undefined })],
  },
  "wrong-address warning": {
    "one of the networks' addresses under another chain id": [
      { ...OTHER, dispenserAddress: registry["Dispenser"] },
    ],
  },
  "shared-url error, shared-url warning": {
    "two chains with one node and one explorer": [1, 10].map((chainId) => ({
      chainId,
      network: `chain-${chainId}`,
      nodeUri: "https://node.example",
      explorerUri: "https://explorer.example",
      isDefault: true,
    })),
  },
  "explorer warning": {
    "an explorer on a host of devnet in testnet's entry": [
      changed(portalOf("testnet"), {
        explorerUri: "https://explorer.dev.pontus-x.eu",
      }),
    ],
    "an explorer on a host of devnet in the entry of another chain": [
      { ...OTHER, explorerUri: "https://explorer.dev.pontus-x.eu/polygon" },
    ],
  },
  "mixed-versions error, wrong-address error": {
    "contracts of both versions of the third network": [
      { ...THIRD, nftFactoryAddress: third.registry["ERC721Factory"] },
    ],
  },
};

describe("the rules for a portal's chains", () => {
  for (const [expected, changes] of Object.entries(DEVNET)) {
    for (const change of changes) {
      it(`given devnet with ${JSON.stringify(change, (_, value) => value ?? "nothing")}, then ${titleOf(expected)} is found`, async () => {
        await expectFound(moduleOf(devnetWith(change)), expected);
      });
    }
  }

  for (const [expected, files] of Object.entries(CHAINS)) {
    for (const [title, chains] of Object.entries(files)) {
      it(`given ${title}, then ${titleOf(expected)} is found`, async () => {
        await expectFound(moduleOf(...chains), expected);
      });
    }
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
      const [finding] = await lintText(
        moduleOf(devnetWith(called(field, name))),
      );

      expect(finding).to.include({
        rule: "misspelt-field",
        message: `Unknown field "${name}" of devnet; did you mean ${field}?`,
        fix: `Rename it to ${field}.`,
        fixable: true,
      });
    });
  }

  const inBoth = {
    ...inOcean(portalOf("devnet")),
    opfCommunityFeeCollector: undefined,
    alphaCommunityFeeCollector: registry["AlphaCommunityFeeCollector"],
  };
  const { chainId: _, network: __, ...testnets } = portalOf("testnet");
  const colours = {
    ...portalOf("testnet"),
    isDefault: true,
    isActive: true,
    colour: "red",
  };
  const active =
    "const getActiveChains = () => chains.filter(({ isActive }) => isActive);\n";
  const shared = (urls: Chain) =>
    moduleOf(
      { chainId: 1, network: "one", ...urls, isDefault: true },
      { chainId: 10, network: "ten", ...urls },
    );
  for (const [title, text, message, unsaid = /(?!)/] of [
    [
      "fields of both dialects in one chain",
      moduleOf(changed(inBoth, {})),
      /^alphaCommunityFeeCollector is a name in the dialect reference, but oceanToken\w+ on line \d+ is one in ocean\.$/,
    ],
    [
      "a missing field in a file of the dialect ocean",
      moduleOf(
        changed(inOcean(portalOf("devnet")), { oceanTokenAddress: undefined }),
      ),
      /^devnet has no oceanTokenAddress\.$/,
    ],
    [
      "two unknown fields",
      moduleOf(colours),
      /^2 fields of testnet that neither the reference nor the file's own code has: isActive and colour\.$/,
    ],
    [
      "an unknown field, and one that the file's own functions read",
      `${moduleOf(colours)}${active}`,
      /^A field of testnet that neither the reference nor the file's own code has: colour\.$/,
    ],
    [
      "two chains with one explorer",
      shared({ explorerUri: "https://explorer.example/first" }),
      /^"ten" has the same explorer as "one" \(line 5\), so one of them has the other's explorer: https:\/\/explorer\.example\/first\.$/,
    ],
    [
      "two chains with one node that has a key",
      shared({
        nodeUri: "https://node.example/v3/0123456789abcdef0123456789abcdef",
      }),
      /^"ten" has the same node as "one" \(line 5\), .*: https:\/\/node\.example\/…\.$/,
      /0123456789abcdef/,
    ],
    [
      "an entry of another chain with a network's values",
      moduleOf({ ...OTHER, ...testnets, nodeUri: "https://polygon.example" }),
      /^"polygon" \(chain id 137\) has 8 values of testnet \(32457\): subgraphUri, explorerUri, alphaTokenAddress, fixedRateExchangeAddress, dispenserAddress, nftFactoryAddress, alphaCommunityFeeCollector and providerUri\.$/,
      // Nothing is advised that cannot be done.
      /alpha config/,
    ],
  ] as readonly [string, string, RegExp, RegExp?][]) {
    it(`given ${title}, then the message says so, and no more than may be shown`, async () => {
      const findings = await lintText(text);

      expect(
        findings.filter((one) => message.test(one.message)),
      ).to.have.length(1);
      expect(JSON.stringify(findings)).not.to.match(unsaid);
    });
  }

  it("given no isCustom, then it is only missed where getCustomChainIds reads it", async () => {
    const text = moduleOf(
      changed(portalOf("testnet"), { isCustom: undefined, isDefault: true }),
    );
    const custom =
      "const getCustomChainIds = () => chains.filter((c) => c.isCustom).map((c) => c.chainId);\n";

    await expectFound(text, NOTHING);
    await expectFound(`${text}${custom}`, "missing-field warning");
  });

  const dispenserAddress = registry["Dispenser"];
  for (const [what, values] of Object.entries({
    "a copy": [
      { nodeUri: portal["nodeUri"] },
      { explorerUri: portal["explorerUri"] },
      { subgraphUri: portal["subgraphUri"] },
      { providerUri: portal["providerUri"] },
      { dispenserAddress, nftFactoryAddress: registry["ERC721Factory"] },
    ],
    "no copy": [
      { metadataCacheUri: portal["metadataCacheUri"] },
      { providerAddress: portal["providerAddress"] },
      { dispenserAddress },
      { dispenserAddress, factoryAddress: dispenserAddress },
    ],
  })) {
    for (const fields of values) {
      it(`given another chain with devnet's ${Object.keys(fields).join(" and ")}, then it is ${what}`, async () => {
        const found = await lintText(
          moduleOf({ chainId: 137, isDefault: true, ...fields }),
        );

        expect(rulesOf(found).includes("copied-network error")).to.equal(
          what === "a copy",
        );
      });
    }
  }

  it("given the third network in the registry's version, then its addresses are compared with the registry", async () => {
    const v4 = {
      ...portalOf("devnet"),
      chainId: 100,
      network: "genx",
      isDefault: true,
      metadataCacheUri: "https://cache.example",
      nodeUri: "https://node.example",
      providerUri: "https://provider.example",
      subgraphUri: "https://subgraph.example",
      explorerUri: "https://explorer.example",
      alphaTokenAddress: third.registry["AlphaToken"],
      fixedRateExchangeAddress: third.registry["FixedPrice"],
      dispenserAddress: third.registry["Dispenser"],
      nftFactoryAddress: third.registry["ERC721Factory"],
      alphaCommunityFeeCollector: third.registry["CommunityFeeCollector"],
      providerAddress: NOBODYS,
    };
    const wrong = { ...v4, dispenserAddress: v4.fixedRateExchangeAddress };

    await expectFound(moduleOf(v4), NOTHING);
    await expectFound(moduleOf(wrong), "wrong-address error");
  });

  it("given a network whose chain id a user set, then an entry of that chain without a name is that network's", async () => {
    const { config } = await createAlphaHreOf({
      networks: { third: { chainId: 555 } },
    });
    const { entries } = await parseLintFile(
      "module.exports = [{ chainId: 555 }];",
      "chains.config.js",
      indexNetworks(config.alpha),
    );

    expect(entries[0]?.network?.name).to.equal("third");
  });
});

describe("the rules for a wallet's chains", () => {
  const WALLET = {
    chainId: 32456,
    networkId: 32456,
    name: "Pontus-X Devnet",
    rpc: ["https://rpc.dev.pontus-x.eu"],
    nativeCurrency: { name: "EURAU", symbol: "EURAU", decimals: 18 },
    explorers: [{ name: "E", url: "https://explorer.example", standard: "" }],
  };

  for (const [expected, change] of [
    [NOTHING, {}],
    [
      "wallet-chain error",
      { nativeCurrency: { symbol: "EURAU", decimals: 6 } },
    ],
    ["wallet-chain error", { nativeCurrency: { symbol: "EURAU" } }],
    [
      "wallet-chain warning",
      { nativeCurrency: { symbol: "EUROe", decimals: 18 } },
    ],
    ["http-url warning", { rpc: ["http://node.example"] }],
    ["http-url warning", { explorers: [{ url: "http://explorer.example" }] }],
    ["missing-field error", { name: undefined }],
    ["chain-name error", { networkId: 1 }],
    ["chain-name error", { name: "PONTUSX Testnet" }],
  ] as const) {
    it(`given devnet with ${JSON.stringify(change, (_, value) => value ?? "nothing")}, then ${titleOf(expected)} is found`, async () => {
      await expectFound(
        `module.exports = { networksMetadata: [${JSON.stringify({ ...WALLET, ...change })}] };`,
        expected,
        "networksMetadata.config.js",
      );
    });
  }
});

describe("the rules for address books", () => {
  const ENTRY = {
    chainId: 23294,
    startBlock: 108,
    Router: registry["Router"],
    Dispenser: registry["Dispenser"],
    ERC721Template: { 1: registry["Router"] },
  };
  const messagesIn = async (book: object) =>
    (await lintText(JSON.stringify(book, null, 1), "address.json")).map(
      ({ rule, severity, message }) => `${rule} ${severity}: ${message}`,
    );

  const INTEGER = "not a non-negative integer.";
  const ADDRESS = "not an address (0x and 40 hexadecimal digits).";
  for (const [change, problem] of [
    [{ startBlock: "108" }, `is a string of 3 characters, ${INTEGER}`],
    [{ startBlock: -5 }, `is the number -5, ${INTEGER}`],
    [{ startBlock: null }, `is null, ${INTEGER}`],
    [{ Dispenser: [ENTRY.Dispenser] }, `is a list, ${ADDRESS}`],
    [{ Dispenser: { 1: ENTRY.Dispenser } }, `is an object, ${ADDRESS}`],
    [{ ERC721Template: ENTRY.Router }, "is no list of addresses."],
  ] as const) {
    it(`given ${JSON.stringify(change)}, then that is an error`, async () => {
      const [field] = Object.keys(change);
      expect(await messagesIn({ mine: { ...ENTRY, ...change } })).to.include(
        `wrong-type error: ${field} of "mine" ${problem}`,
      );
    });
  }

  for (const change of [
    {},
    { startBlock: 0 },
    { startBlock: undefined },
    { Dispenser: "" },
    { ERC721Template: [ENTRY.Router] },
    { Metadata: ENTRY.Router },
  ]) {
    it(`given ${JSON.stringify(change)}, a valid value, none or a former contract, then there is no error`, async () => {
      const messages = await messagesIn({ mine: { ...ENTRY, ...change } });

      expect(messages.join()).not.to.include("wrong-type");
    });
  }

  const { ERC721Factory } = registry;
  const other = { chainId: 23294, Router: NOBODYS };
  for (const [title, book, expected] of [
    [
      "an entry without lists, then each is missed once",
      { devnet: { chainId: 32456, Router: ENTRY.Router, ERC721Factory } },
      [
        "missing-field warning: devnet has no Ocean, OPFCommunityFeeCollector, FixedPrice, ERC20Template, ERC721Template and Dispenser.",
      ],
    ],
    [
      "two entries of one chain id, then the second is found",
      { one: other, two: { ...other, Dispenser: NOBODYS } },
      [
        'duplicate error: The chainId 23294 of "two" is already used on line 3.',
      ],
    ],
    [
      "a chain under two names, as clients look it up, then nothing is found",
      { one: other, development: { ...other, startBlock: 0 } },
      [],
    ],
  ] as const) {
    it(`given ${title}`, async () => {
      expect(await messagesIn(book)).to.deep.equal(expected);
    });
  }
});

describe("the rules for what a file's code gives", () => {
  const chain = (fields: string, before = "") =>
    `${before}\nconst chains = [{ chainId: 137, isDefault: true, ${fields} }]; module.exports = { chains };`;
  const development = (url: string) =>
    chain(`explorerUri: ${url}`).replace("137", "8996");
  const only = (condition: string) =>
    `...(${condition} ? [{ chainId: 137, isDefault: true }] : [])`;

  const TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    [NOTHING]: {
      "a value of the environment": chain("nodeUri: process.env.NODE_URI"),
      "a value that the environment may replace, whose default is right": chain(
        'nodeUri: process.env.NODE_URI || "https://a.example"',
      ),
      "chains that code changes": `${chain('nodeUri: ""')}\nchains[0].nodeUri = "https://a.example";`,
      "a local node that only a variable chooses": chain(
        'nodeUri: process.env.A ? "http://localhost:8545" : "https://a.example"',
      ),
      "one chain under two conditions that exclude each other": `const one = process.env.N === "one"; module.exports = [${only("one")}, ${only("!one")}];`,
      "a development chain whose explorer is an empty text": development('""'),
      "a development chain whose explorer is null": development("null"),
      "a development chain whose explorer is undefined":
        development("undefined"),
    },
    "wrong-type error": {
      "a development chain whose explorer is no URL": development('"explorer"'),
      "a value that the environment may replace, whose default is wrong": chain(
        'nodeUri: process.env.NODE_URI ?? "a.example"',
      ),
      "a value that is wrong without variables": chain(
        'nodeUri: process.env.STAGE === "live" ? "https://a.example" : "a.example"',
      ),
      "wrong values in all branches": chain(
        'nodeUri: process.env.A ? "a.example" : "b.example"',
      ),
      "one wrong value in both branches": chain(
        "nodeUri: process.env.A ? HOST : HOST",
        'const HOST = "a.example";',
      ),
    },
    "unknowable-chain unknown": {
      "a chain id of the environment":
        "module.exports = { chains: [{ chainId: Number(process.env.ID), isDefault: true }] };",
      "a chain of another file":
        "module.exports = { chains: [require('./more').chain] };",
    },
    "duplicate error": {
      "a field twice": chain(
        'nodeUri: "https://a.example", nodeUri: "https://b.example"',
      ),
    },
    "missing-field warning, wrong-type error": {
      "an address book's entry":
        'module.exports = { "pontus-x-devnet": { chainId: 32456, startBlock: 1, Router: "0x12" } };',
    },
    "unreadable unknown": {
      "an entry of another kind of file":
        'module.exports = { "pontus-x-devnet": { chainId: 32456, Router: true } };',
    },
    "missing-field warning": {
      "a network of which each branch has its own values": `const isTest = process.env.N === "test"; module.exports = [{ chainId: isTest ? 32457 : 32456, network: isTest ? "pontusx-testnet" : "pontusx-devnet", isDefault: true, isCustom: false, dispenserAddress: isTest ? "${testnet.registry["Dispenser"]}" : "${registry["Dispenser"]}" }];`,
    },
    "default-network warning": {
      "a default chain in one environment only":
        'module.exports = [{ chainId: 137, isDefault: process.env.A === "a" }];',
    },
    "no-chains error": {
      "an empty list in CommonJS": "module.exports = { chains: [] };",
      "an empty list in a module": "export const chains = [];",
    },
  };

  for (const [expected, texts] of Object.entries(TEXTS)) {
    for (const [title, text] of Object.entries(texts)) {
      it(`given ${title}, then ${titleOf(expected)} is found`, async () => {
        await expectFound(text, expected);
      });
    }
  }
});
