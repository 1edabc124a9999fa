import { expect } from "chai";
import { configVariable } from "hardhat/config";

import { createAlphaHreOf } from "../support/alpha-hre.ts";
import { mistakesIn } from "../support/config-hooks.ts";
import { errorOf } from "../support/rejection-of.ts";

const ADDRESS = "0x4Ede1776D6B75de6c907172Abc0453a3C8AB372a";
const BAD_CHECKSUM = "0x4ede1776D6B75de6c907172Abc0453a3C8AB372a";
const OTHER = "0x5461b629E01f72E0A468931A36e039Eea394f9eA";
const KEY = `0x${"11".repeat(32)}`;

const mistakesUnder = (alpha: unknown) => mistakesIn({ alpha });
const mistakesOfDevnet = (devnet: unknown) =>
  mistakesUnder({ networks: { devnet } });

/** A value under `alpha`, and the one path that is to be complained of. */
const MISTAKES: readonly (readonly [
  title: string,
  alpha: unknown,
  path: string,
  message: RegExp,
])[] = [
  ...(
    [
      [
        "Router",
        ADDRESS,
        "Router",
        /"Router" is a registry key\. Set registry/,
      ],
      ["router", ADDRESS, "router", /"router" is a role/],
      ["euro", ADDRESS, "euro", /is a role, or another value/],
      ["Ocean", ADDRESS, "Ocean", /another value in exports/],
      ["a.b", ADDRESS, "a.b", /Expected a name like Market/],
      ["Market", "0x12", "Market.address", /Expected an address/],
      ["Market", { adress: ADDRESS }, "Market.adress", /Did you mean address/],
      [
        "Market",
        { address: ADDRESS, artifact: false, watch: [] },
        "Market.watch",
        /there is no ABI/,
      ],
    ] as const
  ).map(
    ([name, value, path, message]) =>
      [
        `the own contract ${name} as ${JSON.stringify(value)}`,
        { networks: { devnet: { contracts: { [name]: value } } } },
        `.networks.devnet.contracts.${path}`,
        message,
      ] as const,
  ),
  ["alpha as a text", "on", "", /object/],
  ["alpha as null", null, "", /object/],
  ["alpha as a list", [], "", /object/],
  ["alpha as false", false, "", /object/],
  [
    "an unknown key",
    { network: {} },
    ".network",
    /^Unknown key\. Did you mean networks\? Valid keys: preset, sources, forks, sandbox, networks$/,
  ],
  [
    "a network that is not under networks",
    { devnet: {} },
    ".devnet",
    /^Unknown key\. It belongs in alpha\.networks\.devnet\. Valid keys: preset, /,
  ],
  [
    "an owner that is not under sandbox",
    { owner: ADDRESS },
    ".owner",
    /It belongs in alpha\.sandbox\.owner\. /,
  ],
  [
    "accounts that are under nothing",
    { accounts: [] },
    ".accounts",
    /It belongs in alpha\.forks\.hardhat\.accounts or alpha\.sandbox\.hardhat\.accounts or alpha\.networks\.<name>\.hardhat\.accounts\. /,
  ],
  [
    "a backend on a network like one that has none",
    { networks: { mine: { like: "testnet", chainId: 555, backend: {} } } },
    ".networks.mine.backend",
    /^Unknown key\. Only third and networks like it have it\. Valid keys: like, /,
  ],
  [
    "a misspelled network",
    { networks: { devent: {} } },
    ".networks.devent",
    /^Unknown key\. Did you mean devnet\? Valid keys: devnet, testnet, third$/,
  ],
  [
    "accounts of the sandbox that are not under hardhat",
    { sandbox: { accounts: [] } },
    ".sandbox.accounts",
    /It belongs in alpha\.sandbox\.hardhat\.accounts\. /,
  ],
  [
    "an unknown key of a source",
    { sources: [{ type: "portal", file: "a.js", netwrok: "devnet" }] },
    ".sources.0.netwrok",
    /Did you mean network\? Valid keys: type, file, /,
  ],
  ["preset as a text", { preset: "no" }, ".preset", /boolean/],
  ["networks as a list", { networks: [] }, ".networks", /object/],
  ["networks as null", { networks: null }, ".networks", /object/],
  ["networks as a text", { networks: "devnet" }, ".networks", /object/],
  [
    "an unknown network",
    { networks: { mainnet: {} } },
    ".networks.mainnet",
    /Unknown key/,
  ],
  [
    "a network as null",
    { networks: { devnet: null } },
    ".networks.devnet",
    /object/,
  ],
  [
    "a network as true",
    { networks: { devnet: true } },
    ".networks.devnet",
    /object/,
  ],
  [
    "a network as a URL",
    { networks: { devnet: "http://127.0.0.1" } },
    ".networks.devnet",
    /object/,
  ],
  ["sandbox as true", { sandbox: true }, ".sandbox", /object/],
  ["sandbox as null", { sandbox: null }, ".sandbox", /object/],
  [
    "an unknown key of the sandbox",
    { sandbox: { decimals: 6 } },
    ".sandbox.decimals",
    /Unknown key/,
  ],
  [
    "negative decimals of the sandbox",
    { sandbox: { euroDecimals: -1 } },
    ".sandbox.euroDecimals",
    /greater than or equal to 0/,
  ],
  [
    "too many decimals of the sandbox",
    { sandbox: { euroDecimals: 37 } },
    ".sandbox.euroDecimals",
    /less than or equal to 36/,
  ],
  ["forks that are no switch", { forks: "all" }, ".forks", /object/],
  [
    "a fork's block that is none",
    { forks: { blockNumbers: { devnet: -1 } } },
    ".forks.blockNumbers.devnet",
    /block number/,
  ],
  ["forks of null", { forks: null }, ".forks", /object/],
  [
    "an unknown key of the forks",
    { forks: { url: "http://127.0.0.1:1" } },
    ".forks.url",
    /Unknown key/,
  ],
  [
    "forks with a fork of their own",
    { forks: { hardhat: { forking: { url: "http://127.0.0.1:1" } } } },
    ".forks.hardhat.forking",
    /This plugin sets this field/,
  ],
  [
    "a sandbox that is to be a fork",
    { sandbox: { hardhat: { forking: { url: "http://127.0.0.1:1" } } } },
    ".sandbox.hardhat.forking",
    /This plugin sets this field/,
  ],
  [
    "a chain id for all sandboxes",
    { sandbox: { hardhat: { chainId: 5 } } },
    ".sandbox.hardhat.chainId",
    /This plugin sets this field/,
  ],
];

