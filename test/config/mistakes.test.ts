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

describe("a mistake in the config", () => {
  const SET_BY_PLUGIN = /This plugin sets this field/;
  const FORKING = { url: "http://127.0.0.1:1" };
  itReports("alpha", [
    ["", "on", /object/],
    ["", null, /object/],
    ["network", {}, /Did you mean networks\? Valid keys: preset, so/],
    ["devnet", {}, /It belongs in alpha\.networks\.devnet\. Valid keys: pre/],
    ["accounts", [], /sandbox\.hardhat\.accounts or alpha\.networks\.<n/],
    ["networks", [], /object/],
    ["networks.mainnet", {}, /Unknown key/],
    ["networks.third.versions.portal", "V4", /^Expected .*: v3 or v4/],
    ["networks.third.backend.nodeUri", "http://127.0.0.1:1", /Unknown key/],
    ["sandbox", true, /object/],
    ["sandbox.decimals", 6, /Unknown key/],
    ["sandbox.euroDecimals", -1, /at least 0/],
    ["sandbox.owner", BAD_CHECKSUM, /checksum/],
    ["sandbox.owner", ZERO, /zero address/],
    ["forks", "all", /object/],
    ["forks.blockNumbers.devnet", -1, /block number/],
    ["forks.hardhat.forking", FORKING, SET_BY_PLUGIN],
    [
      "",
      {
        sandbox: { balances: { euro: { [OTHER]: "0.001" } } },
        networks: { testnet: { tokens: { euro: { decimals: 2 } } } },
      },
      /testnet's sandbox has 2 decimals/,
      `sandbox.balances.euro.${OTHER}`,
    ],
    [
      "sandbox",
      { euroDecimals: 24, balances: { euro: { [OTHER]: 101 } } },
      /maximum supply of 100:/,
      "sandbox.balances.euro",
    ],
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

  itReports("alpha.networks.devnet", [
    ["gasFeeMultiplyer", 2, /mean gasFeeMultiplier\? Valid keys: name, url, /],
    ["accounts", "remote", /in alpha\.networks\.devnet\.hardhat\.accounts\. /],
    ["decimals", 6, /devnet\.feeToken\.decimals or .*euro\.decimals or /],
    ["backend", { providerUri: "http://127.0.0.1:1" }, /Unknown key/],
    ["name", "", /not empty/],
    ["name", "constructor", /not a property of Object\.prototype/],
    ["url", "localhost", /not a URL/],
    ["url", "http://127.0.0.1:0x1", /bad port/],
    ["url", "ws://127.0.0.1", /http or https/],
    ["url", 8545, /Expected a URL/],
    [
      "url",
      { _type: "ConfigurationVariable", name: "X", format: "http://" },
      /Expected a URL/,
    ],
    ["endpoints", "x", /a list/],
    ["endpoints", [FORKING.url, "ftp://a"], /http or https/, "endpoints.1"],
    ["guard", "off", /true or false/],
    ["genesisHash", "0x12", /64/],
    ["hardfork", "paris", /istanbul/],
    ["maxBlockAge", 0, /above 0/],
    ["maxBlockAge", "10m", /number/],
    ["startBlock", -1, /0 or more/],
    ["startBlock", 1.5, /whole/],
    ["chainId", 0, /above 0/],
    ["isDefault", "yes", /true or false/],
    ["transactionBlockTimeout", 0, /above 0/],
    ["gasFeeMultiplier", 0, /above 0/],
    ["gasFeeMultiplier", Number.POSITIVE_INFINITY, /finite/],
    ["gasFeeMultiplier", 1e300, /at most 1000/],
    ["gasFeeMultiplier", 1e-10, /at least 0\.000000001/],
    ["feeToken.address", ADDRESS, /Unknown key/],
    ["tokens.euro.addr", ADDRESS, /Unknown key/],
    ["tokens.euro.address", "0x12", /40 hexadecimal digits/],
    ["portal.BFactory", ADDRESS, /^Unknown key\. Only third and networks like/],
    ["portal.providerAddress", BAD_CHECKSUM, /bad checksum/],
    ["hardhat", "x", /object/],
    ["hardhat.chainId", 5, SET_BY_PLUGIN],
  ]);

  itReports("alpha.networks.devnet.registry", [
    ["Rooter", ADDRESS, /Did you mean Router\? Valid keys: Alpha, .*, R/],
    ["communityFeeCollector", ADDRESS, /you mean AlphaCommunityFeeCollector\?/],
    ["Router", ADDRESS.slice(0, -1), /40 hexadecimal digits/],
    ["Router", BAD_CHECKSUM, /bad checksum/],
    ["ERC721Template", [], /a list of at least 1 address,/],
    ["ERC20Template", [OTHER, BAD_CHECKSUM], /checksum/, "ERC20Template.1"],
  ]);

  itReports("alpha.networks.devnet.contracts", [
    ["Router", ADDRESS, /"Router" is a registry key\. Set registry/],
    ["router", ADDRESS, /"router" is a role/],
    ["ERC20Template_1", ADDRESS, /"ERC20Template_1" is a role, or another/],
    ["ERC20Templates_2", ADDRESS, /"ERC20Templates_2" is a role, or another/],
    ["a-b", ADDRESS, /Expected a name like Market/],
    ["constructor", ADDRESS, /^"constructor" is reserved: every object has it/],
    ["Market", "0x12", /Expected an address/, "Market.address"],
    [
      "Market",
      { address: ADDRESS, artifact: false, watch: [] },
      /there is no ABI/,
      "Market.watch",
    ],
    [
      "Market",
      { watch: [{ view: "fee", severity: "high" }] },
      /"control" or "fees" or "lists" or "information"/,
      "Market.watch.0.severity",
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
});

describe("a mistake in a network of the project's own", () => {
  itReports("alpha.networks", [
    ["mine", { like: "devnet" }, /of devnet is not inherited/, "mine.chainId"],
    ["mine", { ...OWN, like: "tesnet" }, /Did you mean testnet/, "mine.like"],
    [
      "",
      { mine: { ...OWN, like: "a" }, a: OWN },
      /^Expected one of devnet, testnet, third: the network whose/,
      "mine.like",
    ],
    ["mine", { ...OWN, book: { file: 5 } }, /name of an entry/, "mine.book"],
    [
      "mine",
      { ...OWN, registry: { Router: null } },
      /null/,
      "mine.registry.Router",
    ],
    ["mine", { ...OWN, backend: {} }, /Only third and net/, "mine.backend"],
    [
      "mine",
      { ...OWN, portal: { chainId: 5 } },
      /Contradicts alpha\.networks\.mine\.chainId/,
      "mine.portal.chainId",
    ],
    ["mine", { chainId: 5 }, /mine: \{ like: "testnet", chainId: … \}/],
    ["mine", false, /^Unknown key/],
    ["toString", OWN, /cannot have this name/],
    ["a b", OWN, /Expected a letter/],
    ["devnet", OWN, /Unknown key/, "devnet.like"],
    ["discover", OWN, /^ALPHA_DISCOVER_RPC_URL is the node of/],
    ["devnetSandbox", OWN, /is that of devnet, or of its sandbox or fork/],
    ["thirdFork", OWN, /"thirdFork" is that of third/],
    ["", { mine: OWN, devnet: { name: "mine" } }, /that of devnet/, "mine"],
    ["Devnet", OWN, /only differs from devnet/],
    ["", { "a-b": OWN, a_b: { ...OWN, chainId: 5 } }, /from a-b/, "a_b"],
    [
      "third-backend",
      OWN,
      /^ALPHA_THIRD_BACKEND_\w+ would be .* of third, too/,
    ],
    [
      "",
      { x_backend: OWN, x: { like: "third", chainId: 5 } },
      /^ALPHA_X_BACKEND_\w+ would be a variable of x_backend, too/,
      "x",
    ],
    [
      "mine",
      { ...OWN, chainId: 32456 },
      /^devnet has the chain id 32456, too.*alpha\.networks\.devnet: false/,
      "mine.chainId",
    ],
    ["", { a: OWN, mine: OWN }, /too.*Correct one of the two/, "mine.chainId"],
  ]);

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
  itReports("alpha.networks", [
    [
      "",
      { devnet: { name: "mine" }, third: { name: "mine" } },
      /The name "mine" is that of devnet/,
      "third.name",
    ],
    [
      "devnet.name",
      "testnet",
      /is that of testnet, .* set alpha\.networks\.devnet\.name/,
    ],
    ...["devnet", "other"].map(
      (name) =>
        [
          "",
          { devnet: { name: "testnet" }, testnet: { name } },
          /^The name "testnet" is that of testnet/,
          "devnet.name",
        ] as const,
    ),
    ["devnet.chainId", 100, TOO],
    ["", { third: false, devnet: { chainId: 32457 } }, TOO, "devnet.chainId"],
    [
      "devnet",
      { chainId: 1, portal: { chainId: 2 } },
      /^Contradicts alpha\.networks\.devnet\.chainId:/,
      "devnet.portal.chainId",
    ],
    [
      "devnet",
      {
        registry: { FixedPrice: ADDRESS },
        portal: { fixedRateExchangeAddress: OTHER },
      },
      /^Contradicts alpha\.networks\.devnet\.registry\.FixedPrice:/,
      "devnet.portal.fixedRateExchangeAddress",
    ],
    [
      "third",
      {
        registry: { AlphaToken: ADDRESS },
        tokens: { alpha: { address: OTHER } },
      },
      /^Contradicts alpha\.networks\.third\.registry\.AlphaToken:/,
      "third.tokens.alpha.address",
    ],
    [
      "third",
      { versions: { portal: "v4" }, portal: { dispenserAddress: ADDRESS } },
      /^The portal config v4 has registry\.Dispenser in its place\. Set that/,
      "third.portal.dispenserAddress",
    ],
    [
      "third",
      {
        versions: { portal: "v4" },
        portal: { providerUri: "https://p.example" },
      },
      /^The portal config v4 has backend\.providerUri in its place\. Set that/,
      "third.portal.providerUri",
    ],
    [
      "third",
      {
        versions: { portal: "v4" },
        portal: { transactionPollingTimeout: 750 },
      },
      /^Expected the unit .* in seconds in .* v4, and else in milliseconds/,
      "third.transactionPollingTimeoutUnit",
    ],
  ]);

  for (const [title, alpha] of [
    [
      "an address of the portal in a network of its own, of which nothing is published",
      {
        networks: {
          mine: {
            like: "third",
            chainId: 5,
            versions: { portal: "v4" },
            portal: { dispenserAddress: ADDRESS },
          },
        },
      },
    ],
    [
      "a time-out with its unit in the other version of the portal config",
      {
        networks: {
          third: {
            versions: { portal: "v4" },
            transactionPollingTimeout: 750,
            transactionPollingTimeoutUnit: "seconds",
          },
        },
      },
    ],
    [
      "values of both versions of the portal config, and those that are the same in both",
      {
        networks: {
          third: {
            versions: { portal: "v4" },
            portal: {
              dispenserAddress: ADDRESS,
              factoryAddress: ADDRESS,
              providerUri: "https://p.example",
              nodeUri: "https://n.example",
              alphaTokenSymbol: "A",
              startBlock: 5,
              subgraphUri: undefined,
            },
            registry: { Dispenser: OTHER },
            backend: { providerUri: "https://b.example" },
          },
        },
      },
    ],
    [
      "the name of a sandbox where there are none",
      { sandbox: false, networks: { devnet: { name: "thirdSandbox" } } },
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

  itReports("networks", [
    ...["mainnet", "constructor", 100, null].map(
      (mark): Mistake => [
        "a",
        { ...http, alphaNetwork: mark },
        /^Expected one of devnet, testnet, third$/,
        "a.alphaNetwork",
      ],
    ),
    ["a", { ...sandbox, alphaSandbox: "yes" }, /./, "a.alphaSandbox"],
    ["a", { ...sandbox, ...http }, /./, "a.alphaSandbox"],
    ["a", { ...edr, alphaSandbox: true }, /./, "a.alphaSandbox"],
    ["a", { ...sandbox, forking }, /./, "a.forking"],
    [
      "devnetSandbox",
      { ...edr, chainId: 32456, forking },
      /./,
      "devnetSandbox.forking",
    ],
  ]);

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
            initialDate: new Date(0),
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
            versions: { registry: "1", portal: "2", backend: "3" },
            chainId: 1,
            transactionConfirmationBlocks: 0,
            tokens: {
              euro: { address: OTHER.toLowerCase(), decimals: 36 },
            },
            registry: { Router: ADDRESS, ERC20Template: [ADDRESS, OTHER] },
            portal: { nodeUri: "http://127.0.0.1:1", isCustom: false },
            hardhat: {
              accounts: { mnemonic: configVariable("M"), count: 1 },
              timeout: 0,
              httpHeaders: {},
              gasPrice: 5n,
              ignition: { maxRetries: 1 },
            },
          },
          third: false,
        },
      }),
    ).to.deep.equal({});
  });
});
