import { expect } from "chai";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import plugin from "../../src/index.ts";

describe("x", () => {
  it("loads", async () => {
    const hre = await createHardhatRuntimeEnvironment({ plugins: [plugin] });
    expect(hre.config.plugins.some((p) => p.id === plugin.id)).to.equal(true);
  });
});
