import { expect } from "chai";
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
const KEYED = "https://node.example/v3/0123456789abcdef0123456789abcdef";
const THIRD = portalOf("third");
/** A chain with changes; `undefined` takes a field away. */
function changed(chain: Chain, changes: Chain): Chain {
  return JSON.parse(JSON.stringify({ ...chain, ...changes }));
}

const THIRD_V4 = {
  ...changed(portalOf("devnet"), {
    ...third.backendV4,
    alphaTokenAddress: third.registry["AlphaToken"],
    nftFactoryAddress: third.registry["ERC721Factory"],
    fixedRateExchangeAddress: third.registry["FixedPrice"],
    dispenserAddress: third.registry["Dispenser"],
    alphaCommunityFeeCollector: third.registry["CommunityFeeCollector"],
    nodeUri: third.portal["nodeUri"],
    explorerUri: third.portal["explorerUri"],
    providerAddress: "0x68C24FA5b2319C81b34f248d1f928601D2E5246B",
    startBlock: 3_665_369,
  }),
  chainId: 100,
  network: "genxtestnet",
  isDefault: true,
};
const OTHER = { chainId: 137, isDefault: true, network: "polygon" };

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
    { providerAddress: String(portal["providerAddress"]).toLowerCase() },
    { providerAddress: testnet.portal["providerAddress"] },
    { providerUri: testnet.portal["providerUri"] },
    { network: "my-devnet" },
    { subgraphUri: "http://localhost:9000" },
    { explorerUri: "https://explorer.dev.pontus-x.eu" },
    { explorerUri: "https://explorer.pontus-x.example" },
    { transactionPollingTimeout: 7_500, transactionBlockTimeout: 5 },
  ],
  "checksum error": [{ providerAddress: mistyped(portal["providerAddress"]) }],
  "unknown-field warning": [{ colour: "red" }],
  "unknown-field warning, wallet-chain error": [
    { nativeCurrency: { name: "E", symbol: "EURAU", decimals: 6 } },
  ],
  "misspelt-field error": [called("nftFactoryAddress", "nftFactoryAdress")],
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
    { dispenserAddress: NOBODYS },
    { alphaTokenAddress: devnet.tokens[0]?.address },
  ],
  "wrong-address error, wrong-address error": [
    {
      dispenserAddress: registry["FixedPrice"],
      fixedRateExchangeAddress: registry["Dispenser"],
    },
  ],
  "chain-name error": [{ network: "pontusx-testnet" }],
  "chain-name error, chain-name warning": [
    { network: "pontusx-testnet", name: "Pontus-X Testnet" },
  ],
  "chain-name warning": [{ name: "Pontus-X Testnet" }],
  "http-url warning": [{ subgraphUri: "http://subgraph.example" }],
  "http-url warning, url-credentials warning": [
    { subgraphUri: "http://localhost@subgraph.example" },
  ],
  "trailing-slash warning": [{ providerUri: `${portal["providerUri"]}/` }],
  "placeholder-address error": [
    ZERO,
    `0x${"1234567890".repeat(4)}`,
    `0x${"1".repeat(40)}`,
  ].map((dispenserAddress) => ({ dispenserAddress })),
  "local-node warning": [{ nodeUri: "http://localhost:8545" }],
  "url-credentials warning": [{ nodeUri: KEYED }],
  "explorer warning": [
    { explorerUri: "https://explorer.pontus-x.eu/devnet/pontusx" },
  ],
  "wrong-type warning": [
    { transactionPollingTimeout: 750_000 },
    { transactionBlockTimeout: 50_000 },
  ],
  "wrong-type error": [
    { explorerUri: "https://explorer.example/{hidden}" },
    { dispenserAddress: `${registry["Dispenser"]}5` },
    { dispenserAddress: [NOBODYS] },
    { startBlock: "57428" },
    { startBlock: 1.5 },
    { isCustom: "true" },
    { nodeUri: "ws://node.example" },
    { chainId: "32456" },
  ],
};

/** Chains by their titles, by what is found in them. */
const CHAINS: Readonly<
  Record<string, Readonly<Record<string, readonly Chain[]>>>
