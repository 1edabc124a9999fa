import { inspect } from "node:util";
import { expect } from "chai";
import { configVariable } from "hardhat/config";
import { getAddress } from "viem";
import type { AlphaUserConfig } from "../../src/config/user-config.ts";
import { createAlphaHre, createAlphaHreOf } from "../support/alpha-hre.ts";
import { withEnvironment } from "../support/with-environment.ts";

const LOWER = "0xabcdefabcdefabcdefabcdefabcdefabcdefabcd";
const ADDRESS = getAddress(LOWER);
const OTHER = getAddress("0x00000000000000000000000000000000deadbeef");

const hreOf = async (alpha: AlphaUserConfig) =>
  await withEnvironment({}, async () => await createAlphaHre({ alpha }));

type Values = Readonly<Record<string, unknown>>;

/** Every value of a network by its path. */
function valuesOf(network: object): Values {
  const values: Record<string, unknown> = {};
  const add = (path: string, value: unknown) => {
    if (typeof value === "object" && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        add(path === "" ? key : `${path}.${key}`, inner);
      }
    } else {
      values[path] = value;
    }
  };
  add("", JSON.parse(JSON.stringify(network)));
  return values;
}

/** What a network of the user's changes, and nothing else. */
const CHANGES: readonly (readonly [
  name: "devnet" | "testnet" | "third",
  user: object,
  changes: Values,
])[] = [
  [
    "third",
    { portal: { name: "A" } },
    { displayName: "A", "portal.name": "A" },
  ],
  ...[
    "startBlock",
    "transactionBlockTimeout",
    "transactionConfirmationBlocks",
    "transactionPollingTimeout",
    "gasFeeMultiplier",
  ].flatMap((key) =>
    [{ [key]: 7 }, { portal: { [key]: 7 } }].map(
      (user) => ["third", user, { [key]: 7, [`portal.${key}`]: 7 }] as const,
    ),
  ),
  ["devnet", { versions: { registry: "v5" } }, { "versions.registry": "v5" }],
  [
    "testnet",
    { tokens: { euro: { name: "E", role: "R", address: LOWER } } },
    {
      "tokens.euro.name": "E",
      "tokens.euro.role": "R",
      "tokens.euro.address": ADDRESS,
    },
  ],
  [
    "devnet",
    { registry: { ERC20Template: [LOWER, OTHER] } },
    {
      "registry.ERC20Template.0": ADDRESS,
      "registry.ERC20Template.1": OTHER,
      "contracts.erc20Templates.0": ADDRESS,
      "contracts.erc20Templates.1": OTHER,
    },
  ],
  [
    "testnet",
    { registry: { FixedPrice: LOWER } },
    {
      "registry.FixedPrice": ADDRESS,
      "contracts.fixedPrice": ADDRESS,
      "portal.fixedRateExchangeAddress": ADDRESS,
    },
  ],
  // The registry stays.
  [
    "testnet",
    { portal: { fixedRateExchangeAddress: LOWER } },
    { "portal.fixedRateExchangeAddress": ADDRESS },
  ],
  [
    "third",
    { registry: { AlphaToken: LOWER } },
    {
      "registry.AlphaToken": ADDRESS,
      "contracts.token": ADDRESS,
      "tokens.alpha.address": ADDRESS,
      "portal.alphaTokenAddress": ADDRESS,
    },
  ],
  // The v4 registry and the v3 portal config are of different contracts.
  [
    "third",
    { registry: { Dispenser: LOWER } },
    { "registry.Dispenser": ADDRESS, "contracts.dispenser": ADDRESS },
  ],
  [
    "devnet",
    { portal: { alphaTokenSymbol: "ABC" } },
    { "portal.alphaTokenSymbol": "ABC", "tokens.alpha.symbol": "ABC" },
  ],
  [
    "third",
    {
      startBlock: undefined,
      registry: { Router: undefined },
      portal: { nodeUri: undefined, BFactory: undefined },
      tokens: { euro: undefined },
      versions: { registry: undefined },
      url: undefined,
    },
    {},
  ],
];

