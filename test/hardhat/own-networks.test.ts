import { createRequire } from "node:module";

import { expect } from "chai";

import { createAlphaHreOf } from "../support/alpha-hre.ts";

const BOOK = createRequire(import.meta.url).resolve(
  "@oceanprotocol/contracts/addresses/address.json",
);

/** A network of the published address book, which has five datatoken templates. */
const alpha = {
  sources: [{ type: "address-json", file: BOOK, network: ["sapphire"] }],
  networks: {
    sapphire: {
      like: "third",
      chainId: 23295,
      tokens: {
        euro: {
          name: "Euro",
          address: "0x8A4826071983655805bF4f29828577Cd6b1aC0cB",
        },
      },
    },
  },
};

describe("a network of a project's own at run time", () => {
  it("has a sandbox with its registry's contracts, on which the wiring holds, and which are found by role", async () => {
    const hre = await createAlphaHreOf(alpha);
    const report = await hre.alpha.verify({
      networks: ["sapphire"],
      sandbox: true,
      level: "wiring",
    });
    const [found] = report.networks;
    const templates = found?.contracts.filter(
      ({ role }) => role === "erc20Templates",
    );

    expect(report.outcome).to.equal("ok");
    expect(found).to.include({
      hardhatNetwork: "sapphireSandbox",
      chainId: 23295,
    });
    expect(templates).to.have.length(5);
    const { alpha: network, close } =
      await hre.network.create("sapphireSandbox");
    expect((await network?.contract("router"))?.address).to.equal(
      network?.registry.Router,
    );
    await close();
  });
});
