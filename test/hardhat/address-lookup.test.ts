import { expect } from "chai";
import fc from "fast-check";

import type { AddressUse, AlphaRuntime } from "../../src/types.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import { REFERENCE } from "../support/reference.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";

const NAMES = ["devnet", "testnet", "third"] as const;
type Name = (typeof NAMES)[number];

/** What JavaScript callers may pass. */
const ANYTHING = fc.oneof(
  fc.string(),
  fc.double(),
  fc.boolean(),
  fc.constantFrom(null, undefined, {}),
);

describe("an address in a network's data", () => {
  let alpha: AlphaRuntime;
  before(async () => {
    ({ alpha } = await createAlphaHre());
  });

  /** `address()` and `identify()` as an untyped caller may call them. */
  const lookUp = (name: Name, ...key: readonly unknown[]): unknown =>
    Reflect.apply(alpha.network(name).address, undefined, [...key]);
  const identify = (name: Name, address: unknown): readonly AddressUse[] =>
    Reflect.apply(alpha.network(name).identify, undefined, [address]);
  const keysOf = (name: Name) => REFERENCE[name].registry.map(([key]) => key);

  for (const name of NAMES) {
    it(`given each key and index of ${name}'s registry, is returned, and found again`, () => {
      const { registry } = alpha.network(name);
      for (const [key, length] of REFERENCE[name].registry) {
        const value: unknown = Reflect.get(registry, key);
        const list = Array.isArray(value) ? value : [value];
        expect(list).to.have.lengthOf(length || 1);
        for (const [position, address] of list.entries()) {
          const index = length === 0 ? undefined : position;
          expect(lookUp(name, key, index)).to.equal(address);
          const use = identify(name, address).find(
            ({ kind }) => kind === "registry",
          );
          expect([use?.key, use?.index]).to.deep.equal([key, index]);
        }
      }
    });
  }

  for (const [key, suggestion] of [
    ["router", "Did you mean Router? "],
    ["__proto__", ""],
  ] as const) {
    it(`given the key ${key}, which there is not, the error has the nearest, and those that there are`, async () => {
      expect(await pluginMessageOf(() => lookUp("devnet", key, 0))).to.equal(
        `The registry of devnet has no key "${key}". ${suggestion}Its keys: ${keysOf("devnet").join(", ")}.`,
      );
    });
  }

  it("given any index but 0 and 1 of a list of two, throws", async () => {
    await fc.assert(
      fc.asyncProperty(ANYTHING, async (index) => {
        fc.pre(index !== 0 && index !== 1 && !Object.is(index, -0));
        expect(
          await pluginMessageOf(() => lookUp("devnet", "ERC20Template", index)),
        ).to.match(
          /^ERC20Template of devnet is a list of 2: pass an index from 0 to 1/,
        );
      }),
      { examples: [["0"], ["length"], [Number.NaN], [2], [-1], [undefined]] },
    );
  });

  it("given an index to a key that holds one address, throws", async () => {
    expect(await pluginMessageOf(() => lookUp("devnet", "Router", 0))).to.equal(
      "Router of devnet is one address, not a list: remove the index 0.",
    );
  });

  it("given each use of an address, in any case, finds all of them", () => {
    const { registry, portal } = alpha.network("devnet");
    const { Router } = registry;
    const router = [{ kind: "registry", key: "Router", role: "router" }];

    for (const [address, uses] of [
      [Router, router],
      [Router.toUpperCase(), router],
      [`0x${Router.slice(2).toUpperCase()}`, router],
      [
        registry.Alpha,
        [
          { kind: "registry", key: "Alpha", role: "token" },
          { kind: "token", key: "alpha" },
          { kind: "portal", key: "alphaTokenAddress" },
        ],
      ],
      [portal.providerAddress, [{ kind: "portal", key: "providerAddress" }]],
    ] as const) {
      expect(identify("devnet", address), address).to.deep.equal(uses);
    }
  });

  it("given anything else, and another network's address, finds nothing", () => {
    const router = alpha.network("testnet").address("Router");
    fc.assert(
      fc.property(ANYTHING, (value) => {
        expect(identify("devnet", value)).to.deep.equal([]);
      }),
      { examples: [[undefined], [`0x${"0".repeat(40)}`], [router]] },
    );
  });
});
