import { expect } from "chai";
import { createAlphaHre, createAlphaHreOf } from "../support/alpha-hre.ts";
import { PRESET } from "../support/preset.ts";
import { withEnvironment } from "../support/with-environment.ts";

const FIELDS = ["metadataCacheUri", "providerUri", "subgraphUri"] as const;

describe("the backend's URLs", () => {
  it("given devnet and testnet, they are the portal's, environment included", async () => {
    await withEnvironment(
      { ALPHA_DEVNET_PROVIDER_URI: "http://127.0.0.1:1" },
      async () => {
        const { networks } = (await createAlphaHre()).config.alpha;

        expect(await networks.devnet?.backend["providerUri"]?.get()).to.equal(
          "http://127.0.0.1:1",
        );
        expect(await networks.testnet?.backend["subgraphUri"]?.get()).to.equal(
          PRESET.testnet.portal["subgraphUri"],
        );
      },
    );
  });

  it("given the third network, they are the v4 components', not the v3 portal's", async () => {
    await withEnvironment(
      { ALPHA_THIRD_PROVIDER_URI: "http://127.0.0.1:1" },
      async () => {
        const { third } = (await createAlphaHre()).config.alpha.networks;
        for (const field of FIELDS) {
          const value = await third?.backend[field]?.get();

          expect(value).to.match(/^https:.*v4/);
          expect(value).to.equal(PRESET.third.backendV4?.[field]);
          expect(value).not.to.equal(await third?.services[field]?.get());
        }
      },
    );
  });

  it("given a URL in the config and in the environment, the environment wins over the config, and that over the preset", async () => {
    const alpha = {
      networks: {
        third: {
          backend: {
            providerUri: "http://127.0.0.1:2",
            subgraphUri: "http://127.0.0.1:3",
          },
        },
      },
    };
    await withEnvironment(
      { ALPHA_THIRD_BACKEND_PROVIDER_URI: "http://127.0.0.1:4" },
      async () => {
        const { third } = (await createAlphaHreOf(alpha)).config.alpha.networks;

        expect(await third?.backend["providerUri"]?.get()).to.equal(
          "http://127.0.0.1:4",
        );
        expect(await third?.backend["subgraphUri"]?.get()).to.equal(
          "http://127.0.0.1:3",
        );
      },
    );
  });

  it("given no preset, they are unset, and the hint names the variable", async () => {
    await withEnvironment({}, async () => {
      const { third } = (await createAlphaHreOf({ preset: false })).config.alpha
        .networks;

      expect(await third?.backend["providerUri"]?.resolve()).to.equal(
        undefined,
      );
      expect(third?.backend["providerUri"]?.setting).to.contain(
        "ALPHA_THIRD_BACKEND_PROVIDER_URI, or alpha.networks.third.backend.providerUri",
      );
    });
  });
});
