import { expect } from "chai";
import type { HardhatUserConfig } from "hardhat/types/config";

import type { AlphaNetworkName } from "../../src/networks/definitions.ts";
import {
  type VerificationTarget,
  verificationTargets,
} from "../../src/verify/expect/targets.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";

async function targetsOf(
  name: AlphaNetworkName,
  alpha: NonNullable<HardhatUserConfig["alpha"]> = {},
  isSandbox = false,
): Promise<readonly VerificationTarget[]> {
  const hre = await createAlphaHre({ alpha });
  const network = hre.config.alpha.networks[name];
  if (network === undefined) {
    throw new Error(`${name} is disabled`);
  }
  return verificationTargets(network, isSandbox);
}

const keys = (targets: readonly VerificationTarget[]) =>
  targets.map(
    ({ kind, key, index }) =>
      `${kind} ${key}${index === undefined ? "" : `[${index}]`}`,
  );

describe("verificationTargets", () => {
  it("given devnet, then they are the registry's entries, each item of its lists, and the payment tokens: no account, no fee token", async () => {
    const targets = await targetsOf("devnet");

    expect(keys(targets)).to.deep.equal([
      "registry Alpha",
      "registry AlphaCommunityFeeCollector",
      "registry Router",
      "registry FixedPrice",
      "registry ERC20Template[0]",
      "registry ERC20Template[1]",
      "registry ERC721Template[0]",
      "registry Dispenser",
      "registry ERC721Factory",
      "token euro",
      "token alpha",
    ]);
    expect(targets.every(({ address }) => address !== undefined)).to.equal(
      true,
    );
  });

  it("given the third network, then the portal's v3 contracts are looked for, too; a sandbox has none, and says why", async () => {
    const portalOf = async (isSandbox: boolean) =>
      (await targetsOf("third", {}, isSandbox)).filter(
        ({ kind }) => kind === "portal",
      );

    const live = await portalOf(false);
    const sandbox = await portalOf(true);

    expect(live.map(({ skip }) => skip)).to.deep.equal(
      live.map(() => undefined),
    );
    expect(keys(sandbox))
      .to.include("portal BFactory")
      .and.deep.equal(keys(live));
    for (const { skip } of sandbox) {
      expect(skip).to.contain("not the portal's v3 ones");
    }
  });

  it("given no source of addresses, then every entry is there without one: nothing goes unlooked-for in silence", async () => {
    for (const name of ["devnet", "testnet", "third"] as const) {
      const withAddresses = await targetsOf(name);
      const without = await targetsOf(name, { preset: false });

      expect(keys(without)).to.deep.equal(keys(withAddresses));
      expect(without.every(({ address }) => address === undefined)).to.equal(
        true,
      );
    }
  });

  it("given a portal address that differs from its registry entry, then both are looked for, as the same contract", async () => {
    const address = "0x00000000000000000000000000000000000A11cE";

    const targets = await targetsOf("devnet", {
      networks: { devnet: { portal: { dispenserAddress: address } } },
    });

    const portal = targets.filter(({ kind }) => kind === "portal");
    expect(
      portal.map(({ key, role, address: given }) => [key, role, given]),
    ).to.deep.equal([["dispenserAddress", "dispenser", address]]);
  });
});

describe("the source of a target's address", () => {
  it("given the preset and the config, then each target says which, and those that are not set say nothing", async () => {
    const targets = await targetsOf("devnet", {
      networks: {
        devnet: { registry: { Router: `0x${"12".repeat(20)}` } },
      },
    });
    const sourceOf = (wanted: string) =>
      targets.find(({ kind, key }) => `${kind}.${key}` === wanted)?.source;

    expect(sourceOf("registry.Router")).to.equal(
      "the Hardhat config's alpha.networks.devnet.registry.Router",
    );
    expect(sourceOf("registry.Dispenser")).to.equal("the built-in preset");
    expect(sourceOf("token.euro")).to.equal("the built-in preset");
    const unset = await targetsOf("devnet", { preset: false });
    expect(unset.map(({ source }) => source)).to.deep.equal(
      unset.map(() => undefined),
    );
  });
});
