import { expect } from "chai";
import { getAddress, isAddress } from "viem";
import { NETWORK_DEFINITIONS } from "../../src/networks/definitions.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import publicNetworks from "../support/public-networks.json" with {
  type: "json",
};
import { REFERENCE } from "../support/reference.ts";
import { withEnvironment } from "../support/with-environment.ts";

const NAMES = ["devnet", "testnet", "third"] as const;

const addressesIn = (value: object): string[] =>
  Object.values(value)
    .flat()
    .filter((item) => typeof item === "string" && /^0x/.test(item));

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
  }

  it("section 2.3: has no address on two networks, the Alpha tokens' included", () => {
    const addresses = NAMES.flatMap((name) => {
      const { registry, tokens } = alpha.network(name);
      return [...addressesIn(registry), tokens.euro.address];
    });

    expect(new Set(addresses)).to.have.lengthOf(30);
  });

  for (const name of ["devnet", "testnet"] as const) {
    const { feeToken, tokens, versions } = alpha.network(name);

    it(`section 2.2, rule 1: names ${name}'s fee token like its euro token`, () => {
      expect(feeToken.name).to.equal(tokens.euro.name);
    });

    it(`section 9: gives ${name} no version label`, () => {
      expect(versions).to.deep.equal({});
    });
  }

  describe("the third network", () => {
    const third = alpha.network("third");
    it("section 2.1: has the network id 100, is the default, and has its display name in the portal config", () => {
      expect(third.networkId).to.equal(100);
      expect(third.portal).to.include({
        networkId: 100,
        isDefault: true,
        name: third.displayName,
      });
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

    it(`is what ${name} shows, value by value`, () => {
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

    it(`claims no symbol or decimals of ${name}'s euro token, which none of its sources verified`, () => {
      expect(network.tokens.euro).to.not.have.any.keys("symbol", "decimals");
    });
  }
});
