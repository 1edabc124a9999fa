import assert from "node:assert/strict";
import { inspect } from "node:util";

import { expect } from "chai";

import type { AlphaRuntime, AnyAlphaNetwork } from "../../src/types.ts";
import { createAlphaHre, createAlphaHreOf } from "../support/alpha-hre.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";
import { withEnvironment } from "../support/with-environment.ts";

const NAMES = ["devnet", "testnet", "third"] as const;

async function createRuntime() {
  return await withEnvironment({}, async () => (await createAlphaHre()).alpha);
}

describe("hre.alpha", () => {
  let alpha: AlphaRuntime;
  before(async () => {
    alpha = await createRuntime();
  });

  it("has each network by its name, the same object each time, and can be narrowed by it", () => {
    const tokenOf = (network: AnyAlphaNetwork): string =>
      network.name === "third"
        ? network.registry.AlphaToken
        : network.registry.Alpha;

    for (const name of NAMES) {
      const network: AnyAlphaNetwork | undefined = alpha.networks[name];
      expect(network).to.equal(alpha.network(name));
      expect(network?.name).to.equal(name);
      expect(network && tokenOf(network)).to.equal(network?.contracts.token);
    }
  });

  for (const [name, nearest] of [
    ["__proto__", ""],
    ["devent", "Did you mean devnet? "],
    [undefined, ""],
  ] as const) {
    it(`given the name ${JSON.stringify(name)}, throws with the names that there are`, async () => {
      expect(
        await pluginMessageOf(() =>
          Reflect.apply(alpha.network, alpha, [name]),
        ),
      ).to.equal(
        `Unknown or disabled Alpha network "${name}". ${nearest}Enabled networks: devnet, testnet, third.`,
      );
    });
  }

  for (const [path, message] of [
    [
      "registry.Rooter",
      'The registry of devnet has no key "Rooter". Did you mean Router? Its keys: Alpha, AlphaCommunityFeeCollector, Router,',
    ],
    [
      "contracts.Router",
      'devnet has no contract with the role "Router". Did you mean router? The roles: token, communityFeeCollector,',
    ],
    [
      "tokens.euro.decimals",
      'tokens.euro.decimals of devnet is not set. Set alpha.networks.devnet.tokens.euro.decimals in the Hardhat config. Or read it from the contract: await connection.alpha.readToken("euro").',
    ],
    [
      "registry.ERC20Template.5",
      "ERC20Template of devnet is a list of 2: pass an index from 0 to 1, not 5.",
    ],
    ["contracts.erc721Templates.-1", "an index from 0 to 0, not -1."],
  ] as const) {
    it(`given devnet.${path}, which there is not, throws instead of returning undefined`, async () => {
      const devnet = alpha.network("devnet");
      const [view = "", key = "", ...rest] = path.split(".");
      const read = () => {
        const value = Reflect.get(Reflect.get(devnet, view), key);
        return rest.length === 0 ? value : value[rest.join(".")];
      };

      expect(await pluginMessageOf(read)).to.include(message);
    });
  }

  it("has registries that can be listed, compared, awaited, copied and printed, although unknown keys throw", async () => {
    const { registry } = alpha.network("devnet");

    const copy = { ...registry };
    assert.deepStrictEqual(registry, copy);
    assert.deepStrictEqual(registry.ERC20Template, [...copy.ERC20Template]);
    expect(Array.isArray(registry.ERC20Template)).to.equal(true);
    expect(registry.ERC20Template.concat([])).to.have.length(2);
    expect(await registry).to.equal(registry);
    expect(JSON.parse(JSON.stringify(registry))).to.deep.equal(registry);
    expect(inspect(registry)).to.equal(inspect(copy));
    expect(String(registry)).to.equal("[object Object]");
    expect("Rooter" in registry).to.equal(false);
    expect(Object.isFrozen(registry)).to.equal(true);
  });

  it("given values that are not set, then they are null in JSON, where reading them throws", async () => {
    const { tokens } = alpha.network("devnet");
    const read = JSON.parse(JSON.stringify(tokens));
    const without = await createAlphaHreOf({ preset: false });
    const { registry } = without.alpha.network("devnet");

    expect(read.euro).to.include({ symbol: null, decimals: null });
    expect(read.euro.address).to.equal(tokens.euro.address);
    expect(JSON.parse(JSON.stringify(registry))).to.include({ Router: null });
    expect(Object.keys(registry)).to.not.include("toJSON");
  });
});

describe("portal", () => {
  it("given a field that there is not, throws as the registry does, and names the nearest", async () => {
    const { alpha } = await createAlphaHre();
    const { portal } = alpha.network("devnet");
    const [field = ""] = Object.keys(portal);
    const message = await pluginMessageOf(() =>
      Reflect.get(portal, `${field}x`),
    );

    expect(message).to.include(
      `The portal configuration of devnet has no field "${field}x". Did you mean ${field}? Its fields: ${field}, `,
    );
    expect(JSON.stringify(portal)).to.include(field);
  });
});

describe("portalConfig()", () => {
  it("is what can be read at once, where no variable is needed", async () => {
    const alpha = await createRuntime();

    for (const name of NAMES) {
      const { portal, portalConfig } = alpha.network(name);
      const read = await portalConfig();
      expect(read).to.deep.equal(portal);
      expect(Object.keys(read)).to.deep.equal(Object.keys(portal));
      expect(Object.isFrozen(read)).to.equal(true);
    }
  });
});