/** A value under `alpha.networks.devnet`, likewise. */
const DEVNET_MISTAKES: typeof MISTAKES = [
  ["an unknown key", { adress: {} }, "adress", /Unknown key/],
  [
    "a misspelled key",
    { gasFeeMultiplyer: 2 },
    "gasFeeMultiplyer",
    /Did you mean gasFeeMultiplier\? Valid keys: name, url, /,
  ],
  [
    "accounts that are not under hardhat",
    { accounts: "remote" },
    "accounts",
    /^Unknown key\. It belongs in alpha\.networks\.devnet\.hardhat\.accounts\. Valid keys: /,
  ],
  [
    "a registry key that is not under registry",
    { Router: ADDRESS },
    "Router",
    /It belongs in alpha\.networks\.devnet\.registry\.Router\. /,
  ],
  [
    "decimals of nothing",
    { decimals: 6 },
    "decimals",
    /It belongs in alpha\.networks\.devnet\.feeToken\.decimals or alpha\.networks\.devnet\.tokens\.euro\.decimals or /,
  ],
  [
    "a misspelled registry key",
    { registry: { Rooter: ADDRESS } },
    "registry.Rooter",
    /^Unknown key\. Did you mean Router\? Valid keys: Alpha, AlphaCommunityFeeCollector, Router, /,
  ],
  [
    "the registry key of the same contract on another network",
    { registry: { AlphaToken: ADDRESS } },
    "registry.AlphaToken",
    /Did you mean Alpha\? /,
  ],
  [
    "a role as a registry key",
    { registry: { communityFeeCollector: ADDRESS } },
    "registry.communityFeeCollector",
    /Did you mean AlphaCommunityFeeCollector\? /,
  ],
  [
    "a portal field in the registry",
    { registry: { nftFactoryAddress: ADDRESS } },
    "registry.nftFactoryAddress",
    /It belongs in alpha\.networks\.devnet\.portal\.nftFactoryAddress\. /,
  ],
  [
    "a portal field that only another network has",
    { portal: { BFactory: ADDRESS } },
    "portal.BFactory",
    /^Unknown key\. Only third and networks like it have it\. Valid keys: /,
  ],
  ["an empty name", { name: "" }, "name", /not empty/],
  ["a name that is no text", { name: 5 }, "name", /string/],
  [
    "a name that all objects have",
    { name: "constructor" },
    "name",
    /not a property of Object\.prototype/,
  ],
  [
    "the name __proto__",
    { name: "__proto__" },
    "name",
    /not a property of Object\.prototype/,
  ],
  ["a URL without a scheme", { url: "localhost" }, "url", /not a URL/],
  ["a URL with a bad port", { url: "http://127.0.0.1:0x1" }, "url", /bad port/],
  ["a port above 65535", { url: "http://127.0.0.1:65536" }, "url", /bad port/],
  ["a web socket URL", { url: "ws://127.0.0.1" }, "url", /http or https/],
  ["an empty URL", { url: "" }, "url", /not a URL/],
  ["a URL that is null", { url: null }, "url", /Expected a URL/],
  ["a URL that is a number", { url: 8545 }, "url", /Expected a URL/],
  [
    "a URL object that is no configVariable",
    { url: { name: "X" } },
    "url",
    /Expected a URL/,
  ],
  [
    "a configVariable without a place in its format",
    { url: { _type: "ConfigurationVariable", name: "X", format: "http://" } },
    "url",
    /Expected a URL/,
  ],
  ["endpoints as a text", { endpoints: "x" }, "endpoints", /array/],
  [
    "a bad one of several endpoints",
    { endpoints: ["http://127.0.0.1", "ftp://127.0.0.1"] },
    "endpoints.1",
    /http or https/,
  ],
  ["a guard that is no switch", { guard: "off" }, "guard", /boolean/],
  ["a short genesis hash", { genesisHash: "0x12" }, "genesisHash", /64/],
  ["an unknown hardfork", { hardfork: "paris" }, "hardfork", /istanbul/],
  ["maxBlockAge of 0", { maxBlockAge: 0 }, "maxBlockAge", /above 0/],
  ["maxBlockAge of true", { maxBlockAge: true }, "maxBlockAge", /number/],
  ["maxBlockAge as a text", { maxBlockAge: "10m" }, "maxBlockAge", /number/],
  ["an empty role", { role: "" }, "role", /not empty/],
  ["a display name of 5", { displayName: 5 }, "displayName", /string/],
  ["a negative start block", { startBlock: -1 }, "startBlock", /0 or more/],
  ["a fractional start block", { startBlock: 1.5 }, "startBlock", /whole/],
  ["a start block as a text", { startBlock: "0" }, "startBlock", /number/],
  [
    "a start block beyond exact numbers",
    { startBlock: 2 ** 53 },
    "startBlock",
    /less than or equal/,
  ],
  ["a chain id of 0", { chainId: 0 }, "chainId", /above 0/],
  ["a chain id as hexadecimal", { chainId: "0x7ec8" }, "chainId", /number/],
  ["a network id of null", { networkId: null }, "networkId", /number/],
  ["isDefault as a text", { isDefault: "yes" }, "isDefault", /boolean/],
  [
    "a time-out of 0",
    { transactionBlockTimeout: 0 },
    "transactionBlockTimeout",
    /above 0/,
  ],
  [
    "negative confirmations",
    { transactionConfirmationBlocks: -1 },
    "transactionConfirmationBlocks",
    /0 or more/,
  ],
  [
    "a fractional polling time-out",
    { transactionPollingTimeout: 0.5 },
    "transactionPollingTimeout",
    /whole/,
  ],
  ["a multiplier of 0", { gasFeeMultiplier: 0 }, "gasFeeMultiplier", /above 0/],
  [
    "an endless multiplier",
    { gasFeeMultiplier: Number.POSITIVE_INFINITY },
    "gasFeeMultiplier",
    /finite/,
  ],
  [
    "a multiplier that is no number",
    { gasFeeMultiplier: Number.NaN },
    "gasFeeMultiplier",
    /number/,
  ],
  [
    "an unknown version label",
    { versions: { contracts: "v4" } },
    "versions.contracts",
    /Unknown key/,
  ],
  [
    "a fee token with an address",
    { feeToken: { address: ADDRESS } },
    "feeToken.address",
    /Unknown key/,
  ],
  ["tokens as a list", { tokens: [] }, "tokens", /object/],
  [
    "an unknown kind of token",
    { tokens: { dollar: {} } },
    "tokens.dollar",
    /Unknown key/,
  ],
  [
    "an unknown key of a token",
    { tokens: { euro: { addr: ADDRESS } } },
    "tokens.euro.addr",
    /Unknown key/,
  ],
  [
    "a token's address that is none",
    { tokens: { euro: { address: "0x12" } } },
    "tokens.euro.address",
    /40 hexadecimal digits/,
  ],
  [
    "a token's fractional decimals",
    { tokens: { alpha: { decimals: 1.5 } } },
    "tokens.alpha.decimals",
    /whole/,
  ],
  ["a registry as a list", { registry: [] }, "registry", /object/],
  [
    "a registry key in another case",
    { registry: { router: ADDRESS } },
    "registry.router",
    /Unknown key/,
  ],
  [
    "another network's registry key",
    { registry: { ERC20Templates: [ADDRESS, OTHER] } },
    "registry.ERC20Templates",
    /Unknown key/,
  ],
  [
    "an address one digit short",
    { registry: { Router: ADDRESS.slice(0, -1) } },
    "registry.Router",
    /40 hexadecimal digits/,
  ],
  [
    "an address without 0x",
    { registry: { Router: ADDRESS.slice(2) } },
    "registry.Router",
    /40 hexadecimal digits/,
  ],
  [
    "an address with blanks",
    { registry: { Router: ` ${ADDRESS}` } },
    "registry.Router",
    /40 hexadecimal digits/,
  ],
  [
    "an address with a bad checksum",
    { registry: { Router: BAD_CHECKSUM } },
    "registry.Router",
    /bad checksum/,
  ],
  [
    "an address that is null",
    { registry: { Router: null } },
    "registry.Router",
    /string/,
  ],
  [
    "a list where one address is due",
    { registry: { Router: [ADDRESS] } },
    "registry.Router",
    /string/,
  ],
  [
    "one address where a list is due",
    { registry: { ERC721Template: ADDRESS } },
    "registry.ERC721Template",
    /array/,
  ],
  [
    "an empty list",
    { registry: { ERC721Template: [] } },
    "registry.ERC721Template",
    /a list of at least 1 address,/,
  ],
  [
    "a bad address in a list",
    { registry: { ERC20Template: [ADDRESS, BAD_CHECKSUM] } },
    "registry.ERC20Template.1",
    /bad checksum/,
  ],
  [
    "a list as an object keyed by index",
    { registry: { ERC20Template: { 1: ADDRESS, 2: OTHER } } },
    "registry.ERC20Template",
    /array/,
  ],
  ["a portal config as a text", { portal: "x" }, "portal", /object/],
  [
    "another network's portal field",
    { portal: { BFactory: ADDRESS } },
    "portal.BFactory",
    /Unknown key/,
  ],
  [
    "another dialect's portal field",
    { portal: { oceanTokenAddress: ADDRESS } },
    "portal.oceanTokenAddress",
    /Unknown key/,
  ],
  [
    "a bad URL of a service",
    { portal: { subgraphUri: "subgraph" } },
    "portal.subgraphUri",
    /not a URL/,
  ],
  [
    "an account with a bad checksum",
    { portal: { providerAddress: BAD_CHECKSUM } },
    "portal.providerAddress",
    /bad checksum/,
  ],
  [
    "a negative start block in the portal config",
    { portal: { startBlock: -1 } },
    "portal.startBlock",
    /0 or more/,
  ],
  [
    "an empty network name in the portal config",
    { portal: { network: "" } },
    "portal.network",
    /not empty/,
  ],
  [
    "isCustom as a number",
    { portal: { isCustom: 1 } },
    "portal.isCustom",
    /boolean/,
  ],
  ["hardhat as a text", { hardhat: "x" }, "hardhat", /object/],
  [
    "a chain id among Hardhat's fields",
    { hardhat: { chainId: 5 } },
    "hardhat.chainId",
    /This plugin sets this field/,
  ],
  [
    "a URL among Hardhat's fields",
    { hardhat: { url: "http://127.0.0.1" } },
    "hardhat.url",
    /This plugin sets this field/,
  ],
];

