import { expect } from "chai";
import {
  knownDeployments,
  safeAddresses,
  safeImplementations,
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

  it("given each release, 1.5.0 as well, then its proxy is known, too", () => {
    const releases = new Set(SAFE.releases.values());

    expect(releases).to.include("1.5.0");
    expect(new Set(SAFE.proxies.values())).to.deep.equal(releases);
  });
});
