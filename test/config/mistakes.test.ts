import { inspect } from "node:util";
import { expect } from "chai";
import { configVariable } from "hardhat/config";
import { createAlphaHreOf } from "../support/alpha-hre.ts";
import { mistakesIn } from "../support/config-hooks.ts";
import { errorOf } from "../support/rejection-of.ts";

const ADDRESS = "0x4Ede1776D6B75de6c907172Abc0453a3C8AB372a";
const BAD_CHECKSUM = "0x4ede1776D6B75de6c907172Abc0453a3C8AB372a";
const OTHER = "0x5461b629E01f72E0A468931A36e039Eea394f9eA";
const ZERO = `0x${"0".repeat(40)}`;
const KEY = `0x${"11".repeat(32)}`;
const OWN = { like: "testnet", chainId: 23294 };

/** A value at a path of the config, and where it is reported if not there. */
type Mistake = readonly [
  path: string,
  value: unknown,
  message: RegExp,
  at?: string,
];

const mistakesUnder = (alpha: unknown) => mistakesIn({ alpha });
const shown = (value: unknown) =>
  inspect(value, { breakLength: Number.POSITIVE_INFINITY, depth: 5 });

/** An object with nothing but a value at a path. */
const nested = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight((inner, key) => ({ [key]: inner }), value);

/** Tests that each value is reported once. */
function itReports(section: string, mistakes: readonly Mistake[]): void {
  for (const [path, value, message, at = path] of mistakes) {
    const full = [section, at].filter(Boolean).join(".");
    it(`given ${section}.${path} as ${shown(value)}, is reported once, at ${full}`, async () => {
      const keys = [section, path].filter(Boolean).join(".").split(".");
      const mistakes = await mistakesIn(Object(nested(keys, value)));

      expect(Object.keys(mistakes)).to.deep.equal([full]);
      expect(mistakes[full]).to.match(message);
    });
  }
}

/** Tests that each network of the project's own is reported once, beside others. */
function itReportsNetwork(
  networks: readonly (readonly [
    name: string,
    user: unknown,
    at: string,
    message: RegExp,
    others?: object,
  ])[],
): void {
  for (const [name, user, at, message, others = {}] of networks) {
    it(`given ${name} as ${shown(user)} beside ${shown(others)}, is reported once, at ${name}${at}`, async () => {
      const mistakes = await mistakesUnder({
        networks: { ...others, [name]: user },
      });

      expect(Object.keys(mistakes)).to.eql([`alpha.networks.${name}${at}`]);
      expect(Object.values(mistakes).join()).to.match(message);
    });
  }
}

