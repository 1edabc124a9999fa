import { expect } from "chai";
import {
  knownDeployments,
  knownMultiSends,
  safeAddresses,
  safeImplementations,
  safeMultiSends,
} from "../../scripts/fingerprint-safes.ts";
import { SAFE } from "../../src/contracts/types/safe.ts";

describe("the releases of Safe", () => {
  it("given the deployments that the installed package knows, then each implementation is known by its code hash and its address", () => {
    const deployments = knownDeployments();

    expect(Object.fromEntries(SAFE.releases)).to.deep.equal(
      safeImplementations(deployments),
    );
    expect(SAFE.implementations).to.deep.equal(safeAddresses(deployments));
  });

  it("given the deployments of MultiSendCallOnly, then each is known by its release, address and code hash", () => {
    const known = [...SAFE.multiSends].map(
      ([release, all]) => [release, Object.fromEntries(all)] as const,
    );

    expect(Object.fromEntries(known)).to.deep.equal(
      safeMultiSends(knownMultiSends()),
    );
  });

  it("given each release, 1.5.0 as well, then its proxy is known, too", () => {
    const releases = new Set(SAFE.releases.values());

    expect(releases).to.include("1.5.0");
    expect(new Set(SAFE.proxies.values())).to.deep.equal(releases);
  });
});
