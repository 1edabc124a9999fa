import { expect } from "chai";

import type { AlphaUserConfig } from "../../src/config/user-config.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import {
  createProject,
  runHardhat,
  type TemporaryProject,
} from "../support/cli.ts";
import { REFERENCE } from "../support/reference.ts";
import { errorOf, pluginMessageOf } from "../support/rejection-of.ts";
import { withEnvironment } from "../support/with-environment.ts";

const ADDRESS = "0x4Ede1776D6B75de6c907172Abc0453a3C8AB372a";

const NAMES = ["devnet", "testnet", "third"] as const;

const runtimeOf = async (alpha: AlphaUserConfig) =>
  await withEnvironment(
    {},
    async () =>
      (await createAlphaHre({ alpha: { preset: false, ...alpha } })).alpha,
  );

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
    const { unset } = (await runtimeOf({})).network("devnet");

    expect(unset).to.have.members([
      "displayName",
      "feeToken.symbol",
      "feeToken.name",
      "registry.Alpha",
      "registry.AlphaCommunityFeeCollector",
      "registry.Router",
      "registry.FixedPrice",
      "registry.ERC20Template",
      "registry.ERC721Template",
      "registry.Dispenser",
      "registry.ERC721Factory",
      "tokens.euro.name",
      "tokens.euro.address",
      "tokens.alpha.name",
      "tokens.alpha.address",
      "portal.network",
      "portal.alphaTokenAddress",
      "portal.alphaTokenSymbol",
      "portal.fixedRateExchangeAddress",
      "portal.dispenserAddress",
      "portal.nftFactoryAddress",
      "portal.alphaCommunityFeeCollector",
      "portal.providerAddress",
      "portal.metadataCacheUri",
      "portal.nodeUri",
      "portal.providerUri",
      "portal.subgraphUri",
      "portal.explorerUri",
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
    ]) {
      expect(await pluginMessageOf(read)).to.equal(
        "registry.Router of devnet is not set. Set alpha.networks.devnet.registry.Router in the Hardhat config.",
      );
    }
    for (const read of [
      () => devnet.contracts.router,
      () => devnet.registry.ERC20Template,
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

  it("never throws where the data is only looked at", async () => {
    const alpha = await runtimeOf({});
    const { inspect } = await import("node:util");

    for (const name of NAMES) {
      const network = alpha.network(name);
      expect(() => JSON.stringify(network)).to.not.throw();
      expect(() => inspect(network, { depth: 9 })).to.not.throw();
      expect(() => ({ ...network, ...network.registry })).to.not.throw();
      expect(network.identify(ADDRESS)).to.deep.equal([]);
    }
  });

  it("has no node to send requests to, and says how to give one", async () => {
    await withEnvironment({}, async () => {
      const hre = await createAlphaHre({ alpha: { preset: false } });
      const message = await pluginMessageOf(async () => {
        const connection = await hre.network.create("devnet");
        await connection.provider.request({ method: "eth_chainId" });
      });

      expect(message).to.include("The node URL of devnet is not set");
      expect(message).to.include("ALPHA_DEVNET_RPC_URL");
      expect(message).to.include("alpha.networks.devnet.url");
    });
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

  it("makes a sandbox refuse to start, naming every address that is missing", async () => {
    await withEnvironment({}, async () => {
      const hre = await createAlphaHre({
        alpha: {
          preset: false,
          networks: { devnet: { registry: { Router: ADDRESS } } },
        },
      });
      const error = await errorOf(() => hre.network.create("devnetSandbox"));

      expect(error.message).to.include("alpha.networks.devnet");
      for (const path of [
        "registry.Alpha",
        "registry.ERC20Template",
        "registry.ERC721Factory",
        "tokens.euro.address",
      ]) {
        expect(error.message).to.include(path);
      }
      expect(error.message).to.not.include("registry.Router");
    });
  });

  describe("on the command line", () => {
    let project: TemporaryProject;

    before(() => {
      project = createProject(`
        import hardhatAlphaNetworks from "hardhat-alpha-networks";
        import { defineConfig } from "hardhat/config";
        export default defineConfig({
          plugins: [hardhatAlphaNetworks],
          alpha: { preset: false },
        });
      `);
    });

    after(() => project.remove());

    for (const command of [["--help"], ["clean"], ["alpha"]]) {
      it(`hardhat ${command.join(" ")} works as ever`, async () => {
        const { code, stderr } = await runHardhat(command, {
          cwd: project.root,
        });

        expect(stderr).to.equal("");
        expect(code).to.equal(0);
      });
    }

    it("alpha networks lists what is unset", async () => {
      const { code, stdout } = await runHardhat(
        ["alpha", "networks", "devnet", "--format", "json"],
        { cwd: project.root },
      );
      const [devnet] = JSON.parse(stdout).networks;

      expect(code).to.equal(0);
      expect(devnet.endpoint).to.equal(null);
      expect(devnet.feeToken).to.equal(null);
      expect(devnet.unset).to.include.members(["url", "registry.Router"]);
    });

    it("alpha config shows an unset value as null, and ends with 2, as the configuration is not determined", async () => {
      const { code, stdout } = await runHardhat(
        ["alpha", "config", "third", "--format", "json"],
        { cwd: project.root },
      );
      const { third } = JSON.parse(stdout);

      expect(code).to.equal(2);
      expect(third).to.include({ chainId: 100, nodeUri: null, BFactory: null });
    });
  });
});