> = {
  [NOTHING]: {
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
  "missing-field warning": {
    "no name, but the third network's node and contracts": [
      changed(THIRD, { network: undefined, name: undefined }),
    ],
  },
  "chain-name warning": {
    "no name, and nothing of the third network": [
      { chainId: 100, isDefault: true, dispenserAddress: NOBODYS },
    ],
    "chain id 100 and a name of nobody": [
      { ...OTHER, chainId: 100, network: "mine", dispenserAddress: NOBODYS },
    ],
    "the name of Gnosis Chain, and the node and the contracts of the third network":
      [{ ...THIRD, network: "gnosis", name: "Gnosis Chain" }],
  },
  "wrong-type warning": {
    "seconds in place of milliseconds": [
      { ...THIRD, transactionPollingTimeout: 60 },
    ],
    "milliseconds in place of seconds, in the version of the registry": [
      { ...THIRD_V4, transactionPollingTimeout: 750_000 },
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

  for (const value of ["NaN", "1 / 0", "Number('a')"]) {
    it(`given ${value} for a number, then that is an error`, async () => {
      const text = moduleOf(devnetWith({ startBlock: 4_711 }));
      expect(text).to.contain("4711");
      await expectFound(text.replace("4711", value), "wrong-type error");
    });
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
    ["provider_URL", "providerUri"],
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
  const { chainId: _, network: __, ...testnets } = portalOf("testnet");
  const colours = {
    ...portalOf("testnet"),
    isDefault: true,
    isActive: true,
    colour: "red",
  };
  const active =
    "const getActiveChains = () => chains.filter(({ isActive }) => isActive);\n";
  for (const [title, text, message, unsaid = /(?!)/] of [
    [
      "an unknown field, and one that the file's own functions read",
      `${moduleOf(colours)}${active}`,
      /^A field of testnet that neither the reference nor the file's own code has: colour\.$/,
    ],
    [
      "two chains with one node that has a key",
      moduleOf(
        { chainId: 1, network: "one", nodeUri: KEYED, isDefault: true },
        { chainId: 10, network: "ten", nodeUri: KEYED },
      ),
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
});

/** A wallet's entry of devnet. */
const WALLET = {
  chainId: 32456,
  networkId: 32456,
  name: "Pontus-X Devnet",
  rpc: ["https://rpc.dev.pontus-x.eu"],
  nativeCurrency: { name: "EURAU", symbol: "EURAU", decimals: 18 },
  explorers: [{ name: "E", url: "https://explorer.example", standard: "" }],
};

describe("the rules for a wallet's chains", () => {
  for (const [expected, change] of [
    [NOTHING, {}],
    [
      "wallet-chain error",
      { nativeCurrency: { symbol: "EURAU", decimals: 6 } },
    ],
    [
      "wallet-chain warning",
      { nativeCurrency: { symbol: "EUROe", decimals: 18 } },
    ],
    ["http-url warning", { rpc: ["http://node.example"] }],
    ["missing-field error", { name: undefined }],
    ["chain-name warning", { name: "PONTUSX Testnet" }],
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

describe("the rules for a file with a portal's chains and a wallet's", () => {
  const portals = JSON.stringify([portalOf("devnet")]);
  const wrong = JSON.stringify({
    ...WALLET,
    nativeCurrency: { symbol: "EURAU", decimals: 6 },
  });
  const WALLETS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    [NOTHING]: { "the same chain": `[${JSON.stringify(WALLET)}]` },
    "wallet-chain error": { "decimals that are not 18": `[${wrong}]` },
    "duplicate error": {
      "a chain twice": JSON.stringify([WALLET, WALLET]),
    },
    "unknowable-chain unknown": {
      "a value of the environment": "process.env.WALLETS",
      "an object in place of the list": `{ 32456: ${wrong} }`,
    },
  };
  for (const [expected, lists] of Object.entries(WALLETS)) {
    for (const [title, list] of Object.entries(lists)) {
      const constants = `const chains = ${portals}; const networksMetadata = ${list};`;
      it(`given ${title} in the wallet's list, then ${titleOf(expected)} is found`, async () => {
        const names = "{ networksMetadata, chains };";
        await expectFound(`${constants} module.exports = ${names}`, expected);
        await expectFound(`${constants} export ${names}`, expected);
        const object = `${constants} export default ${names}`;
        await expectFound(object, expected, "chains.config.mjs");
      });
    }
  }

  it("given an empty list of the portal, then the file has no chains", async () => {
    const text = `module.exports = { chains: [], networksMetadata: [${wrong}] };`;
    await expectFound(text, "no-chains error");
  });

  it("given portal chains without a default one, then that is found", async () => {
    const chains = JSON.stringify([{ ...OTHER, isDefault: false }]);
    const wallets = JSON.stringify([WALLET]);
    await expectFound(
      `module.exports = { chains: ${chains}, networksMetadata: ${wallets} };`,
      "default-network warning",
    );
  });
});

describe("the explorer of an entry whose chain id is unknown", () => {
  const explorerOf = async (name: string, url: string) =>
    rulesOf(
      await lintText(
        `const { ID } = require("./ids"); module.exports = { networksMetadata: [{ name: ${JSON.stringify(name)}, chain: "X", chainId: ID, rpc: ["https://rpc.example"], nativeCurrency: { name: "GX", symbol: "GX", decimals: 18 }, explorers: [{ name: "X", url: ${JSON.stringify(url)}, standard: "" }] }] };`,
        "networksMetadata.config.js",
      ),
    ).filter((one) => one.startsWith("explorer"));
  const THIRD_HOST = "https://logging.genx.minimal-gaia-x.eu/";

  for (const [title, name, url, found] of [
    ["the network that its name is of", "GEN-X Testnet", THIRD_HOST, []],
    ["no known network", "Somebody's chain", THIRD_HOST, []],
    [
      "another network than its host",
      "Pontus-X Devnet",
      THIRD_HOST,
      ["explorer warning"],
    ],
  ] as const) {
    it(`given ${title}, then ${found.join() || "nothing"} is found`, async () => {
      expect(await explorerOf(name, url)).to.deep.equal(found);
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

  const nameIn = (message: string) => message.split(" ")[2];

  const INTEGER = "not a non-negative integer.";
  const ADDRESS = "not an address (0x and 40 hexadecimal digits).";
  for (const [change, problem] of [
    [{ startBlock: "108" }, `is a string of 3 characters, ${INTEGER}`],
    [{ Dispenser: [ENTRY.Dispenser] }, `is a list, ${ADDRESS}`],
    [{ ERC721Template: ENTRY.Router }, "is no list of addresses."],
  ] as const) {
    it(`given ${JSON.stringify(change)}, then that is an error`, async () => {
      const [field] = Object.keys(change);
      expect(await messagesIn({ mine: { ...ENTRY, ...change } })).to.include(
        `wrong-type error: ${field} of "mine" ${problem}`,
      );
    });
  }

  it("given valid values, none or a former contract, then there is no error", async () => {
    const valid = {
      startBlock: 0,
      Dispenser: "",
      ERC721Template: [ENTRY.Router],
      Metadata: ENTRY.Router,
    };
    const messages = await messagesIn({ mine: { ...ENTRY, ...valid } });

    expect(messages.join()).not.to.include("wrong-type");
  });

  it("given an entry without lists, then each is missed once", async () => {
    const { ERC721Factory } = registry;
    const devnet = { chainId: 32456, Router: ENTRY.Router, ERC721Factory };

    expect(await messagesIn({ devnet })).to.deep.equal([
      "missing-field warning: devnet has no Ocean, OPFCommunityFeeCollector, FixedPrice, ERC20Template, ERC721Template and Dispenser.",
    ]);
  });

  it("given an empty text in place of an address that the configuration has, then it is missed, also in a list", async () => {
    const { ERC721Factory, ERC20Template, ...others } = registry;
    const devnet = {
      ...{ chainId: 32456, ...others, ERC721Factory: "" },
      ERC20Template: { 1: "", 2: ERC20Template?.[1] },
    };
    const messages = await messagesIn({ devnet });

    expect(messages).to.deep.equal([
      "missing-field warning: devnet has no ERC20Template.1 and ERC721Factory.",
    ]);
  });

  const token = registry["Alpha"];
  for (const [title, names, found] of [
    [
      "the token under two of its names",
      { OceanToken: token, Ocean: token },
      [],
    ],
    [
      "a token under a name of its own",
      { EUROe: devnet.tokens[0]?.address },
      [],
    ],
    [
      "two lists under two names, of which one is shorter",
      {
        ERC20Template: registry["ERC20Template"],
        ERC20Templates: { 1: registry["ERC20Template"]?.[0] },
      },
      [],
    ],
    [
      "two names, of which one is another contract's",
      { OceanToken: token, Ocean: registry["Router"] },
      ["Ocean"],
    ],
    [
      "a name of its own with another network's contract",
      { Former: testnet.registry["Dispenser"] },
      ["Former"],
    ],
  ] as const) {
    it(`given ${title}, then ${found.join() || "none"} is wrong`, async () => {
      const entry = { chainId: 32456, Router: registry["Router"], ...names };
      const messages = await messagesIn({ devnet: entry });
      const missing = messages.filter((one) => /no .*ERC20/.test(one));

      expect(
        messages.filter((one) => one.includes(" error: ")).map(nameIn),
      ).to.deep.equal(found);
      expect(missing).to.have.length("ERC20Template" in names ? 0 : 1);
    });
  }

  it("given two entries of one chain id, then the second is found", async () => {
    const one = { chainId: 23294, Router: NOBODYS };
    const two = { ...one, Dispenser: NOBODYS };

    expect(await messagesIn({ one, two })).to.deep.equal([
      'duplicate error: The chainId 23294 of "two" is already used on line 3.',
    ]);
  });
});

describe("the rules for names in an address book", () => {
  const entry = `"chainId": 32456, "Router": "${registry["Router"]}"`;
  for (const [title, text] of [
    ["an entry", `{ "d": { ${entry} }, "d": { ${entry} } }`],
    [
      "an index of a list",
      `{ "d": { ${entry}, "T": { "1": "${NOBODYS}", "1": "${NOBODYS}" } } }`,
    ],
  ] as const) {
    it(`given ${title} twice, then that is an error`, async () => {
      const found = await lintText(text, "address.json");

      expect(rulesOf(found)).to.include("duplicate error");
    });
  }
});

describe("the rules for what a file's code gives", () => {
  const chain = (fields: string, before = "") =>
    `${before}\nconst chains = [{ chainId: 137, isDefault: true, ${fields} }]; module.exports = { chains };`;
  const development = (url: string) =>
    chain(`explorerUri: ${url}`).replace("137", "8996");

  const TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    [NOTHING]: {
      "a value of the environment": chain("nodeUri: process.env.NODE_URI"),
      "a value that the environment may replace, whose default is right": chain(
        'nodeUri: process.env.NODE_URI || "https://a.example"',
      ),
      "a development chain whose explorer is an empty text": development('""'),
    },
    "wrong-type error": {
      "a development chain whose explorer is no URL": development('"explorer"'),
      "a value that the environment may replace, whose default is wrong": chain(
        'nodeUri: process.env.NODE_URI ?? "a.example"',
      ),
      "a URL with a character that is not seen": chain(
        String.raw`nodeUri: "https://a.example/\u202e"`,
      ),
      "wrong values in all branches": chain(
        'nodeUri: process.env.A ? "a.example" : "b.example"',
      ),
    },
    "unknowable-chain unknown": {
      "a chain id of the environment":
        "module.exports = { chains: [{ chainId: Number(process.env.ID), isDefault: true }] };",
    },
    "duplicate error": {
      "a field twice": chain(
        'nodeUri: "https://a.example", nodeUri: "https://b.example"',
      ),
      "a name twice in a value": chain('currency: { name: "A", name: "B" }'),
      "one network's name twice":
        "module.exports = { polygon: { chainId: 137, isDefault: true },\npolygon: { chainId: 137, isDefault: true } };",
      "the chains twice in CommonJS": chain("").replace(
        "{ chains }",
        "{ chains: [], chains }",
      ),
      "the chains twice in an ES module's object":
        'export default { "chains": [], "chains": [{ chainId: 137, isDefault: true }] };',
    },
    "missing-field warning, wrong-type error": {
      "an address book's entry":
        'module.exports = { "pontus-x-devnet": { chainId: 32456, startBlock: 1, Router: "0x12" } };',
    },
    "no-chains error": {
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

  it("given addresses of other files, and the chain id of a named network, then each is told as not compared, and none is missed", async () => {
    const chain = JSON.stringify(portalOf("devnet"));
    const book = JSON.stringify({ chainId: 32456, ...registry });
    for (const [text, names] of [
      [
        `{ chains: [{ ...${chain}, chainId: a.id, dispenserAddress: a.dispenser, nodeUri: a.node }] }`,
        "chainId and dispenserAddress",
      ],
      [
        `{ "pontus-x-devnet": { ...${book}, Router: a.router, ERC20Template: a.templates } }`,
        "Router and ERC20Template",
      ],
    ] as const) {
      const findings = await lintText(
        `const a = require("./a");\nmodule.exports = ${text};`,
      );

      expect(rulesOf(findings)).to.deep.equal(["unknowable-chain unknown"]);
      expect(findings[0]?.message).to.equal(
        `${names} of devnet could not be compared: the value is defined in another file.`,
      );
    }
  });
});
