import { expect } from "chai";

import type { ResolvedAlphaNetwork } from "../../../src/config/types.ts";
import { findContract } from "../../../src/hardhat/contracts/find-contract.ts";
import type { NetworkDefinition } from "../../../src/networks/definition.ts";
import {
  ALPHA_NETWORK_NAMES,
  type AlphaNetworkName,
  NETWORK_DEFINITIONS,
} from "../../../src/networks/definitions.ts";
import { expectedContract } from "../../../src/verify/identity/judge-identity.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";
import { registryOf } from "../../support/with-addresses.ts";

async function resolved(name: AlphaNetworkName): Promise<ResolvedAlphaNetwork> {
  const network = (await createAlphaHre()).config.alpha.networks[name];
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

  for (const [key, index, expected] of [
    [
      "tokn",
      undefined,
      'third has no contract "tokn". Did you mean token? Use a registry key (AlphaToken, ',
    ],
    ["constructor", undefined, "or a payment token (euro, alpha)."],
    [
      "ERC20Templates",
      undefined,
      "ERC20Templates of third is a list, and the ABIs of its first 2 contracts are known: pass an index from 0 to 1",
    ],
    ["ERC20Templates", "0", 'pass an index from 0 to 1, not the text "0"'],
    [
      "router",
      0,
      "router of third is one address, not a list: remove the index 0.",
    ],
  ] as const) {
    it(`given ${key} and the index ${String(index)}, then the error says which there are`, async () => {
      const network = await resolved("third");

      expect(await pluginMessageOf(() => find(network, key, index))).to.include(
        expected,
      );
    });
  }
});