describe("alpha.networks.<name> in the Hardhat config", () => {
  for (const [name, user, changes] of CHANGES) {
    it(`given ${name} with ${inspect(user, { breakLength: Number.POSITIVE_INFINITY })}, then only ${Object.keys(changes).join(", ") || "nothing"} is changed`, async () => {
      const [before, after] = await Promise.all(
        [{}, { networks: { [name]: user } }].map(async (alpha) =>
          valuesOf((await createAlphaHreOf(alpha)).alpha.network(name)),
        ),
      );

      expect(
        Object.fromEntries(
          Object.entries(after ?? {}).filter(
            ([path, value]) => value !== before?.[path],
          ),
        ),
      ).to.deep.equal(changes);
      expect(after).to.include.all.keys(Object.keys(before ?? {}));
    });
  }

  for (const third of [{ chainId: 4242 }, { portal: { chainId: 4242 } }]) {
    it(`given ${inspect(third)}, the id is the network id, the portal's and both Hardhat networks' too`, async () => {
      const ids = { chainId: 4242, networkId: 4242 };
      const hre = await hreOf({ networks: { third } });
      const network = hre.alpha.network("third");

      expect(network).to.include(ids);
      expect(network.portal).to.include(ids);
      expect(hre.config.networks["third"]?.chainId).to.equal(4242);
      expect(hre.config.networks["thirdSandbox"]).to.include(ids);
    });
  }

  it("given maxBlockAge, in seconds or false, has it; 600 otherwise", async () => {
    const { config } = await hreOf({
      networks: {
        devnet: { maxBlockAge: 30 },
        testnet: { maxBlockAge: false },
      },
    });

    expect(
      Object.values(config.alpha.networks).map((one) => one?.maxBlockAge),
    ).to.deep.equal([30, false, 600]);
  });

  it("given false, switches the network and its sandbox off, and leaves the others", async () => {
    const hre = await hreOf({ networks: { third: false } });

    expect(hre.alpha.names).to.deep.equal(["devnet", "testnet"]);
    expect(hre.config.networks).to.not.have.any.keys("third", "thirdSandbox");
    expect(hre.config.networks).to.include.keys("devnet", "testnetSandbox");
    expect(() => hre.alpha.network("third")).to.throw(
      'Unknown or disabled Alpha network "third". Enabled networks: devnet, testnet.',
    );
  });

  it("given a name, names the live network and its sandbox so", async () => {
    const hre = await hreOf({ networks: { devnet: { name: "alphaDevnet" } } });

    expect(hre.config.networks).to.include.keys(
      "alphaDevnet",
      "alphaDevnetSandbox",
    );
    expect(hre.config.networks).to.not.have.any.keys("devnet", "devnetSandbox");
    expect(hre.alpha.network("devnet")).to.include({
      name: "devnet",
      hardhatNetwork: "alphaDevnet",
      sandboxNetwork: "alphaDevnetSandbox",
    });
  });

  const THIRD = "alpha.networks.third";
  for (const [alpha, path, origin] of [
    [{ startBlock: 5 }, "portal.startBlock", `${THIRD}.startBlock`],
    [{ portal: { chainId: 4242 } }, "networkId", `${THIRD}.portal.chainId`],
    [
      {},
      "portal.alphaTokenAddress",
      { kind: "derived", from: "registry.AlphaToken" },
    ],
    [{}, "maxBlockAge", { kind: "default" }],
    [undefined, "registry.Router", { kind: "unset" }],
  ] as const) {
    it(`given ${alpha === undefined ? "no preset" : inspect(alpha)}, the origin of ${path} is ${inspect(origin)}`, async () => {
      const { config } = await createAlphaHreOf(
        alpha === undefined
          ? { preset: false }
          : { networks: { third: alpha } },
      );

      expect(config.alpha.networks.third?.origins.get(path)).to.deep.equal(
        typeof origin === "string" ? { kind: "config", path: origin } : origin,
      );
    });
  }

  it("shows no URL of hre.config when it is printed", async () => {
    const secret = "https://node.example.org/?key=c0ffee-canary";
    const hre = await hreOf({
      networks: {
        devnet: {
          url: secret,
          endpoints: [secret],
          portal: { nodeUri: configVariable("ALPHA_TEST_NODE") },
        },
      },
    });
    const { devnet } = hre.config.networks;

    expect(inspect(hre.config.alpha, { depth: 9 })).to.not.include("canary");
    expect(inspect(devnet, { depth: 9 })).to.not.include("canary");
    expect(JSON.stringify(hre.config.alpha)).to.not.include("canary");
  });
});