describe("a mistake in the config", () => {
  for (const [title, alpha, path, message] of MISTAKES) {
    it(`given ${title}, is reported once, at alpha${path}`, async () => {
      const mistakes = await mistakesUnder(alpha);

      expect(Object.keys(mistakes)).to.deep.equal([`alpha${path}`]);
      expect(mistakes[`alpha${path}`]).to.match(message);
    });
  }

  for (const [title, devnet, path, message] of DEVNET_MISTAKES) {
    it(`given ${title}, is reported once, at alpha.networks.devnet.${path}`, async () => {
      const mistakes = await mistakesOfDevnet(devnet);

      expect(Object.keys(mistakes)).to.deep.equal([
        `alpha.networks.devnet.${path}`,
      ]);
      expect(mistakes[`alpha.networks.devnet.${path}`]).to.match(message);
    });
  }

  it("given a field that only devnet's and testnet's portal config have, is reported on third", async () => {
    expect(
      await mistakesUnder({
        networks: { third: { portal: { isCustom: true } } },
      }),
    ).to.have.all.keys("alpha.networks.third.portal.isCustom");
  });

  it("given a URL with a key, is reported without the key", async () => {
    const mistakes = await mistakesOfDevnet({
      url: "http:/127.0.0.1:99999/c0ffee-canary",
      portal: { nodeUri: "ftp://u:c0ffee-canary@127.0.0.1" },
    });

    expect(Object.keys(mistakes)).to.have.lengthOf(2);
    expect(Object.values(mistakes).join()).to.not.include("canary");
  });

  it("given many at every level, are all reported at once, each with its path", async () => {
    const error = await errorOf(() =>
      createAlphaHreOf({
        presets: false,
        sandbox: { euroDecimals: "six" },
        networks: {
          devnet: {
            startBlock: -5,
            registry: { Router: BAD_CHECKSUM, ERC20Template: [] },
            tokens: { euro: { address: "0x" } },
            url: "nowhere",
          },
          testnet: { portal: { nodeUri: "nowhere" }, nmae: "x" },
          third: null,
        },
      }),
    );

    expect(error.message.match(/config\.alpha[\w.]*/g)).to.have.members([
      "config.alpha.presets",
      "config.alpha.sandbox.euroDecimals",
      "config.alpha.networks.devnet.startBlock",
      "config.alpha.networks.devnet.registry.Router",
      "config.alpha.networks.devnet.registry.ERC20Template",
      "config.alpha.networks.devnet.tokens.euro.address",
      "config.alpha.networks.devnet.url",
      "config.alpha.networks.testnet.portal.nodeUri",
      "config.alpha.networks.testnet.nmae",
      "config.alpha.networks.third",
    ]);
  });

  it("given a wrong field of Hardhat's, is reported by Hardhat, for the network that has it", async () => {
    const error = await errorOf(() =>
      createAlphaHreOf({
        networks: { devnet: { hardhat: { timeout: "5s" } } },
      }),
    );

    expect(error.message).to.include("config.networks.devnet.timeout");
  });
});

