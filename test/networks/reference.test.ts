import { expect } from "chai";
import { getAddress, isAddress } from "viem";
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

const addressesIn = (value: object): string[] =>
  Object.values(value)
    .flat()
    .filter((item) => typeof item === "string" && /^0x/.test(item));

const hostOf = (url: string) => new URL(url).host;

const lastSegmentOf = (url: string) =>
  new URL(url).pathname.split("/").filter(Boolean).at(-1);

const { alpha } = await withEnvironment({}, async () => await createAlphaHre());

describe("the networks' reference, with the built-in preset", () => {
  it("section 2.1: has devnet, testnet and the third network, in this order, and no other", () => {
    expect(alpha.names).to.deep.equal(NAMES);
    expect(Object.keys(alpha.networks)).to.deep.equal(NAMES);
  });

  for (const name of NAMES) {
    const network = alpha.network(name);
    const { registry: keys, limits, ...characteristics } = REFERENCE[name];

    it(`sections 2.1 and 8: gives ${name} its chain id, role, isDefault and transaction parameters`, () => {
      expect(network).to.include({ ...characteristics, ...limits });
      expect(network.portal).to.include(limits);
    });

    it(`section 2.2: gives ${name} the euro-denominated and the Alpha token as payment tokens`, () => {
      const { euro, alpha: token } = network.tokens;

      expect(Object.keys(network.tokens)).to.deep.equal(["euro", "alpha"]);
      expect(euro.role).to.equal("Payment Token");
      expect(token.role).to.equal("Payment Token");
      expect(euro.name).to.match(/^EUR/);
      expect(euro.address).to.not.equal(token.address);
    });

    it(`section 2.2, rules 2 and 3: has ${name}'s Alpha token in the registry and in the portal config, with a symbol in upper case`, () => {
      const { contracts, portal, tokens } = network;

      expect(tokens.alpha.address).to.equal(contracts.token);
      expect(portal.alphaTokenAddress).to.equal(contracts.token);
      expect(portal.alphaTokenSymbol).to.match(/^[A-Z]+$/);
      expect(tokens.alpha.symbol).to.equal(portal.alphaTokenSymbol);
    });

    it(`section 2.2, rule 4: gives ${name}'s fee token no contract address`, () => {
      const { feeToken } = network;

      expect(feeToken.role).to.equal("Network Fee Token");
      expect(Object.keys(feeToken)).to.have.members([
        "name",
        "symbol",
        "decimals",
        "role",
      ]);
    });

    it(`section 2.3: has exactly ${name}'s registry keys in order, with its lists, each address once`, () => {
      const { registry } = network;

      expect(
        Object.entries(registry).map(([key, value]) => [
          key,
          Array.isArray(value) ? value.length : 0,
        ]),
      ).to.deep.equal(keys);
      expect(new Set(addressesIn(registry))).to.have.lengthOf(9);
    });

    it(`section 2.3: has ${name}'s registry by role, which is the same on all networks`, () => {
      const { contracts, registry } = network;

      expect(Object.keys(contracts)).to.deep.equal([
        "token",
        "communityFeeCollector",
        "router",
        "fixedPrice",
        "erc20Templates",
        "erc721Templates",
        "dispenser",
        "erc721Factory",
      ]);
      expect(Object.values(contracts)).to.deep.equal(Object.values(registry));
    });

    it(`sections 2.4 and 2.5: has exactly ${name}'s portal fields, in order`, async () => {
      expect(Object.keys(await network.portalConfig())).to.deep.equal(
        name === "third" ? PORTAL_FIELDS_V3 : PORTAL_FIELDS_V4,
      );
    });
  }

  it("section 2.1: gives each network an identifier of its own", () => {
    const names = NAMES.map((name) => alpha.network(name).portal.network);

    expect(new Set(names.filter(Boolean))).to.have.lengthOf(3);
  });

  it("section 2.3: has no address on two networks, the Alpha tokens' included", () => {
    const addresses = NAMES.flatMap((name) => {
      const { registry, tokens } = alpha.network(name);
      return [...addressesIn(registry), tokens.euro.address];
    });

    expect(new Set(addresses)).to.have.lengthOf(30);
  });

  for (const name of ["devnet", "testnet"] as const) {
    const { feeToken, portal, registry, tokens, versions } =
      alpha.network(name);

    it(`section 2.2, rule 1: names ${name}'s fee token like its euro token`, () => {
      expect(feeToken.name).to.equal(tokens.euro.name);
    });

    it(`section 2.4: marks ${name} as custom, and repeats its registry's addresses in the portal config`, () => {
      expect(portal).to.include({
        isCustom: true,
        alphaTokenAddress: registry.Alpha,
        fixedRateExchangeAddress: registry.FixedPrice,
        dispenserAddress: registry.Dispenser,
        nftFactoryAddress: registry.ERC721Factory,
        alphaCommunityFeeCollector: registry.AlphaCommunityFeeCollector,
      });
    });

    it(`section 2.4: has ${name}'s provider account at an address that is no contract of the registry`, () => {
      expect(isAddress(portal.providerAddress)).to.equal(true);
      expect(addressesIn(registry)).to.not.include(portal.providerAddress);
    });

    it(`section 9: gives ${name} no version label`, () => {
      expect(versions).to.deep.equal({});
    });
  }

  it("section 2.4: gives devnet and testnet accounts and hosts of their own, but a shared metadata cache and explorer", () => {
    const [one, other] = [
      alpha.network("devnet"),
      alpha.network("testnet"),
    ].map(({ portal }) => portal);
    if (one === undefined || other === undefined) {
      throw new Error("no portal config");
    }

    expect(one.providerAddress).to.not.equal(other.providerAddress);
    for (const field of ["nodeUri", "providerUri", "subgraphUri"] as const) {
      expect(hostOf(one[field]), field).to.not.equal(hostOf(other[field]));
    }
    expect(one.metadataCacheUri).to.equal(other.metadataCacheUri);
    expect(hostOf(one.explorerUri)).to.equal(hostOf(other.explorerUri));
    expect(lastSegmentOf(one.explorerUri)).to.equal("dev");
    expect(lastSegmentOf(other.explorerUri)).to.equal("test");
  });

  describe("the third network", () => {
    const third = alpha.network("third");
    const { portal, registry } = third;

    it("section 2.1: has the network id 100, is the default, and has its display name in the portal config", () => {
      expect(third.networkId).to.equal(100);
      expect(portal).to.include({
        networkId: 100,
        isDefault: true,
        name: third.displayName,
      });
    });

    it("section 2.2: has the fee token GX", () => {
      expect(third.feeToken.symbol).to.equal("GX");
    });

    it("section 2.5: has five v3 addresses that are none of the v4 registry's, the Alpha token's apart", () => {
      const { alphaTokenAddress, ...rest } = portal;

      expect(addressesIn(rest)).to.have.lengthOf(5);
      expect(addressesIn(registry)).to.not.include.any.members(
        addressesIn(rest),
      );
      expect(addressesIn(registry)).to.include(alphaTokenAddress);
    });

    it("section 2.5: ends the explorer and the metadata cache with a slash", () => {
      expect(portal.explorerUri).to.match(/\/$/);
      expect(portal.metadataCacheUri).to.match(/\/$/);
    });

    it("section 2.5: has hosts that neither devnet nor testnet has", () => {
      const hostsOf = (name: (typeof NAMES)[number]) =>
        Object.values(alpha.network(name).portal)
          .filter((value) => /^https?:/.test(String(value)))
          .map((value) => hostOf(String(value)));

      expect(hostsOf("third")).to.have.lengthOf(5);
      for (const name of ["devnet", "testnet"] as const) {
        expect(hostsOf(name)).to.not.include.any.members(hostsOf("third"));
      }
    });

    it("section 9: has the labels v4 of the registry, v3 of the portal config and v4 of the backend", () => {
      expect(third.versions).to.deep.equal({
        registry: "v4",
        portal: "v3",
        backend: "v4",
      });
    });
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
    const network = alpha.network(name);
    const published = publicNetworks.networks[name];
    const [euro, token] = published.tokens;

    it(`is what ${name} shows, value by value, and agrees with the reference on what that fixes`, () => {
      const { chainId, role, limits } = REFERENCE[name];

      expect(published).to.deep.include({ chainId, role });
      expect(published.portal).to.deep.include({ chainId, ...limits });
      expect(Object.keys(published.portal)).to.deep.equal(
        Object.keys(network.portal),
      );
      expect(network.portal).to.deep.equal(published.portal);
      expect(network.registry).to.deep.equal(published.registry);
      expect(network.displayName).to.equal(published.displayName);
      expect(network.feeToken.symbol).to.equal(published.nativeCurrency.symbol);
      expect(network.tokens.euro.address).to.equal(euro?.address);
      expect(network.tokens.alpha.address).to.equal(token?.address);
      expect(network.unset).to.deep.equal([]);
    });

    it(`has of ${name} every published value that nothing else of it repeats, and no other`, () => {
      const { preset, portal, addressBook }: NetworkDefinition =
        NETWORK_DEFINITIONS[name];
      const own = Object.entries(portal).filter(
        ([, rule]) =>
          !("from" in rule || "value" in rule || ("role" in rule && rule.role)),
      );
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
          alpha: { name: token?.name },
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

    it(`claims no symbol or decimals of ${name}'s euro token, which none of its sources verified`, () => {
      expect(network.tokens.euro).to.not.have.any.keys("symbol", "decimals");
    });

    it(`names only http(s) services of ${name}`, () => {
      const urls = Object.entries(published.portal).filter(([field]) =>
        field.endsWith("Uri"),
      );

      expect(urls).to.have.lengthOf(5);
      for (const [, url] of urls) {
        expect(new URL(String(url)).protocol).to.equal("https:");
      }
    });
  }
});
