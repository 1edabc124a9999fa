import { expect } from "chai";

import { toChecksum } from "../../src/base/address.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import { withEnvironment } from "../support/with-environment.ts";

describe("the resolution of networks", () => {
  it("given a variable of the environment that changes later, then its value of the time when the config was resolved counts", async () => {
    const first = "http://127.0.0.1:9";
    const { config } = await withEnvironment(
      { ALPHA_DEVNET_RPC_URL: first },
      async () => await createAlphaHre({}),
    );
    await withEnvironment(
      { ALPHA_DEVNET_RPC_URL: "http://127.0.0.1:11" },
      async () => {
        const { devnet } = config.alpha.networks;
        expect(await devnet?.url.getUrl()).to.equal(first);
        expect(config.networks["devnet"]).to.have.property("url", devnet?.url);
      },
    );
  });

  it("given a user's object that changes later, then its values of the time when the config was resolved count", async () => {
    const genesisHash = `0x${"1".repeat(64)}` as const;
    const endpoints = ["http://127.0.0.1:9"];
    const third = { guard: true, genesisHash, endpoints };
    const { config } = await createAlphaHre({ alpha: { networks: { third } } });
    Object.assign(third, { guard: false, genesisHash: undefined });
    endpoints[0] = "http://127.0.0.1:11";

    const resolved = config.alpha.networks.third;
    expect(resolved?.guard).to.equal(true);
    expect(resolved?.genesisHash).to.equal(genesisHash);
    expect(await resolved?.endpoints[0]?.getUrl()).to.equal(
      "http://127.0.0.1:9",
    );
  });

  it("given an address of the other portal version in one case, then it gets its checksum", async () => {
    const lower = `0x${"ab".repeat(20)}` as const;
    const { config } = await createAlphaHre({
      alpha: { networks: { third: { backend: { providerAddress: lower } } } },
    });

    expect(
      config.alpha.networks.third?.otherPortal["providerAddress"]?.value,
    ).to.equal(await toChecksum(lower));
  });
});
