import { expect } from "chai";
import { HardhatPluginError } from "hardhat/plugins";
import undici from "undici/package.json" with { type: "json" };
import manifest from "../../package.json" with { type: "json" };
import {
  checkNodeVersion,
  LOWEST_NODE,
} from "../../src/hardhat/project-checks.ts";

const check = (version: string) => () => checkNodeVersion(version);

describe("the version of Node", () => {
  it("given the package's engines and those of undici, then it is the lowest that both take", () => {
    expect(manifest.engines.node).to.equal(`>=${LOWEST_NODE}`);
    expect(undici.engines.node).to.equal(`>=${LOWEST_NODE}`);
  });

  for (const version of ["22.18.0", "22.13.0", "20.20.2"]) {
    it(`given Node ${version}, then one sentence tells both versions`, () => {
      expect(check(version))
        .to.throw(HardhatPluginError)
        .with.property(
          "message",
          `This plugin needs Node.js ${LOWEST_NODE} or newer, and this is ${version}. Update Node.js.`,
        );
    });
  }

  for (const version of ["22.19.0", "22.23.3", "24.21.0", "100.0.0"]) {
    it(`given Node ${version}, then it is taken`, () => {
      expect(check(version)).not.to.throw();
    });
  }
});
