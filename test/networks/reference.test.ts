import { expect } from "chai";
import { getAddress, isAddress } from "viem";
import type { AnyAlphaNetwork } from "../../src/hardhat/types.ts";
import type { NetworkDefinition } from "../../src/networks/definition.ts";
import { NETWORK_DEFINITIONS } from "../../src/networks/definitions.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import publicNetworks from "../support/public-networks.json" with {
  type: "json",
};
import {
  PORTAL_FIELDS_V3,
  PORTAL_FIELDS_V4,
  REFERENCE,
} from "../support/reference.ts";
import { withEnvironment } from "../support/with-environment.ts";

const NAMES = ["devnet", "testnet", "third"] as const;
const CUSTOM_NAMES = ["devnet", "testnet"] as const;

async function createRuntime() {
  return await withEnvironment({}, async () => (await createAlphaHre()).alpha);
}

const addressesIn = (value: object): string[] =>
  Object.values(value)
    .flat()
    .filter((item) => typeof item === "string" && /^0x/.test(item));

const hostOf = (url: string) => new URL(url).host;

const lastSegmentOf = (url: string) =>
  new URL(url).pathname.split("/").filter(Boolean).at(-1);

describe("the networks' reference, with the built-in preset", () => {
  describe("section 2.1, networks", () => {
    it("has devnet, testnet and the third network, in this order, and no other", async () => {
      const { names, networks } = await createRuntime();

      expect(names).to.deep.equal(NAMES);
      expect(Object.keys(networks)).to.deep.equal(NAMES);
    });

    for (const name of NAMES) {
      it(`gives ${name} its chain id, role and isDefault`, async () => {
        const { chainId, role, isDefault } = (await createRuntime()).network(
          name,
        );

        expect({ chainId, role, isDefault }).to.deep.equal({
          chainId: REFERENCE[name].chainId,
          role: REFERENCE[name].role,
          isDefault: REFERENCE[name].isDefault,
        });
      });
    }

    it("gives the third network the network id 100", async () => {
      const third = (await createRuntime()).network("third");

      expect([third.networkId, third.portal.networkId]).to.deep.equal([
        100, 100,
      ]);
    });

    it("gives each network an identifier of its own, by which it can be looked up", async () => {
      const alpha = await createRuntime();
      const identifiers = NAMES.map(
        (name) => alpha.network(name).portal.network,
      );

      expect(new Set(identifiers)).to.have.lengthOf(3);
      expect(identifiers.every((text) => text.length > 0)).to.equal(true);
    });
  });

  describe("section 2.2, tokens", () => {
    for (const name of NAMES) {
      it(`gives ${name} the euro-denominated and the Alpha token as payment tokens`, async () => {
        const { tokens } = (await createRuntime()).network(name);

        expect(Object.keys(tokens)).to.deep.equal(["euro", "alpha"]);
        expect([tokens.euro.role, tokens.alpha.role]).to.deep.equal([
          "Payment Token",
          "Payment Token",
        ]);
        expect(tokens.euro.name).to.match(/^EUR/);
        expect(tokens.euro.address).to.not.equal(tokens.alpha.address);
      });
    }

    it("gives the third network the fee token GX", async () => {
      const { feeToken } = (await createRuntime()).network("third");

      expect(feeToken.symbol).to.equal("GX");
      expect(feeToken.role).to.equal("Network Fee Token");
    });

    for (const name of CUSTOM_NAMES) {
      it(`rule 1: names ${name}'s fee token like its euro token, from which it is told apart by having no contract`, async () => {
        const { feeToken, tokens } = (await createRuntime()).network(name);

        expect(feeToken.name).to.equal(tokens.euro.name);
        expect(feeToken.role).to.equal("Network Fee Token");
        expect(feeToken).to.not.have.property("address");
      });
    }

    for (const name of CUSTOM_NAMES) {
      it(`rule 2: has ${name}'s Alpha token at the registry's Alpha and at alphaTokenAddress`, async () => {
        const { registry, portal, tokens } = (await createRuntime()).network(
          name,
        );

        expect([portal.alphaTokenAddress, tokens.alpha.address]).to.deep.equal([
          registry.Alpha,
          registry.Alpha,
        ]);
      });
    }

    it("rule 2: has the third network's Alpha token at the registry's AlphaToken and at alphaTokenAddress", async () => {
      const { registry, portal, tokens } = (await createRuntime()).network(
        "third",
      );

      expect([portal.alphaTokenAddress, tokens.alpha.address]).to.deep.equal([
        registry.AlphaToken,
        registry.AlphaToken,
      ]);
    });

    for (const name of NAMES) {
      it(`rule 3: gives ${name}'s Alpha token a symbol in upper case`, async () => {
        const { portal, tokens } = (await createRuntime()).network(name);

        expect(portal.alphaTokenSymbol).to.match(/^[A-Z]+$/);
        expect(tokens.alpha.symbol).to.equal(portal.alphaTokenSymbol);
      });
    }

    for (const name of NAMES) {
      it(`rule 4: gives ${name}'s fee token no contract address`, async () => {
        const { feeToken } = (await createRuntime()).network(name);

        expect(Object.keys(feeToken)).to.have.members([
          "name",
          "symbol",
          "decimals",
          "role",
        ]);
      });
    }
  });

  describe("section 2.3, registry", () => {
    for (const name of NAMES) {
      it(`has exactly ${name}'s keys, in order`, async () => {
        const { registry } = (await createRuntime()).network(name);

        expect(Object.keys(registry)).to.deep.equal(
          REFERENCE[name].registry.map(([key]) => key),
        );
      });

      it(`has ${name}'s list lengths, and single addresses elsewhere`, async () => {
        const { registry } = (await createRuntime()).network(name);

        for (const [key, length] of REFERENCE[name].registry) {
          const value: unknown = Object.entries(registry).find(
            ([candidate]) => candidate === key,
          )?.[1];
          expect(Array.isArray(value) ? value.length : 0, key).to.equal(length);
        }
      });
    }

    it("spells the list of datatoken templates in the plural on the third network only", async () => {
      const alpha = await createRuntime();

      expect(Object.keys(alpha.network("devnet").registry)).to.not.include(
        "ERC20Templates",
      );
      expect(Object.keys(alpha.network("testnet").registry)).to.not.include(
        "ERC20Templates",
      );
      expect(Object.keys(alpha.network("third").registry)).to.not.include(
        "ERC20Template",
      );
    });

    for (const name of NAMES) {
      it(`has an address of its own for each of ${name}'s contracts`, async () => {
        const { registry } = (await createRuntime()).network(name);
        const addresses = addressesIn(registry);

        expect(addresses).to.have.lengthOf(9);
        expect(new Set(addresses)).to.have.lengthOf(9);
      });
    }

    it("has no address on two networks, the Alpha tokens' included", async () => {
      const alpha = await createRuntime();
      const addresses = NAMES.flatMap((name) => {
        const { registry, tokens } = alpha.network(name);
        return [...addressesIn(registry), tokens.euro.address];
      });

      expect(new Set(addresses)).to.have.lengthOf(30);
    });

    it("gives the same view by role on all networks, over the same addresses", async () => {
      const alpha = await createRuntime();

      for (const name of NAMES) {
        const { contracts, registry } = alpha.network(name);
        expect(Object.keys(contracts)).to.have.members([
          "token",
          "communityFeeCollector",
          "router",
          "fixedPrice",
          "dispenser",
          "erc721Factory",
          "erc20Templates",
          "erc721Templates",
        ]);
        expect(Object.values(contracts)).to.deep.equal(Object.values(registry));
      }
    });

    it("puts each key under its role", async () => {
      const alpha = await createRuntime();
      const devnet = alpha.network("devnet");
      const third = alpha.network("third");

      expect(devnet.contracts).to.deep.equal({
        token: devnet.registry.Alpha,
        communityFeeCollector: devnet.registry.AlphaCommunityFeeCollector,
        router: devnet.registry.Router,
        fixedPrice: devnet.registry.FixedPrice,
        erc20Templates: devnet.registry.ERC20Template,
        erc721Templates: devnet.registry.ERC721Template,
        dispenser: devnet.registry.Dispenser,
        erc721Factory: devnet.registry.ERC721Factory,
      });
      expect(third.contracts).to.deep.equal({
        token: third.registry.AlphaToken,
        communityFeeCollector: third.registry.CommunityFeeCollector,
        router: third.registry.Router,
        fixedPrice: third.registry.FixedPrice,
        erc20Templates: third.registry.ERC20Templates,
        erc721Templates: third.registry.ERC721Template,
        dispenser: third.registry.Dispenser,
        erc721Factory: third.registry.ERC721Factory,
      });
    });
  });

  describe("section 2.4, portal config of devnet and testnet", () => {
    for (const name of CUSTOM_NAMES) {
      it(`has exactly ${name}'s fields, in order`, async () => {
        const portal = await (await createRuntime())
          .network(name)
          .portalConfig();

        expect(Object.keys(portal)).to.deep.equal(PORTAL_FIELDS_V4);
      });

      it(`marks ${name} as custom and not default`, async () => {
        const { portal } = (await createRuntime()).network(name);

        expect([portal.isDefault, portal.isCustom]).to.deep.equal([
          false,
          true,
        ]);
      });

      it(`repeats ${name}'s registry addresses in the portal config`, async () => {
        const { portal, registry } = (await createRuntime()).network(name);

        expect({
          alphaTokenAddress: portal.alphaTokenAddress,
          fixedRateExchangeAddress: portal.fixedRateExchangeAddress,
          dispenserAddress: portal.dispenserAddress,
          nftFactoryAddress: portal.nftFactoryAddress,
          alphaCommunityFeeCollector: portal.alphaCommunityFeeCollector,
        }).to.deep.equal({
          alphaTokenAddress: registry.Alpha,
          fixedRateExchangeAddress: registry.FixedPrice,
          dispenserAddress: registry.Dispenser,
          nftFactoryAddress: registry.ERC721Factory,
          alphaCommunityFeeCollector: registry.AlphaCommunityFeeCollector,
        });
      });

      it(`has ${name}'s provider account at an address that is no contract of the registry`, async () => {
        const { portal, registry } = (await createRuntime()).network(name);

        expect(isAddress(portal.providerAddress)).to.equal(true);
        expect(addressesIn(registry)).to.not.include(portal.providerAddress);
      });
    }

    it("gives devnet and testnet a provider account each", async () => {
      const alpha = await createRuntime();

      expect(alpha.network("devnet").portal.providerAddress).to.not.equal(
        alpha.network("testnet").portal.providerAddress,
      );
    });

    for (const field of ["nodeUri", "providerUri", "subgraphUri"] as const) {
      it(`gives devnet and testnet hosts of their own for ${field}`, async () => {
        const alpha = await createRuntime();

        expect(hostOf(alpha.network("devnet").portal[field])).to.not.equal(
          hostOf(alpha.network("testnet").portal[field]),
        );
      });
    }

    it("known exception: devnet and testnet share the metadata cache", async () => {
      const alpha = await createRuntime();

      expect(alpha.network("devnet").portal.metadataCacheUri).to.equal(
        alpha.network("testnet").portal.metadataCacheUri,
      );
    });

    it("known exception: devnet and testnet share the explorer's host, and its path ends with a segment of the network's own", async () => {
      const alpha = await createRuntime();
      const [devnet, testnet] = CUSTOM_NAMES.map(
        (name) => alpha.network(name).portal.explorerUri,
      );
      if (devnet === undefined || testnet === undefined) {
        throw new Error("no explorer");
      }

      expect(hostOf(devnet)).to.equal(hostOf(testnet));
      expect([lastSegmentOf(devnet), lastSegmentOf(testnet)]).to.deep.equal([
        "dev",
        "test",
      ]);
    });
  });

  describe("section 2.5, portal config of the third network", () => {
    it("has exactly its fields, in order", async () => {
      const portal = await (await createRuntime())
        .network("third")
        .portalConfig();

      expect(Object.keys(portal)).to.deep.equal(PORTAL_FIELDS_V3);
    });

    for (const field of [
      "isCustom",
      "nftFactoryAddress",
      "alphaCommunityFeeCollector",
      "providerAddress",
    ]) {
      it(`has no ${field}`, async () => {
        const { portal } = (await createRuntime()).network("third");

        expect(portal).to.not.have.property(field);
      });
    }

    it("is the default network, with its display name", async () => {
      const third = (await createRuntime()).network("third");

      expect(third.portal.isDefault).to.equal(true);
      expect(third.portal.name).to.equal(third.displayName);
    });

    it("has v3 addresses that are none of the v4 registry's, the Alpha token's apart", async () => {
      const { portal, registry } = (await createRuntime()).network("third");
      const { alphaTokenAddress, ...rest } = portal;

      expect(addressesIn(rest)).to.have.lengthOf(5);
      expect(addressesIn(registry)).to.include(alphaTokenAddress);
      for (const address of addressesIn(rest)) {
        expect(addressesIn(registry)).to.not.include(address);
      }
    });

    it("has a v3 dispenser and exchange other than the registry's", async () => {
      const { portal, registry } = (await createRuntime()).network("third");

      expect(portal.dispenserAddress).to.not.equal(registry.Dispenser);
      expect(portal.fixedRateExchangeAddress).to.not.equal(registry.FixedPrice);
    });

    it("ends the explorer and the metadata cache with a slash", async () => {
      const { portal } = (await createRuntime()).network("third");

      expect(portal.explorerUri).to.match(/\/$/);
      expect(portal.metadataCacheUri).to.match(/\/$/);
    });

    it("has hosts that neither devnet nor testnet has", async () => {
      const alpha = await createRuntime();
      const hosts = (network: AnyAlphaNetwork) => [
        hostOf(network.portal.nodeUri),
        hostOf(network.portal.providerUri),
        hostOf(network.portal.subgraphUri),
        hostOf(network.portal.metadataCacheUri),
        hostOf(network.portal.explorerUri),
      ];
      const others = CUSTOM_NAMES.flatMap((name) => hosts(alpha.network(name)));

      for (const host of hosts(alpha.network("third"))) {
        expect(others).to.not.include(host);
      }
    });
  });

  describe("section 8, limits", () => {
    for (const name of NAMES) {
      it(`gives ${name} its transaction parameters, in its data and in its portal config`, async () => {
        const network = (await createRuntime()).network(name);

        expect(network).to.include(REFERENCE[name].limits);
        expect(network.portal).to.include(REFERENCE[name].limits);
      });
    }
  });

  describe("section 9, versioning", () => {
    it("labels the third network's registry v4, portal config v3 and backend v4", async () => {
      const { versions } = (await createRuntime()).network("third");

      expect(versions).to.deep.equal({
        registry: "v4",
        portal: "v3",
        backend: "v4",
      });
    });

    for (const name of CUSTOM_NAMES) {
      it(`gives ${name} no version label`, async () => {
        const { versions } = (await createRuntime()).network(name);

        expect(versions).to.deep.equal({});
      });
    }
  });
});

