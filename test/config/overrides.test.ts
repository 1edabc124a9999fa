import { expect } from "chai";
import { configVariable } from "hardhat/config";
import { getAddress } from "viem";

import type { AlphaUserConfig } from "../../src/config/user-config.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import { withEnvironment } from "../support/with-environment.ts";

const LOWER = "0xabcdefabcdefabcdefabcdefabcdefabcdefabcd";
const CHECKSUMMED = getAddress(LOWER);
const OTHER = getAddress("0x00000000000000000000000000000000deadbeef");

const runtimeOf = async (alpha: AlphaUserConfig) =>
  await withEnvironment(
    {},
    async () => (await createAlphaHre({ alpha })).alpha,
  );

const hreOf = async (alpha: AlphaUserConfig) =>
  await withEnvironment({}, async () => await createAlphaHre({ alpha }));

describe("alpha.networks.<name> in the Hardhat config", () => {
  for (const [key, value] of [
    ["displayName", "My devnet"],
    ["role", "staging network"],
    ["chainId", 4242],
    ["networkId", 77],
    ["isDefault", true],
    ["startBlock", 0],
    ["transactionBlockTimeout", 51],
    ["transactionConfirmationBlocks", 0],
    ["transactionPollingTimeout", 751],
    ["gasFeeMultiplier", 1.5],
  ] as const) {
    it(`given ${key}, overrides it and nothing else`, async () => {
      const plain = (await runtimeOf({})).network("devnet");
      const changed = (
        await runtimeOf({ networks: { devnet: { [key]: value } } })
      ).network("devnet");

      expect(changed[key]).to.equal(value);
      expect(changed.registry).to.deep.equal(plain.registry);
      expect(changed.tokens).to.deep.equal(plain.tokens);
    });
  }

  for (const key of [
    "startBlock",
    "transactionBlockTimeout",
    "transactionPollingTimeout",
    "gasFeeMultiplier",
  ] as const) {
    it(`given ${key} on the network, the portal config follows`, async () => {
      const { portal } = (
        await runtimeOf({ networks: { third: { [key]: 7 } } })
      ).network("third");

      expect(portal[key]).to.equal(7);
    });

    it(`given ${key} in the portal config, the network follows`, async () => {
      const third = (
        await runtimeOf({ networks: { third: { portal: { [key]: 7 } } } })
      ).network("third");

      expect(third[key]).to.equal(7);
    });
  }

  it("given a display name, the third network's portal config follows", async () => {
    const third = (
      await runtimeOf({ networks: { third: { displayName: "Mine" } } })
    ).network("third");

    expect(third.portal.name).to.equal("Mine");
  });

  it("given the portal's name on the third network, the display name follows", async () => {
    const third = (
      await runtimeOf({ networks: { third: { portal: { name: "Mine" } } } })
    ).network("third");

    expect(third.displayName).to.equal("Mine");
  });

  it("given isCustom in the portal config, overrides it", async () => {
    const { portal } = (
      await runtimeOf({ networks: { devnet: { portal: { isCustom: false } } } })
    ).network("devnet");

    expect(portal.isCustom).to.equal(false);
  });

  it("given a chain id alone, it is the network id, the portal's and both Hardhat networks' too", async () => {
    const hre = await hreOf({ networks: { third: { chainId: 4242 } } });
    const third = hre.alpha.network("third");
    const { third: live, thirdSandbox } = hre.config.networks;
    if (thirdSandbox?.type !== "edr-simulated") {
      throw new Error("no sandbox");
    }

    expect(third).to.include({ chainId: 4242, networkId: 4242 });
    expect(third.portal).to.include({ chainId: 4242, networkId: 4242 });
    expect(live?.chainId).to.equal(4242);
    expect(thirdSandbox).to.include({ chainId: 4242, networkId: 4242 });
  });

  it("given a chain id in the portal config alone, everything follows it as well", async () => {
    const hre = await hreOf({
      networks: { devnet: { portal: { chainId: 4242 } } },
    });

    expect(hre.alpha.network("devnet")).to.include({
      chainId: 4242,
      networkId: 4242,
    });
    expect(hre.config.networks["devnet"]?.chainId).to.equal(4242);
    expect(hre.config.networks["devnetSandbox"]?.chainId).to.equal(4242);
  });

  it("given both ids, keeps them apart", async () => {
    const third = (
      await runtimeOf({ networks: { third: { chainId: 4242, networkId: 7 } } })
    ).network("third");

    expect(third.portal).to.include({ chainId: 4242, networkId: 7 });
  });

  it("given version labels, adds them to the reference's", async () => {
    const alpha = await runtimeOf({
      networks: {
        devnet: { versions: { registry: "v5" } },
        third: { versions: { backend: "v6" } },
      },
    });

    expect(alpha.network("devnet").versions).to.deep.equal({ registry: "v5" });
    expect(alpha.network("third").versions).to.deep.equal({
      registry: "v4",
      portal: "v3",
      backend: "v6",
    });
  });

  it("given a fee token's symbol, keeps the rest of it", async () => {
    const { feeToken } = (
      await runtimeOf({ networks: { third: { feeToken: { symbol: "FEE" } } } })
    ).network("third");

    expect(feeToken).to.deep.equal({
      name: "GX",
      symbol: "FEE",
      decimals: 18,
      role: "Network Fee Token",
    });
  });

  it("given a token's symbol and decimals, has them", async () => {
    const { euro } = (
      await runtimeOf({
        networks: {
          devnet: { tokens: { euro: { symbol: "EURX", decimals: 0 } } },
        },
      })
    ).network("devnet").tokens;

    expect(euro).to.include({ symbol: "EURX", decimals: 0 });
  });

  it("given a token's name and role, keeps its address", async () => {
    const plain = (await runtimeOf({})).network("testnet").tokens.euro;
    const changed = (
      await runtimeOf({
        networks: { testnet: { tokens: { euro: { name: "E", role: "R" } } } },
      })
    ).network("testnet").tokens.euro;

    expect(changed).to.deep.equal({ ...plain, name: "E", role: "R" });
  });

  it("given an address in lower case, shows it with its checksum wherever it stands", async () => {
    const devnet = (
      await runtimeOf({
        networks: {
          devnet: {
            registry: { Router: LOWER, ERC20Template: [LOWER, OTHER] },
            tokens: { euro: { address: LOWER } },
            portal: { providerAddress: LOWER },
          },
        },
      })
    ).network("devnet");

    expect([
      devnet.registry.Router,
      devnet.registry.ERC20Template[0],
      devnet.contracts.router,
      devnet.address("Router"),
      devnet.tokens.euro.address,
      devnet.portal.providerAddress,
    ]).to.deep.equal(Array(6).fill(CHECKSUMMED));
  });

  it("given an address in upper case, shows it with its checksum", async () => {
    const upper = `0x${LOWER.slice(2).toUpperCase()}`;
    const devnet = (
      await runtimeOf({ networks: { devnet: { registry: { Router: upper } } } })
    ).network("devnet");

    expect(devnet.registry.Router).to.equal(CHECKSUMMED);
  });

  for (const [key, field] of [
    ["FixedPrice", "fixedRateExchangeAddress"],
    ["Dispenser", "dispenserAddress"],
    ["ERC721Factory", "nftFactoryAddress"],
    ["AlphaCommunityFeeCollector", "alphaCommunityFeeCollector"],
    ["Alpha", "alphaTokenAddress"],
  ] as const) {
    it(`given the registry's ${key}, the portal's ${field} follows`, async () => {
      const { portal } = (
        await runtimeOf({
          networks: { testnet: { registry: { [key]: LOWER } } },
        })
      ).network("testnet");

      expect(portal[field]).to.equal(CHECKSUMMED);
    });

    it(`given the portal's ${field} alone, it stands, and the registry's ${key} stays`, async () => {
      const plain = (await runtimeOf({})).network("testnet");
      const changed = (
        await runtimeOf({
          networks: { testnet: { portal: { [field]: LOWER } } },
        })
      ).network("testnet");

      expect(changed.portal[field]).to.equal(CHECKSUMMED);
      expect(changed.registry).to.deep.equal(plain.registry);
    });
  }

  for (const [network, key] of [
    ["devnet", "Alpha"],
    ["third", "AlphaToken"],
  ] as const) {
    it(`given ${network}'s ${key}, the Alpha token's address follows`, async () => {
      const { tokens } = (
        await runtimeOf({
          networks: { [network]: { registry: { [key]: LOWER } } },
        })
      ).network(network);

      expect(tokens.alpha.address).to.equal(CHECKSUMMED);
    });
  }

  it("given the third network's v4 Dispenser, leaves its v3 dispenser alone", async () => {
    const plain = (await runtimeOf({})).network("third");
    const changed = (
      await runtimeOf({
        networks: { third: { registry: { Dispenser: LOWER } } },
      })
    ).network("third");

    expect(changed.registry.Dispenser).to.equal(CHECKSUMMED);
    expect(changed.portal).to.deep.equal(plain.portal);
  });

  it("given a v3 portal address of the third network, leaves its v4 registry alone", async () => {
    const plain = (await runtimeOf({})).network("third");
    const changed = (
      await runtimeOf({ networks: { third: { portal: { BFactory: LOWER } } } })
    ).network("third");

    expect(changed.portal.BFactory).to.equal(CHECKSUMMED);
    expect(changed.registry).to.deep.equal(plain.registry);
  });

  it("given the portal's Alpha token symbol, the token's symbol follows", async () => {
    const { tokens } = (
      await runtimeOf({
        networks: { devnet: { portal: { alphaTokenSymbol: "ABC" } } },
      })
    ).network("devnet");

    expect(tokens.alpha.symbol).to.equal("ABC");
  });

  it("given Hardhat's own fields, has them on the live network and keeps its defaults for the rest", async () => {
    const hre = await hreOf({
      networks: {
        devnet: {
          hardhat: {
            httpHeaders: { "X-Client": "tests" },
            gasPrice: 7n,
            from: OTHER,
          },
        },
      },
    });
    const { devnet } = hre.config.networks;
    if (devnet?.type !== "http") {
      throw new Error("no live network");
    }

    expect(devnet.httpHeaders).to.deep.equal({ "X-Client": "tests" });
    expect(devnet.gasPrice).to.equal(7n);
    expect(devnet.from).to.equal(OTHER);
    expect(devnet.accounts).to.deep.equal([]);
    expect(devnet.timeout).to.equal(20_000);
  });

  it("given accounts and a time-out, has them", async () => {
    const hre = await hreOf({
      networks: {
        devnet: {
          hardhat: { accounts: [`0x${"11".repeat(32)}`], timeout: 1_000 },
        },
        testnet: { hardhat: { accounts: "remote" } },
      },
    });
    const { devnet, testnet } = hre.config.networks;
    if (devnet?.type !== "http" || testnet?.type !== "http") {
      throw new Error("no live network");
    }

    expect(devnet.accounts).to.have.lengthOf(1);
    expect(devnet.timeout).to.equal(1_000);
    expect(testnet.accounts).to.equal("remote");
  });

  it("given undefined accounts, as from an absent environment variable, asks no node for them", async () => {
    const hardhat: object = { accounts: undefined, timeout: undefined };
    const hre = await hreOf({ networks: { devnet: { hardhat } } });
    const { devnet } = hre.config.networks;
    if (devnet?.type !== "http") {
      throw new Error("no live network");
    }

    expect(devnet.accounts).to.deep.equal([]);
    expect(devnet.timeout).to.equal(20_000);
  });

  it("given undefined values, falls back to the layers below", async () => {
    const undefinedValues: object = {
      startBlock: undefined,
      registry: { Router: undefined },
      portal: { nodeUri: undefined, BFactory: undefined },
      tokens: { euro: undefined },
      versions: { registry: undefined },
      url: undefined,
    };
    const plain = (await runtimeOf({})).network("third");
    const same = (
      await runtimeOf({ networks: { third: undefinedValues } })
    ).network("third");

    expect(JSON.parse(JSON.stringify(same))).to.deep.equal(
      JSON.parse(JSON.stringify(plain)),
    );
  });

  it("given maxBlockAge, in seconds or false, has it; 600 otherwise", async () => {
    const { networks } = (
      await hreOf({
        networks: {
          devnet: { maxBlockAge: 30 },
          testnet: { maxBlockAge: false },
        },
      })
    ).config.alpha;

    expect([
      networks.devnet?.maxBlockAge,
      networks.testnet?.maxBlockAge,
      networks.third?.maxBlockAge,
    ]).to.deep.equal([30, false, 600]);
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

  it("given false for all of them, still starts", async () => {
    const hre = await hreOf({
      networks: { devnet: false, testnet: false, third: false },
    });

    expect(hre.alpha.names).to.deep.equal([]);
    expect(() => hre.alpha.network("devnet")).to.throw(
      "Enabled networks: none.",
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

  it("given names that change places, lets each network answer by its new one", async () => {
    const hre = await hreOf({
      networks: { devnet: { name: "testnet" }, testnet: { name: "devnet" } },
    });

    expect(hre.config.networks["testnet"]?.alphaNetwork).to.equal("devnet");
    expect(hre.config.networks["devnet"]?.alphaNetwork).to.equal("testnet");
    expect(hre.config.networks["testnetSandbox"]?.chainId).to.equal(32456);
  });

  describe("origins", () => {
    const originsOf = async (alpha: AlphaUserConfig) => {
      const { third } = (await hreOf(alpha)).config.alpha.networks;
      if (third === undefined) {
        throw new Error("no network");
      }
      return third.origins;
    };

    it("name the path at which the user gave a value, also where another repeats it", async () => {
      const origins = await originsOf({
        networks: {
          third: {
            startBlock: 5,
            portal: { gasFeeMultiplier: 2, chainId: 4242 },
          },
        },
      });
      const config = (path: string) => ({
        kind: "config",
        path: `alpha.networks.third.${path}`,
      });

      expect(origins.get("startBlock")).to.deep.equal(config("startBlock"));
      expect(origins.get("portal.startBlock")).to.deep.equal(
        config("startBlock"),
      );
      expect(origins.get("gasFeeMultiplier")).to.deep.equal(
        config("portal.gasFeeMultiplier"),
      );
      expect(origins.get("networkId")).to.deep.equal(config("portal.chainId"));
    });

    it("name the preset, the reference, and what a value is derived from", async () => {
      const origins = await originsOf({});

      expect(origins.get("registry.Router")).to.deep.equal({ kind: "preset" });
      expect(origins.get("startBlock")).to.deep.equal({ kind: "reference" });
      expect(origins.get("portal.alphaTokenAddress")).to.deep.equal({
        kind: "derived",
        from: "registry.AlphaToken",
      });
      expect(origins.get("maxBlockAge")).to.deep.equal({ kind: "default" });
    });

    it("say unset where nobody gives a value", async () => {
      const origins = await originsOf({ preset: false });

      expect(origins.get("registry.Router")).to.deep.equal({ kind: "unset" });
      expect(origins.get("portal.alphaTokenAddress")).to.deep.equal({
        kind: "unset",
      });
    });
  });

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
    const { inspect } = await import("node:util");
    const { devnet } = hre.config.networks;

    expect(inspect(hre.config.alpha, { depth: 9 })).to.not.include("canary");
    expect(inspect(devnet, { depth: 9 })).to.not.include("canary");
    expect(JSON.stringify(hre.config.alpha)).to.not.include("canary");
  });
});