describe("a contradiction in the config", () => {
  it("given one name for two networks, is reported at the second", async () => {
    const mistakes = await mistakesUnder({
      networks: { devnet: { name: "mine" }, third: { name: "mine" } },
    });

    expect(mistakes).to.have.all.keys("alpha.networks.third.name");
    expect(mistakes["alpha.networks.third.name"]).to.include(
      `The name "mine" is that of devnet`,
    );
  });

  it("given another network's default name, is reported", async () => {
    expect(
      await mistakesUnder({ networks: { third: { name: "devnet" } } }),
    ).to.have.all.keys("alpha.networks.third.name");
  });

  it("given the name of another network's sandbox, is reported", async () => {
    expect(
      await mistakesUnder({ networks: { devnet: { name: "thirdSandbox" } } }),
    ).to.have.all.keys("alpha.networks.third.name");
  });

  it("given the name of a sandbox where there are none, is fine", async () => {
    expect(
      await mistakesUnder({
        sandbox: false,
        networks: { devnet: { name: "thirdSandbox" } },
      }),
    ).to.deep.equal({});
  });

  it("given the name of a network that is disabled, is fine", async () => {
    expect(
      await mistakesUnder({
        networks: { third: { name: "devnet" }, devnet: false },
      }),
    ).to.deep.equal({});
  });

  for (const [title, network, config, path, source] of [
    [
      "two chain ids",
      "devnet",
      { chainId: 1, portal: { chainId: 2 } },
      "portal.chainId",
      "chainId",
    ],
    [
      "two names",
      "third",
      { displayName: "A", portal: { name: "B" } },
      "portal.name",
      "displayName",
    ],
    [
      "two start blocks",
      "testnet",
      { startBlock: 1, portal: { startBlock: 2 } },
      "portal.startBlock",
      "startBlock",
    ],
    [
      "two addresses of the exchange",
      "devnet",
      {
        registry: { FixedPrice: ADDRESS },
        portal: { fixedRateExchangeAddress: OTHER },
      },
      "portal.fixedRateExchangeAddress",
      "registry.FixedPrice",
    ],
    [
      "two addresses of the Alpha token",
      "third",
      {
        registry: { AlphaToken: ADDRESS },
        tokens: { alpha: { address: OTHER } },
      },
      "tokens.alpha.address",
      "registry.AlphaToken",
    ],
  ] as const) {
    it(`given ${title}, is reported with both places`, async () => {
      const mistakes = await mistakesUnder({ networks: { [network]: config } });
      const full = `alpha.networks.${network}.${path}`;

      expect(mistakes).to.have.all.keys(full);
      expect(mistakes[full]).to.include(
        `Contradicts alpha.networks.${network}.${source}`,
      );
    });
  }

  it("given the same value twice, addresses in any case, is none", async () => {
    expect(
      await mistakesUnder({
        networks: {
          devnet: {
            startBlock: 5,
            registry: { FixedPrice: ADDRESS },
            portal: {
              startBlock: 5,
              fixedRateExchangeAddress: ADDRESS.toLowerCase(),
            },
          },
        },
      }),
    ).to.deep.equal({});
  });

  it("given the third network's v3 and v4 addresses, is none: they differ by right", async () => {
    expect(
      await mistakesUnder({
        networks: {
          third: {
            registry: { Dispenser: ADDRESS },
            portal: { dispenserAddress: OTHER },
          },
        },
      }),
    ).to.deep.equal({});
  });
});

