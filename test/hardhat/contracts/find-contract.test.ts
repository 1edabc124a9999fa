import { expect } from "chai";

import type { ResolvedAlphaNetwork } from "../../../src/config/types.ts";
import { findContract } from "../../../src/hardhat/contracts/find-contract.ts";
import type { NetworkDefinition } from "../../../src/networks/definition.ts";
import {
  ALPHA_NETWORK_NAMES,
  type AlphaNetworkName,
  NETWORK_DEFINITIONS,
} from "../../../src/networks/definitions.ts";
import type { AlphaUserConfig } from "../../../src/types.ts";
import { expectedContract } from "../../../src/verify/identity/judge-identity.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";
import { registryOf } from "../../support/with-addresses.ts";

async function resolved(
  name: AlphaNetworkName,
  alpha: AlphaUserConfig = {},
): Promise<ResolvedAlphaNetwork> {
  const hre = await createAlphaHre({ alpha });
  const network = hre.config.alpha.networks[name];
  if (network === undefined) {
    throw new Error(`${name} is disabled`);
  }
  return network;
}

/** The contract of an untyped call. */
async function find(
  network: ResolvedAlphaNetwork,
  keyOrRole: unknown,
  index?: unknown,
) {
  return Reflect.apply(findContract, undefined, [
    network,
    keyOrRole,
    index,
  ]) as ReturnType<typeof findContract>;
}

describe("the contract behind a registry key or a role", () => {
  for (const name of ALPHA_NETWORK_NAMES) {
    it(`given each key and role of ${name}, then it is the one that verify expects, at the registry's address`, async () => {
      const network = await resolved(name);
      const definition: NetworkDefinition = NETWORK_DEFINITIONS[name];
      for (const [key, { role, length }] of Object.entries(
        definition.registry,
      )) {
        const indexes =
          length === undefined ? [undefined] : [...Array(length).keys()];
        for (const index of indexes) {
          const byKey = await find(network, key, index);
          const byRole = await find(network, role, index);
          const listed = registryOf(network)[key];

          expect(byKey.registeredAddress()).to.equal(
            index === undefined ? listed : listed?.[index],
          );
          expect(byRole.registeredAddress()).to.equal(
            byKey.registeredAddress(),
          );
          expect(byRole.contract).to.equal(byKey.contract);
          const expected = expectedContract({
            kind: "registry",
            role,
            ...(index === undefined ? {} : { index }),
          });
          expect(expected).to.deep.include(
            role === "token"
              ? { kind: "token" }
              : { kind: "release", set: "v4", usual: byKey.contract },
          );
        }
      }
    });
  }

  for (const [key, nearest] of [
    ["Rooter", "Router"],
    ["AlphaToken", "Alpha"],
    ["tokn", "token"],
    ["constructor", undefined],
    [7, undefined],
  ] as const) {
    it(`given ${key} on devnet, then the error suggests ${nearest ?? "none"}, and names the keys and roles that there are`, async () => {
      const network = await resolved("devnet");

      expect(await pluginMessageOf(() => find(network, key)))
        .to.include(
          `devnet has no contract "${key}". ${nearest ? `Did you mean ${nearest}? ` : ""}Use`,
        )
        .and.include("Use a registry key (Alpha, AlphaCommunityFeeCollector")
        .and.include("a role (token, communityFeeCollector")
        .and.include("or a payment token (euro, alpha).");
    });
  }

  for (const index of [undefined, 2, -1, 0.5, "0", "length", null]) {
    it(`given a list and the index ${String(index)}, then the error says which there are`, async () => {
      const network = await resolved("third");

      expect(
        await pluginMessageOf(() => find(network, "ERC20Templates", index)),
      ).to.include(
        "ERC20Templates of third is a list, and the ABIs of its first 2 contracts are known: pass an index from 0 to 1",
      );
    });
  }

  it("given a single contract and an index, then the error says to omit it", async () => {
    const network = await resolved("third");

    expect(await pluginMessageOf(() => find(network, "router", 0))).to.equal(
      "router of third is one address, not a list: remove the index 0.",
    );
  });

  it("given an address that is not set, then the contract is found, and reading the address says how to set it", async () => {
    const network = await resolved("devnet", { preset: false });
    const router = await find(network, "router");
    const template = await find(network, "erc20Templates", 1);

    expect(router.contract).to.equal("FactoryRouter");
    expect(await pluginMessageOf(() => router.registeredAddress()))
      .to.include("registry.Router of devnet is not set")
      .and.include("alpha.networks.devnet.registry.Router");
    expect(
      await pluginMessageOf(() => template.registeredAddress()),
    ).to.include("registry.ERC20Template of devnet is not set");
  });
});