describe("a mistake in the config", () => {
  const SET_BY_PLUGIN = /This plugin sets this field/;
  const FORKING = { url: "http://127.0.0.1:1" };
  itReports("alpha", [
    ["", "on", /object/],
    ["", null, /object/],
    ["", [], /object/],
    ["", false, /object/],
    [
      "network",
      {},
      /^Unknown key\. Did you mean networks\? Valid keys: preset, sources, forks, sandbox, networks$/,
    ],
    ["devnet", {}, /It belongs in alpha\.networks\.devnet\. Valid keys: pre/],
    ["owner", ADDRESS, /It belongs in alpha\.sandbox\.owner\. /],
    [
      "accounts",
      [],
      /It belongs in alpha\.forks\.hardhat\.accounts or alpha\.sandbox\.hardhat\.accounts or alpha\.networks\.<name>\.hardhat\.accounts\. /,
    ],
    [
      "networks.devent",
      {},
      /mean devnet\? Valid keys: devnet, testnet, third$/,
    ],
    ["sandbox.accounts", [], /It belongs in alpha\.sandbox\.hardhat\.accounts/],
    [
      "sources",
      [{ type: "portal", file: "a.js", netwrok: "devnet" }],
      /Did you mean network\? Valid keys: type, file, /,
      "sources.0.netwrok",
    ],
    ["preset", "no", /boolean/],
    ["networks", [], /object/],
    ["networks", null, /object/],
    ["networks", "devnet", /object/],
    ["networks.mainnet", {}, /Unknown key/],
    ["networks.devnet", null, /object/],
    ["networks.devnet", true, /object/],
    ["networks.devnet", "http://127.0.0.1", /object/],
    ["networks.third.portal.isCustom", true, /Unknown key/],
    ["networks.third.versions.portal", "V4", /^Expected .*: v3 or v4/],
    ["networks.third.backend.providerUri", "nowhere", /not a URL/],
    ["networks.third.backend.nodeUri", "http://127.0.0.1:1", /Unknown key/],
    ["sandbox", true, /object/],
    ["sandbox", null, /object/],
    ["sandbox.decimals", 6, /Unknown key/],
    ["sandbox.euroDecimals", -1, /greater than or equal to 0/],
    ["sandbox.euroDecimals", 37, /less than or equal to 36/],
    ["sandbox.owner", "me", /Expected an address/],
    ["sandbox.owner", BAD_CHECKSUM, /checksum/],
    ["sandbox.owner", ZERO, /zero address/],
    ["sandbox.hardhat.forking", FORKING, SET_BY_PLUGIN],
    ["sandbox.hardhat.chainId", 5, SET_BY_PLUGIN],
    ["forks", "all", /object/],
    ["forks", null, /object/],
    ["forks.blockNumbers.devnet", -1, /block number/],
    ["forks.url", "http://127.0.0.1:1", /Unknown key/],
    ["forks.hardhat.forking", FORKING, SET_BY_PLUGIN],
  ]);

  itReports("alpha.sandbox.balances", [
    ["dollar", {}, /Unknown key/],
    ["euro.me", 1, /Expected an address/],
    [`alpha.${ZERO}`, 1, /zero address/],
    [
      "euro",
      { [OTHER]: 1, [OTHER.toLowerCase()]: 2 },
      /twice/,
      `euro.${OTHER.toLowerCase()}`,
    ],
    [`euro.${OTHER}`, "0.0000001", /has 6 decimals: the amount has more/],
    [
      "alpha",
      { [OTHER]: 1_410_000_000, [ADDRESS]: "0.1" },
      /maximum supply of 1410000000:/,
    ],
    ...["-1", "1e3", "", " 1", "1.", ".5", "0x10"].map(amountOf),
    ...[-1, 1e21, 1e-7, Number.NaN, true, null, {}].map(amountOf),
  ]);

  function amountOf(amount: unknown): Mistake {
    return [`euro.${OTHER}`, amount, /Expected a number of whole tokens/];
  }

  for (const [title, alpha, at, message] of [
    [
      "more digits than one network's euro token has decimals",
      {
        sandbox: { balances: { euro: { [OTHER]: "0.001" } } },
        networks: { testnet: { tokens: { euro: { decimals: 2 } } } },
      },
      `euro.${OTHER}`,
      /testnet's sandbox has 2 decimals/,
    ],
    [
      "more of a euro token of 24 decimals than there can be",
      { sandbox: { euroDecimals: 24, balances: { euro: { [OTHER]: 101 } } } },
      "euro",
      /maximum supply of 100:/,
    ],
  ] as const) {
    it(`given ${title}, is reported`, async () => {
      const mistakes = Object.entries(await mistakesUnder(alpha));

      expect(mistakes.map(([path]) => path)).to.deep.equal([
        `alpha.sandbox.balances.${at}`,
      ]);
      expect(mistakes[0]?.[1]).to.match(message);
    });
  }

  itReports("alpha.networks.devnet", [
    ["adress", {}, /Unknown key/],
    ["gasFeeMultiplyer", 2, /mean gasFeeMultiplier\? Valid keys: name, url, /],
    ["accounts", "remote", /in alpha\.networks\.devnet\.hardhat\.accounts\. /],
    ["Router", ADDRESS, /in alpha\.networks\.devnet\.registry\.Router\. /],
    [
      "decimals",
      6,
      /It belongs in alpha\.networks\.devnet\.feeToken\.decimals or alpha\.networks\.devnet\.tokens\.euro\.decimals or /,
    ],
    ["backend", { providerUri: "http://127.0.0.1:1" }, /Unknown key/],
    ["name", "", /not empty/],
    ["name", 5, /string/],
    ["name", "constructor", /not a property of Object\.prototype/],
    ["name", "__proto__", /not a property of Object\.prototype/],
    ["url", "localhost", /not a URL/],
    ["url", "http://127.0.0.1:0x1", /bad port/],
    ["url", "http://127.0.0.1:65536", /bad port/],
    ["url", "ws://127.0.0.1", /http or https/],
    ["url", "", /not a URL/],
    ["url", null, /Expected a URL/],
    ["url", 8545, /Expected a URL/],
    ["url", { name: "X" }, /Expected a URL/],
    [
      "url",
      { _type: "ConfigurationVariable", name: "X", format: "http://" },
      /Expected a URL/,
    ],
    ["endpoints", "x", /array/],
    ["endpoints", [FORKING.url, "ftp://a"], /http or https/, "endpoints.1"],
    ["guard", "off", /boolean/],
    ["genesisHash", "0x12", /64/],
    ["hardfork", "paris", /istanbul/],
    ["maxBlockAge", 0, /above 0/],
    ["maxBlockAge", true, /number/],
    ["maxBlockAge", "10m", /number/],
    ["role", "", /not empty/],
    ["displayName", 5, /string/],
    ["startBlock", -1, /0 or more/],
    ["startBlock", 1.5, /whole/],
    ["startBlock", "0", /number/],
    ["startBlock", 2 ** 53, /less than or equal/],
    ["chainId", 0, /above 0/],
    ["chainId", "0x7ec8", /number/],
    ["networkId", null, /number/],
    ["isDefault", "yes", /boolean/],
    ["transactionBlockTimeout", 0, /above 0/],
    ["transactionConfirmationBlocks", -1, /0 or more/],
    ["transactionPollingTimeout", 0.5, /whole/],
    ["gasFeeMultiplier", 0, /above 0/],
    ["gasFeeMultiplier", Number.POSITIVE_INFINITY, /finite/],
    ["gasFeeMultiplier", Number.NaN, /number/],
    ["versions.contracts", "v4", /Unknown key/],
    ["feeToken.address", ADDRESS, /Unknown key/],
    ["tokens", [], /object/],
    ["tokens.dollar", {}, /Unknown key/],
    ["tokens.euro.addr", ADDRESS, /Unknown key/],
    ["tokens.euro.address", "0x12", /40 hexadecimal digits/],
    ["tokens.alpha.decimals", 1.5, /whole/],
    ["portal", "x", /object/],
    ["portal.BFactory", ADDRESS, /^Unknown key\. Only third and networks like/],
    ["portal.oceanTokenAddress", ADDRESS, /Unknown key/],
    ["portal.subgraphUri", "subgraph", /not a URL/],
    ["portal.providerAddress", BAD_CHECKSUM, /bad checksum/],
    ["portal.startBlock", -1, /0 or more/],
    ["portal.network", "", /not empty/],
    ["portal.isCustom", 1, /boolean/],
    ["hardhat", "x", /object/],
    ["hardhat.chainId", 5, SET_BY_PLUGIN],
    ["hardhat.url", "http://127.0.0.1", SET_BY_PLUGIN],
  ]);

  itReports("alpha.networks.devnet.registry", [
    ["", [], /object/],
    [
      "Rooter",
      ADDRESS,
      /Did you mean Router\? Valid keys: Alpha, .*, Router, /,
    ],
    ["AlphaToken", ADDRESS, /Did you mean Alpha\? /],
    ["communityFeeCollector", ADDRESS, /you mean AlphaCommunityFeeCollector\?/],
    [
      "nftFactoryAddress",
      ADDRESS,
      /in alpha\..*\.portal\.nftFactoryAddress\. /,
    ],
    ["router", ADDRESS, /Unknown key/],
    ["ERC20Templates", [ADDRESS, OTHER], /Unknown key/],
    ["Router", ADDRESS.slice(0, -1), /40 hexadecimal digits/],
    ["Router", ADDRESS.slice(2), /40 hexadecimal digits/],
    ["Router", ` ${ADDRESS}`, /40 hexadecimal digits/],
    ["Router", BAD_CHECKSUM, /bad checksum/],
    ["Router", null, /string/],
    ["Router", [ADDRESS], /string/],
    ["ERC721Template", ADDRESS, /array/],
    ["ERC721Template", [], /a list of at least 1 address,/],
    ["ERC20Template", { 1: ADDRESS, 2: OTHER }, /array/],
    ["ERC20Template", [OTHER, BAD_CHECKSUM], /checksum/, "ERC20Template.1"],
  ]);

  itReports("alpha.networks.devnet.contracts", [
    ["Router", ADDRESS, /"Router" is a registry key\. Set registry/],
    ["router", ADDRESS, /"router" is a role/],
    ["euro", ADDRESS, /is a role, or another value/],
    ["Ocean", ADDRESS, /another value in exports/],
    ["a-b", ADDRESS, /Expected a name like Market/],
    ["Market", "0x12", /Expected an address/, "Market.address"],
    ["Market.adress", ADDRESS, /Did you mean address/],
    [
      "Market",
      { address: ADDRESS, artifact: false, watch: [] },
      /there is no ABI/,
      "Market.watch",
    ],
  ]);

  it("given a URL with a key, is reported without the key", async () => {
    const mistakes = await mistakesUnder({
      networks: {
        devnet: {
          url: "http:/127.0.0.1:99999/c0ffee-canary",
          portal: { nodeUri: "ftp://u:c0ffee-canary@127.0.0.1" },
        },
      },
    });

    expect(Object.keys(mistakes)).to.have.lengthOf(2);
    expect(Object.values(mistakes).join()).to.not.include("canary");
  });

  it("given many at every level, are all reported at once by Hardhat, each with its path", async () => {
    const error = await errorOf(() =>
      createAlphaHreOf({
        presets: false,
        sandbox: { euroDecimals: "six" },
        networks: {
          devnet: { startBlock: -5, registry: { ERC20Template: [] } },
          testnet: { portal: { nodeUri: "nowhere" }, nmae: "x" },
          third: null,
        },
      }),
    );

    expect(error.message.match(/config\.alpha[\w.]*/g)).to.have.members([
      "config.alpha.presets",
      "config.alpha.sandbox.euroDecimals",
      "config.alpha.networks.devnet.startBlock",
      "config.alpha.networks.devnet.registry.ERC20Template",
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

describe("a mistake in a network of the project's own", () => {
  itReportsNetwork([
    ["mine", { like: "devnet" }, ".chainId", /that of devnet is not inherited/],
    ["mine", { ...OWN, chainId: "5" }, ".chainId", /whole number above 0/],
    ["mine", { ...OWN, like: "tesnet" }, ".like", /Did you mean testnet\?/],
    [
      "mine",
      { ...OWN, like: "a" },
      ".like",
      /^Expected one of devnet, testnet, third: the network whose/,
      { a: OWN },
    ],
    ["mine", { ...OWN, like: Object.create(null) }, ".like", /^Expected one/],
    ["mine", { ...OWN, book: { file: 5 } }, ".book", /the name of an entry/],
    [
      "mine",
      { ...OWN, registry: { Router: null } },
      ".registry.Router",
      /null/,
    ],
    [
      "mine",
      { ...OWN, registry: { AlphaToken: ADDRESS } },
      ".registry.AlphaToken",
      /Did you mean Alpha\?/,
    ],
    [
      "mine",
      { ...OWN, backend: {} },
      ".backend",
      /^Unknown key\. Only third and networks like it have it\. Valid keys: like, /,
    ],
    [
      "mine",
      { ...OWN, portal: { chainId: 5 } },
      ".portal.chainId",
      /Contradicts alpha\.networks\.mine\.chainId/,
    ],
    [
      "mine",
      { chainId: 5 },
      "",
      /^Unknown key\. .*mine: \{ like: "testnet", chainId: … \}/,
    ],
    ["mine", false, "", /^Unknown key/],
    ["toString", OWN, "", /cannot have this name/],
    ["localhost", OWN, "", /cannot have this name/],
    ["a b", OWN, "", /Expected a letter/],
    ["devnet", OWN, ".like", /Unknown key/],
    ["discover", OWN, "", /^ALPHA_DISCOVER_RPC_URL is the node of/],
    ["devnetSandbox", OWN, "", /is that of devnet, or of its sandbox or fork/],
    ["thirdFork", OWN, "", /"thirdFork" is that of third/],
    ["mine", OWN, "", /is that of devnet/, { devnet: { name: "mine" } }],
    ["Devnet", OWN, "", /only differs from devnet/],
    [
      "a_b",
      { ...OWN, chainId: 5 },
      "",
      /only differs from a-b/,
      { "a-b": OWN },
    ],
    [
      "third-backend",
      OWN,
      "",
      /^ALPHA_THIRD_BACKEND_\w+ would be a variable of third, too/,
    ],
    [
      "x",
      { like: "third", chainId: 5 },
      "",
      /^ALPHA_X_BACKEND_\w+ would be a variable of x_backend, too/,
      { x_backend: OWN },
    ],
    [
      "mine",
      { ...OWN, chainId: 32456 },
      ".chainId",
      /^devnet has the chain id 32456, too.*alpha\.networks\.devnet: false/,
    ],
    ["mine", { ...OWN, chainId: 100 }, ".chainId", /^third has the chain id/],
    [
      "mine",
      { ...OWN, chainId: 5 },
      ".chainId",
      /^testnet has the chain id 5/,
      { testnet: { chainId: 5 } },
    ],
    [
      "mine",
      OWN,
      ".chainId",
      /^a has the chain id 23294, too.*Correct one of the two/,
      { a: OWN },
    ],
  ]);

  it("given another Hardhat network with its name, then the advice is to remove it, since false is none", async () => {
    const { config } = await createAlphaHreOf({
      networks: { mine: { ...OWN, name: "default" } },
    });
    const unclear = await mistakesIn({
      alpha: { networks: { mine: OWN } },
      networks: { mine: { type: "http", url: "http://127.0.0.1:1" } },
    });

    expect(JSON.stringify(Object.entries(config.alpha.networks)[3])).to.match(
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

describe("a contradiction in the config", () => {
  const TOO = /has the chain id \d+, too.*or disable \w+ with alpha\.networks/;
  for (const [networks, path, message] of [
    [
      { devnet: { name: "mine" }, third: { name: "mine" } },
      "third.name",
      /The name "mine" is that of devnet/,
    ],
    [{ third: { name: "devnet" } }, "third.name", /"devnet" is that of devnet/],
    [
      { devnet: { name: "thirdSandbox" } },
      "third.name",
      /"thirdSandbox" is that of devnet/,
    ],
    [{ devnet: { chainId: 100 } }, "devnet.chainId", TOO],
    [{ third: { portal: { chainId: 32456 } } }, "third.chainId", TOO],
    [{ third: false, devnet: { chainId: 32457 } }, "devnet.chainId", TOO],
    [
      { devnet: { chainId: 5 }, testnet: { chainId: 5 } },
      "testnet.chainId",
      TOO,
    ],
    [
      { devnet: { chainId: 1, portal: { chainId: 2 } } },
      "devnet.portal.chainId",
      /^Contradicts alpha\.networks\.devnet\.chainId:/,
    ],
    [
      { third: { displayName: "A", portal: { name: "B" } } },
      "third.portal.name",
      /^Contradicts alpha\.networks\.third\.displayName:/,
    ],
    [
      {
        devnet: {
          registry: { FixedPrice: ADDRESS },
          portal: { fixedRateExchangeAddress: OTHER },
        },
      },
      "devnet.portal.fixedRateExchangeAddress",
      /^Contradicts alpha\.networks\.devnet\.registry\.FixedPrice:/,
    ],
    [
      {
        third: {
          registry: { AlphaToken: ADDRESS },
          tokens: { alpha: { address: OTHER } },
        },
      },
      "third.tokens.alpha.address",
      /^Contradicts alpha\.networks\.third\.registry\.AlphaToken:/,
    ],
  ] as const) {
    it(`given ${shown(networks)}, is reported once, at ${path}`, async () => {
      const mistakes = await mistakesUnder({ networks });
      const full = `alpha.networks.${path}`;

      expect(mistakes).to.have.all.keys(full);
      expect(mistakes[full]).to.match(message);
    });
  }

  for (const [title, alpha] of [
    [
      "the name of a sandbox where there are none",
      { sandbox: false, networks: { devnet: { name: "thirdSandbox" } } },
    ],
    [
      "the name of a network that is disabled",
      { networks: { third: { name: "devnet" }, devnet: false } },
    ],
    [
      "chain ids that networks of the reference exchange",
      { networks: { devnet: { chainId: 100 }, third: { chainId: 32456 } } },
    ],
    [
      "the chain id and names of a disabled network",
      {
        networks: { devnet: false, devnetSandbox: { ...OWN, chainId: 32456 } },
      },
    ],
    [
      "the same value twice, addresses in any case",
      {
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
      },
    ],
    [
      "the third network's v3 and v4 addresses, which differ by right",
      {
        networks: {
          third: {
            registry: { Dispenser: ADDRESS },
            portal: { dispenserAddress: OTHER },
          },
        },
      },
    ],
    ["alpha with nothing in it", {}],
    ["forks switched off", { forks: false }],
    ["no networks", { networks: {} }],
    ["a network with nothing in it", { networks: { devnet: {} } }],
    ["no alpha at all", undefined],
  ] as const) {
    it(`given ${title}, is none`, async () => {
      expect(await mistakesUnder(alpha)).to.deep.equal({});
    });
  }
});

describe("the marks on Hardhat networks", () => {
  const http = { type: "http", url: "http://127.0.0.1:1" };
  const edr = { type: "edr-simulated" };
  const forking = { url: "http://127.0.0.1:1" };
  const sandbox = { ...edr, alphaNetwork: "devnet", alphaSandbox: true };

  const VALID = /^Expected one of devnet, testnet, third$/;
  for (const [mine, field, message] of [
    ...["mainnet", "constructor", "Devnet", 100, null, true].map(
      (mark) =>
        [{ ...http, alphaNetwork: mark }, "alphaNetwork", VALID] as const,
    ),
    [{ ...sandbox, alphaSandbox: "yes" }, "alphaSandbox", /./],
    [{ ...sandbox, ...http }, "alphaSandbox", /./],
    [{ ...edr, alphaSandbox: true }, "alphaSandbox", /./],
    [{ ...sandbox, forking }, "forking", /./],
    [{ ...sandbox, forking: { ...forking, enabled: true } }, "forking", /./],
    [{ ...sandbox, forking: forking.url }, "forking", /./],
  ] as const) {
    it(`given ${shown(mine)}, ${field} is reported`, async () => {
      const mistakes = await mistakesIn({ networks: { mine } });

      expect(mistakes).to.have.all.keys(`networks.mine.${field}`);
      expect(mistakes[`networks.mine.${field}`]).to.match(message);
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

  it("given a network with the name of a sandbox that forks, reports it", async () => {
    const devnetSandbox = { ...edr, chainId: 32456, forking };

    expect(await mistakesIn({ networks: { devnetSandbox } })).to.have.all.keys(
      "networks.devnetSandbox.forking",
    );
  });

  it("given fitting marks, reports nothing", async () => {
    expect(
      await mistakesIn({
        networks: {
          a: { ...http, alphaNetwork: "third" },
          b: { ...edr, alphaNetwork: "devnet" },
          c: sandbox,
          d: { ...edr, alphaSandbox: false },
          e: { ...edr, alphaNetwork: "devnet", forking },
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
              euro: { address: OTHER.toLowerCase(), decimals: 36 },
              alpha: {},
            },
            registry: { Router: ADDRESS, ERC20Template: [ADDRESS, OTHER] },
            portal: { nodeUri: "http://127.0.0.1:1", isCustom: false },
            hardhat: {
              accounts: { mnemonic: configVariable("M"), count: 1 },
              timeout: 0,
              httpHeaders: {},
              gasPrice: 5n,
              gas: "auto",
              from: ADDRESS,
              ignition: { maxRetries: 1 },
            },
          },
          third: false,
        },
      }),
    ).to.deep.equal({});
  });
});
