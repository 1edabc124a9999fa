import { expect } from "chai";

import type { AlphaRuntime } from "../../src/hardhat/runtime-types.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import { REFERENCE } from "../support/reference.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";

const NAMES = ["devnet", "testnet", "third"] as const;

async function createRuntime(): Promise<AlphaRuntime> {
  return (await createAlphaHre()).alpha;
}

/** `address()` as an untyped caller may call it. */
async function lookUp(
  name: (typeof NAMES)[number],
  ...key: readonly unknown[]
): Promise<unknown> {
  const network = (await createRuntime()).network(name);
  return Reflect.apply(network.address, network, [...key]);
}

describe("address()", () => {
  for (const name of NAMES) {
    it(`returns every address of ${name}'s registry, by key and index`, async () => {
      const network = (await createRuntime()).network(name);

      for (const [key, length] of REFERENCE[name].registry) {
        const value: unknown = Reflect.get(network.registry, key);
        if (length === 0) {
          expect(await lookUp(name, key)).to.equal(value);
          continue;
        }
        const list = Array.isArray(value) ? value : [];
        expect(list).to.have.lengthOf(length);
        for (const [index, address] of list.entries()) {
          expect(await lookUp(name, key, index)).to.equal(address);
        }
      }
    });
  }

  for (const [name, key, nearest] of [
    ["devnet", "router", "Router"],
    ["devnet", "ERC20Templates", "ERC20Template"],
    ["devnet", "AlphaToken", "Alpha"],
    ["third", "Alpha", "AlphaToken"],
    ["third", "ERC20Template", "ERC20Templates"],
    ["devnet", ""],
    ["devnet", "__proto__"],
    ["devnet", "constructor"],
    ["devnet", "toString"],
    ["devnet", "hasOwnProperty"],
    ["devnet", undefined],
    ["devnet", null],
    ["devnet", 0],
  ] as const) {
    it(`given the key ${JSON.stringify(key)} of ${name}, which there is not, throws with ${nearest === undefined ? "" : "the nearest and "}those that there are`, async () => {
      const message = await pluginMessageOf(() => lookUp(name, key));

      expect(message).to.equal(
        `The registry of ${name} has no key "${key}". ${nearest === undefined ? "" : `Did you mean ${nearest}? `}Its keys: ${REFERENCE[
          name
        ].registry
          .map(([existing]) => existing)
          .join(", ")}.`,
      );
    });

    it(`given the key ${JSON.stringify(key)} of ${name} with an index, throws as well`, async () => {
      expect(await pluginMessageOf(() => lookUp(name, key, 0))).to.include(
        "has no key",
      );
    });
  }

  for (const index of [
    2,
    -1,
    0.5,
    1e9,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    "0",
    "length",
    "constructor",
    null,
    {},
  ]) {
    it(`given the index ${String(index)} (${typeof index}) of a list of two, throws`, async () => {
      expect(
        await pluginMessageOf(() => lookUp("devnet", "ERC20Template", index)),
      ).to.match(
        /^ERC20Template of devnet is a list of 2: pass an index from 0 to 1/,
      );
    });
  }

  it("given a list's key without an index, throws", async () => {
    expect(
      await pluginMessageOf(() => lookUp("third", "ERC721Template")),
    ).to.equal(
      "ERC721Template of third is a list of 1: pass an index from 0 to 0.",
    );
  });

  for (const index of [0, 1, -1, "0"]) {
    it(`given an index ${JSON.stringify(index)} to a key that holds one address, throws`, async () => {
      expect(
        await pluginMessageOf(() => lookUp("devnet", "Router", index)),
      ).to.equal(
        `Router of devnet is one address, not a list: remove the index ${index}.`,
      );
    });
  }
});

describe("identify()", () => {
  it("finds a contract by its address, in any case", async () => {
    const devnet = (await createRuntime()).network("devnet");
    const { Router } = devnet.registry;

    for (const spelling of [
      Router,
      Router.toLowerCase(),
      Router.toUpperCase(),
      `0x${Router.slice(2).toUpperCase()}`,
    ]) {
      expect(devnet.identify(spelling), spelling).to.deep.equal([
        { kind: "registry", key: "Router", role: "router" },
      ]);
    }
  });

  it("returns the position in a list", async () => {
    const third = (await createRuntime()).network("third");

    expect(third.identify(third.address("ERC20Templates", 1))).to.deep.equal([
      {
        kind: "registry",
        key: "ERC20Templates",
        index: 1,
        role: "erc20Templates",
      },
    ]);
  });

  it("returns every use of the address", async () => {
    const devnet = (await createRuntime()).network("devnet");

    expect(devnet.identify(devnet.registry.Alpha)).to.deep.equal([
      { kind: "registry", key: "Alpha", role: "token" },
      { kind: "token", key: "alpha" },
      { kind: "portal", key: "alphaTokenAddress" },
    ]);
  });

  it("finds accounts and v3 contracts by the portal field", async () => {
    const alpha = await createRuntime();
    const devnet = alpha.network("devnet");
    const third = alpha.network("third");

    expect(devnet.identify(devnet.portal.providerAddress)).to.deep.equal([
      { kind: "portal", key: "providerAddress" },
    ]);
    expect(third.identify(third.portal.BFactory)).to.deep.equal([
      { kind: "portal", key: "BFactory" },
    ]);
  });

  for (const name of NAMES) {
    it(`finds every address of ${name} that address() returns`, async () => {
      const network = (await createRuntime()).network(name);

      for (const [key, length] of REFERENCE[name].registry) {
        for (const index of length === 0 ? [undefined] : Array(length).keys()) {
          const address = await lookUp(name, key, index);
          const use = network
            .identify(String(address))
            .find(({ kind }) => kind === "registry");
          expect([use?.key, use?.index]).to.deep.equal([key, index]);
        }
      }
    });
  }

  it("finds nothing for another network's address", async () => {
    const alpha = await createRuntime();

    expect(
      alpha
        .network("devnet")
        .identify(alpha.network("testnet").registry.Router),
    ).to.deep.equal([]);
  });

  for (const value of [
    "",
    "0x",
    "0x0000000000000000000000000000000000000000",
    "Router",
    "pontusx-devnet",
    undefined,
    null,
    0,
    {},
  ]) {
    it(`finds nothing for ${JSON.stringify(value)}`, async () => {
      const devnet = (await createRuntime()).network("devnet");

      expect(Reflect.apply(devnet.identify, devnet, [value])).to.deep.equal([]);
    });
  }

  it("finds nothing for an unset value where nothing is set", async () => {
    const { alpha } = await createAlphaHre({ alpha: { preset: false } });
    const devnet = alpha.network("devnet");

    expect(Reflect.apply(devnet.identify, devnet, [undefined])).to.deep.equal(
      [],
    );
    expect(devnet.identify("undefined")).to.deep.equal([]);
  });
});
