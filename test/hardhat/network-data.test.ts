import assert from "node:assert/strict";
import { inspect } from "node:util";

import { expect } from "chai";

import type { AnyAlphaNetwork } from "../../src/hardhat/types.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";
import { withEnvironment } from "../support/with-environment.ts";

const NAMES = ["devnet", "testnet", "third"] as const;

async function createRuntime() {
  return await withEnvironment({}, async () => (await createAlphaHre()).alpha);
}

/** Every object that can be reached from a value, functions apart. */
function objectsIn(value: unknown, seen = new Set<object>()): Set<object> {
  if (typeof value === "object" && value !== null && !seen.has(value)) {
    seen.add(value);
    for (const item of Object.values(value)) {
      objectsIn(item, seen);
    }
  }
  return seen;
}

describe("hre.alpha", () => {
  it("has each network by its name, the same object each time", async () => {
    const alpha = await createRuntime();

    for (const name of NAMES) {
      expect(alpha.network(name)).to.equal(alpha.networks[name]);
      expect(alpha.network(name).name).to.equal(name);
    }
  });

  for (const name of [
    "mainnet",
    "",
    "constructor",
    "__proto__",
    "toString",
    "devnetSandbox",
  ]) {
    it(`given the name "${name}", throws with the names that there are`, async () => {
      const alpha = await createRuntime();
      const network: (name: never) => unknown = alpha.network;

      expect(
        await pluginMessageOf(() => Reflect.apply(network, alpha, [name])),
      ).to.equal(
        `Unknown or disabled Alpha network "${name}". Enabled networks: devnet, testnet, third.`,
      );
    });
  }

  it("given a misspelled name, suggests the nearest", async () => {
    const alpha = await createRuntime();

    expect(
      await pluginMessageOf(() =>
        Reflect.apply(alpha.network, alpha, ["devent"]),
      ),
    ).to.include('network "devent". Did you mean devnet? Enabled networks:');
  });

  for (const [path, message] of [
    [
      "registry.Rooter",
      'The registry of devnet has no key "Rooter". Did you mean Router? Its keys: Alpha, AlphaCommunityFeeCollector, Router,',
    ],
    ["registry.router", "Did you mean Router? "],
    ["registry.AlphaToken", "Did you mean Alpha? "],
    ["registry.ERC20Templates", "Did you mean ERC20Template? "],
    ["registry.somethingElse", 'no key "somethingElse". Its keys: '],
    [
      "contracts.Router",
      'devnet has no contract with the role "Router". Did you mean router? The roles: token, communityFeeCollector,',
    ],
    ["contracts.erc20Template", "Did you mean erc20Templates? "],
    ["contracts.FixedPrice", "Did you mean fixedPrice? "],
    [
      "tokens.euro.decimals",
      'tokens.euro.decimals of devnet is not set. Set alpha.networks.devnet.tokens.euro.decimals in the Hardhat config. Or read it from the contract: await connection.alpha.readToken("euro").',
    ],
    ["tokens.euro.symbol", "tokens.euro.symbol of devnet is not set."],
    [
      "registry.ERC20Template.5",
      "ERC20Template of devnet is a list of 2: pass an index from 0 to 1, not 5.",
    ],
    ["contracts.erc721Templates.-1", "an index from 0 to 0, not -1."],
    ["contracts.erc721Templates.0.5", "an index from 0 to 0, not 0.5."],
  ] as const) {
    it(`given devnet.${path}, which there is not, throws instead of returning undefined`, async () => {
      const devnet = (await createRuntime()).network("devnet");
      const [view = "", key = "", ...rest] = path.split(".");
      const read = () => {
        const value = Reflect.get(Reflect.get(devnet, view), key);
        return rest.length === 0 ? value : value[rest.join(".")];
      };

      expect(await pluginMessageOf(read)).to.include(message);
    });
  }

  it("has registries that can be listed, compared, awaited, copied and printed, although unknown keys throw", async () => {
    const { registry } = (await createRuntime()).network("devnet");

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

  for (const name of [undefined, null, 100, {}]) {
    it(`given ${JSON.stringify(name)} for a name, throws an error of this plugin`, async () => {
      const alpha = await createRuntime();

      expect(
        await pluginMessageOf(() =>
          Reflect.apply(alpha.network, alpha, [name]),
        ),
      ).to.include("Unknown or disabled Alpha network");
    });
  }

  it("is frozen all the way down, lists and found uses included", async () => {
    const alpha = await createRuntime();
    const uses = NAMES.map((name) => {
      const network = alpha.network(name);
      return network.identify(network.contracts.token);
    });

    const objects = [alpha, ...uses].flatMap((root) => [...objectsIn(root)]);
    expect(objects).to.have.lengthOf.above(50);
    for (const object of objects) {
      expect(Object.isFrozen(object)).to.equal(true);
    }
  });

  it("freezes the portal config that it reads", async () => {
    const portal = await (await createRuntime())
      .network("third")
      .portalConfig();

    expect(Object.isFrozen(portal)).to.equal(true);
  });

  it("is not changed by a write to the resolved config", async () => {
    const hre = await withEnvironment({}, async () => await createAlphaHre());
    const resolved = hre.config.alpha.networks.devnet;
    const router = hre.alpha.network("devnet").registry.Router;
    if (resolved === undefined) {
      throw new Error("no network");
    }

    const contract = resolved.contracts.find(({ key }) => key === "Router");
    expect(contract?.address).to.equal(router);
    expect(Reflect.set(resolved.contracts, 0, contract)).to.equal(false);
    expect(Reflect.set(contract ?? {}, "address", "0x")).to.equal(false);
    expect(hre.alpha.network("devnet").address("Router")).to.equal(router);
  });

  it("is one runtime for each project, with its own values", async () => {
    const plain = await createRuntime();
    const changed = (
      await createAlphaHre({
        alpha: { networks: { devnet: { startBlock: 1 } } },
      })
    ).alpha;

    expect(plain.network("devnet").startBlock).to.equal(57428);
    expect(changed.network("devnet").startBlock).to.equal(1);
  });

  it("can be narrowed by name, as a member of a union", async () => {
    const alpha = await createRuntime();
    const tokenOf = (network: AnyAlphaNetwork): string =>
      network.name === "third"
        ? network.registry.AlphaToken
        : network.registry.Alpha;

    for (const name of NAMES) {
      const network = alpha.networks[name];
      if (network === undefined) {
        throw new Error("no network");
      }
      expect(tokenOf(network)).to.equal(network.contracts.token);
    }
  });
});

describe("portalConfig()", () => {
  it("is what can be read at once, where no variable is needed", async () => {
    const alpha = await createRuntime();

    for (const name of NAMES) {
      const network = alpha.network(name);
      expect(await network.portalConfig()).to.deep.equal(network.portal);
      expect(Object.keys(await network.portalConfig())).to.deep.equal(
        Object.keys(network.portal),
      );
    }
  });

  it("is a promise that rejects with this plugin's error where a field is unset", async () => {
    const { alpha } = await withEnvironment(
      {},
      async () => await createAlphaHre({ alpha: { preset: false } }),
    );

    expect(
      await pluginMessageOf(() => alpha.network("devnet").portalConfig()),
    ).to.equal(
      "portal.network of devnet is not set. Set alpha.networks.devnet.portal.network in the Hardhat config.",
    );
  });
});