describe("the marks on Hardhat networks", () => {
  const http = { type: "http", url: "http://127.0.0.1:1" };
  const edr = { type: "edr-simulated" };

  for (const mark of ["mainnet", "constructor", "Devnet", 100, null, true]) {
    it(`given alphaNetwork ${JSON.stringify(mark)}, names the valid ones`, async () => {
      const mistakes = await mistakesIn({
        networks: { mine: { ...http, alphaNetwork: mark } },
      });

      expect(mistakes).to.deep.equal({
        "networks.mine.alphaNetwork": "Expected one of devnet, testnet, third",
      });
    });
  }

  it("given a mark of a network that is disabled, reports it", async () => {
    expect(
      await mistakesIn({
        alpha: { networks: { third: false } },
        networks: { mine: { ...http, alphaNetwork: "third" } },
      }),
    ).to.have.all.keys("networks.mine.alphaNetwork");
  });

  it("given alphaSandbox that is no boolean, reports it", async () => {
    expect(
      await mistakesIn({
        networks: {
          mine: { ...edr, alphaNetwork: "devnet", alphaSandbox: "yes" },
        },
      }),
    ).to.have.all.keys("networks.mine.alphaSandbox");
  });

  it("given alphaSandbox on a live network, reports it", async () => {
    expect(
      await mistakesIn({
        networks: {
          mine: { ...http, alphaNetwork: "devnet", alphaSandbox: true },
        },
      }),
    ).to.have.all.keys("networks.mine.alphaSandbox");
  });

  it("given alphaSandbox without alphaNetwork, reports it instead of leaving the chain empty", async () => {
    expect(
      await mistakesIn({ networks: { mine: { ...edr, alphaSandbox: true } } }),
    ).to.have.all.keys("networks.mine.alphaSandbox");
  });

  for (const forking of [
    { url: "http://127.0.0.1:1" },
    { url: "http://127.0.0.1:1", enabled: true },
    "http://127.0.0.1:1",
  ]) {
    it(`given a sandbox that forks (${JSON.stringify(forking)}), reports it`, async () => {
      expect(
        await mistakesIn({
          networks: {
            mine: {
              ...edr,
              alphaNetwork: "devnet",
              alphaSandbox: true,
              forking,
            },
            devnetSandbox: { ...edr, chainId: 32456, forking },
          },
        }),
      ).to.have.all.keys(
        "networks.mine.forking",
        "networks.devnetSandbox.forking",
      );
    });
  }

  it("given a fork that is no sandbox, reports nothing", async () => {
    const forking = { url: "http://127.0.0.1:1" };

    expect(
      await mistakesIn({
        networks: { mine: { ...edr, alphaNetwork: "devnet", forking } },
      }),
    ).to.deep.equal({});
  });

  it("given fitting marks, reports nothing", async () => {
    expect(
      await mistakesIn({
        networks: {
          a: { ...http, alphaNetwork: "third" },
          b: { ...edr, alphaNetwork: "devnet" },
          c: { ...edr, alphaNetwork: "devnet", alphaSandbox: true },
          d: { ...edr, alphaSandbox: false },
        },
      }),
    ).to.deep.equal({});
  });
});

