import { expect } from "chai";

import type { AlphaUserConfig } from "../../src/config/user-config.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import { REFERENCE } from "../support/reference.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";
import { withEnvironment } from "../support/with-environment.ts";

const ADDRESS = "0x4Ede1776D6B75de6c907172Abc0453a3C8AB372a";

const NAMES = ["devnet", "testnet", "third"] as const;

const hreOf = async (alpha: AlphaUserConfig) =>
  await withEnvironment({}, () =>
    createAlphaHre({ alpha: { preset: false, ...alpha } }),
  );

const runtimeOf = async (alpha: AlphaUserConfig) => (await hreOf(alpha)).alpha;

describe("alpha: { preset: false }", () => {
  it("keeps what the reference fixes", async () => {
    const alpha = await runtimeOf({});

    for (const name of NAMES) {
      const { chainId, role, isDefault, limits } = REFERENCE[name];
      const fixed = { chainId, role, isDefault, ...limits };
      expect(alpha.network(name)).to.include(fixed);
    }
    const { feeToken, versions } = alpha.network("third");
    expect(Object.values(versions)).to.deep.equal(["v4", "v3", "v4"]);
    expect(feeToken.symbol).to.equal("GX");
  });

  it("lists every value that nobody gives", async () => {
    const { unset, registry } = (await runtimeOf({})).network("devnet");

    expect(unset).to.include.members([
      ...Object.keys(registry).map((key) => `registry.${key}`),
      "portal.nodeUri",
    ]);
    expect(
      unset.filter((path) => !/^(registry|portal)\./.test(path)),
    ).to.have.members([
      "displayName",
      "feeToken.symbol",
      "feeToken.name",
      "tokens.euro.name",
      "tokens.euro.address",
      "tokens.alpha.name",
      "tokens.alpha.address",
      "url",
    ]);
  });

  for (const name of NAMES) {
    it(`lists exactly the values of ${name} whose reading throws`, async () => {
      const network = (await runtimeOf({})).network(name);

      for (const group of ["registry", "portal"] as const) {
        const fields = Object.getOwnPropertyDescriptors(network[group]);
        for (const key of Object.keys(fields)) {
          const read = () => Reflect.get(network[group], key);
          if (network.unset.includes(`${group}.${key}`)) {
            expect(await pluginMessageOf(read)).to.include(
              `alpha.networks.${name}.${group}.${key}`,
            );
          } else {
            expect(read(), key).to.not.equal(undefined);
          }
        }
      }
    });
  }

  it("makes every way to an unset value throw an error of this plugin, which says how to set it", async () => {
    const devnet = (await runtimeOf({})).network("devnet");

    for (const read of [
      () => devnet.registry.Router,
      () => devnet.address("Router"),
      () => devnet.contracts.router,
      () => devnet.address("ERC20Template", 0),
      () => devnet.tokens.euro.address,
      () => devnet.tokens.alpha.name,
      () => devnet.tokens.alpha.symbol,
      () => devnet.feeToken,
      () => devnet.displayName,
      () => devnet.portal.nodeUri,
      () => devnet.portal.alphaTokenAddress,
      () => devnet.portalConfig(),
    ]) {
      expect(await pluginMessageOf(read)).to.match(
        /of devnet is not set\. Set alpha\.networks\.devnet\./,
      );
    }
  });

  it("has no node to send requests to, and says how to give one", async () => {
    const hre = await hreOf({});

    expect(
      await pluginMessageOf(async () => {
        const connection = await hre.network.create("devnet");
        await connection.provider.request({ method: "eth_chainId" });
      }),
    ).to.match(
      /The node URL of devnet is not set\. Set ALPHA_DEVNET_RPC_URL.* alpha\.networks\.devnet\.url/,
    );
  });

  it("makes a sandbox refuse to start, naming every address that is missing", async () => {
    const hre = await hreOf({
      networks: { devnet: { registry: { Router: ADDRESS } } },
    });

    expect(
      await pluginMessageOf(() => hre.network.create("devnetSandbox")),
    ).to.match(
      /^(?!.*registry\.Router\b).*devnet needs addresses .*registry\.Alpha, .*tokens\.euro\.address/,
    );
  });

  it("has what the user gives, and derives the rest from it", async () => {
    const devnet = (
      await runtimeOf({
        networks: {
          devnet: {
            registry: { FixedPrice: ADDRESS, Alpha: ADDRESS.toLowerCase() },
            portal: { nodeUri: "http://127.0.0.1:1", alphaTokenSymbol: "ABC" },
            feeToken: { symbol: "FEE" },
          },
        },
      })
    ).network("devnet");

    expect(devnet.portal.fixedRateExchangeAddress).to.equal(ADDRESS);
    expect(devnet.tokens.alpha).to.include({ address: ADDRESS, symbol: "ABC" });
    expect(devnet.feeToken).to.deep.equal({
      name: "FEE",
      symbol: "FEE",
      decimals: 18,
      role: "Network Fee Token",
    });
    expect(devnet.unset).to.not.include.members(["url"]);
    expect(devnet.unset).to.include("registry.Router");
  });
});