describe("the built-in preset", () => {
  const entries = Object.entries(publicNetworks.networks);

  it("is of the very networks of the reference", () => {
    expect(entries.map(([name]) => name)).to.deep.equal(NAMES);
  });

  for (const [whose, data] of [
    ["the plugin's data", NETWORK_DEFINITIONS],
    ["the published values", publicNetworks],
  ] as const) {
    it(`carries the EIP-55 checksum on every address, deprecated ones included, in ${whose}`, () => {
      const addresses: string[] = [];
      JSON.stringify(data, (key, value: unknown) => {
        const isHash = key === "genesisHash";
        if (typeof value === "string" && /^0x/i.test(value) && !isHash) {
          addresses.push(value);
        }
        return value;
      });

      expect(addresses).to.have.lengthOf.above(36);
      for (const address of addresses) {
        expect(isAddress(address), address).to.equal(true);
        expect(getAddress(address)).to.equal(address);
      }
    });
  }

  for (const name of NAMES) {
    it(`agrees with the reference on everything that it fixes of ${name}`, async () => {
      const published = publicNetworks.networks[name];
      const { portal, chainId, networkId, role, isDefault, versions } = (
        await createRuntime()
      ).network(name);

      expect(published.portal).to.deep.include({
        chainId,
        isDefault,
        ...REFERENCE[name].limits,
      });
      expect(published).to.deep.include({ chainId, role });
      expect(Object.keys(published.portal)).to.deep.equal(Object.keys(portal));
      expect(portal).to.deep.equal(published.portal);
      if (name === "third") {
        expect(publicNetworks.networks.third).to.deep.include({
          networkId,
          registryVersion: versions.registry,
          portalVersion: versions.portal,
          backendVersion: versions.backend,
        });
      }
    });

    it(`is what ${name} shows, value by value`, async () => {
      const published = publicNetworks.networks[name];
      const network = (await createRuntime()).network(name);
      const [euro, alpha] = published.tokens;

      expect(network.registry).to.deep.equal(published.registry);
      expect(network.displayName).to.equal(published.displayName);
      expect(network.feeToken.symbol).to.equal(published.nativeCurrency.symbol);
      expect(network.tokens.euro.address).to.equal(euro?.address);
      expect(network.tokens.euro.name).to.equal(euro?.name);
      expect(network.tokens.alpha.address).to.equal(alpha?.address);
      expect(network.tokens.alpha.name).to.equal(alpha?.name);
    });

    it(`has of ${name} every published value that nothing else of it repeats, and no other`, () => {
      const published = publicNetworks.networks[name];
      const { preset, portal, addressBook }: NetworkDefinition =
        NETWORK_DEFINITIONS[name];
      const own = Object.entries(portal).filter(
        ([, rule]) =>
          !("from" in rule || "value" in rule || ("role" in rule && rule.role)),
      );
      const [euro, alpha] = published.tokens;
      const deprecated =
        "deprecatedTokens" in published ? published.deprecatedTokens : [];

      // Of the other version, the reference and the published data have nothing.
      const { otherPortal: _, ...publicPreset } = preset;

      expect({ ...publicPreset, portal: undefined }).to.deep.equal({
        displayName: published.displayName,
        nativeCurrency: {
          name: published.nativeCurrency.name,
          symbol: published.nativeCurrency.symbol,
          decimals: published.nativeCurrency.decimals,
        },
        tokens: {
          euro: { name: euro?.name, address: euro?.address },
          alpha: { name: alpha?.name },
        },
        ...(deprecated.length === 0
          ? {}
          : {
              deprecatedTokens: deprecated.map((token) => ({
                name: token.name,
                address: token.address,
              })),
            }),
        registry: published.registry,
        portal: undefined,
        ...("backendV4" in published ? { backend: published.backendV4 } : {}),
      });
      expect(preset.portal).to.deep.equal(
        Object.fromEntries(
          own.map(([field]) => [field, Reflect.get(published.portal, field)]),
        ),
      );
      expect(addressBook?.key).to.equal(
        // The one that has no entry there is called as its sibling.
        published.addressBookKey ?? `pontus-x-${name}`,
      );
    });

    it(`leaves nothing of ${name} unset`, async () => {
      expect((await createRuntime()).network(name).unset).to.deep.equal([]);
    });

    it(`claims no symbol or decimals of ${name}'s euro token, which none of its sources verified`, async () => {
      const { euro } = (await createRuntime()).network(name).tokens;

      expect(euro).to.not.have.any.keys("symbol", "decimals");
    });

    it(`names only http(s) services of ${name}`, () => {
      const urls = Object.entries(publicNetworks.networks[name].portal).filter(
        ([field]) => field.endsWith("Uri"),
      );

      expect(urls).to.have.lengthOf(5);
      for (const [, url] of urls) {
        expect(new URL(String(url)).protocol).to.equal("https:");
      }
    });
  }
});