describe("a config without mistakes", () => {
  it("given everything that can be given, is accepted", async () => {
    expect(
      await mistakesUnder({
        preset: true,
        sandbox: {
          euroDecimals: 0,
          hardhat: {
            mining: { auto: false, interval: [1000, 2000] },
            accounts: [{ privateKey: KEY, balance: "5" }],
            blockGasLimit: false,
            gas: 5n,
            initialDate: new Date(0),
            hardfork: "london",
            loggingEnabled: true,
          },
        },
        networks: {
          devnet: {
            name: "mine",
            url: configVariable("X", { default: "http://127.0.0.1:1" }),
            endpoints: [configVariable("Y", { format: "http://{variable}" })],
            genesisHash: `0x${"ab".repeat(32)}`,
            maxBlockAge: 1,
            hardfork: "cancun",
            role: "r",
            displayName: "d",
            versions: { registry: "1", portal: "2", backend: "3" },
            chainId: 1,
            networkId: 2,
            isDefault: true,
            startBlock: 0,
            transactionBlockTimeout: 1,
            transactionConfirmationBlocks: 0,
            transactionPollingTimeout: 1,
            gasFeeMultiplier: 0.5,
            feeToken: { name: "n", symbol: "s", decimals: 0 },
            tokens: {
              euro: {
                name: "n",
                address: OTHER.toLowerCase(),
                role: "r",
                symbol: "s",
                decimals: 36,
              },
              alpha: {},
            },
            registry: {
              Router: ADDRESS,
              ERC20Template: [ADDRESS, OTHER],
              ERC721Template: [OTHER],
            },
            portal: { nodeUri: "http://127.0.0.1:1", isCustom: false },
            hardhat: {
              accounts: { mnemonic: configVariable("M"), count: 1 },
              timeout: 0,
              httpHeaders: {},
              gasPrice: 5n,
              gas: "auto",
              gasMultiplier: 1.5,
              from: ADDRESS,
              chainType: "l1",
              ignition: { maxRetries: 1 },
            },
          },
          third: false,
        },
      }),
    ).to.deep.equal({});
  });

  it("given alpha with nothing in it, is accepted", async () => {
    expect(await mistakesUnder({})).to.deep.equal({});
    expect(await mistakesUnder({ networks: {} })).to.deep.equal({});
    expect(await mistakesOfDevnet({})).to.deep.equal({});
  });

  it("given no alpha at all, is accepted", async () => {
    expect(await mistakesIn({})).to.deep.equal({});
  });
});
