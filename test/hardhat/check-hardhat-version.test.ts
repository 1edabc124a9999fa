import { expect } from "chai";
import { HardhatPluginError } from "hardhat/plugins";

import manifest from "../../package.json" with { type: "json" };
import {
  checkHardhatVersion,
  MIN_HARDHAT,
} from "../../src/hardhat/project-checks.ts";

const check = (version: string) => () => checkHardhatVersion(version);

describe("the version of Hardhat", () => {
  it("given the package's peer dependency, then it is the lowest that is taken", () => {
    expect(manifest.peerDependencies.hardhat).to.equal(`^${MIN_HARDHAT}`);
  });

  for (const version of [
    "3.17.99",
    "3.17.0-next.1",
    "3.8.0",
    "3.9.18",
    "2.30.0",
    "0.99.99",
  ]) {
    it(`given Hardhat ${version}, then the error names both versions and what to do`, () => {
      expect(check(version))
        .to.throw(HardhatPluginError)
        .with.property(
          "message",
          `This plugin needs Hardhat ${MIN_HARDHAT} or newer, but ${version} is installed. Update it with: npm install --save-dev hardhat@^${MIN_HARDHAT}`,
        );
    });
  }

  for (const version of ["3.18.0", "3.18.1", "3.100.0", "4.0.0", "10.0.0"]) {
    it(`given Hardhat ${version}, then it is taken`, () => {
      expect(check(version)).not.to.throw();
    });
  }

  for (const version of ["3.18.0-next.1", "3.19.0+local"]) {
    it(`given Hardhat ${version}, then what comes after the numbers does not count`, () => {
      expect(check(version)).not.to.throw();
    });
  }

  for (const version of ["", "unknown", "3.x"]) {
    it(`given a version "${version}", which cannot be compared, then it is not refused`, () => {
      expect(check(version)).not.to.throw();
    });
  }
});
