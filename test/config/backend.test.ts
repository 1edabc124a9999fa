import { expect } from "chai";
import type { AlphaNetworkName } from "../../src/networks/definitions.ts";
import { createAlphaHreOf } from "../support/alpha-hre.ts";
import { PRESET } from "../support/preset.ts";
import { withEnvironment } from "../support/with-environment.ts";

const FIELDS = ["metadataCacheUri", "providerUri", "subgraphUri"] as const;
const A = "http://127.0.0.1:1";
const B = "http://127.0.0.1:2";

/** The URLs of a network's backend, and where to set them. */
async function backendOf(
  name: AlphaNetworkName,
  alpha: object,
  environment: Readonly<Record<string, string>> = {},
) {
  return await withEnvironment(environment, async () => {
    const { config } = await createAlphaHreOf(alpha);
    const backend = config.alpha.networks[name]?.backend ?? {};
    const urls: Record<string, string | undefined> = {};
    for (const field of FIELDS) {
      urls[field] = (await backend[field]?.resolve())?.value;
    }
    return { urls, setting: backend["providerUri"]?.setting };
  });
}

/** The published URLs of a portal's services that are those of a backend, too. */
const published = ({ portal }: (typeof PRESET)["devnet"]) =>
  Object.fromEntries(FIELDS.map((field) => [field, portal[field]]));

describe("the backend's URLs", () => {
  const THIRD = PRESET.third.backendV4;
  const backend = { providerUri: B, subgraphUri: B };
  for (const [title, name, alpha, environment, expected] of [
    [
      "devnet, they are the portal's, environment included",
      "devnet",
      {},
      { ALPHA_DEVNET_PROVIDER_URI: A },
      { ...published(PRESET.devnet), providerUri: A },
    ],
    [
      "the third network, they are the v4 components', not the v3 portal's",
      "third",
      {},
      { ALPHA_THIRD_PROVIDER_URI: A },
      THIRD,
    ],
    [
      "URLs in the config and in the environment, the environment wins over the config, and that over the preset",
      "third",
      { networks: { third: { backend } } },
      { ALPHA_THIRD_BACKEND_PROVIDER_URI: A },
      { ...THIRD, providerUri: A, subgraphUri: B },
    ],
  ] as const) {
    it(`given ${title}`, async () => {
      const { urls } = await backendOf(name, alpha, environment);

      expect(urls).to.deep.equal(expected);
    });
  }

  it("given no preset, they are unset, and the hint names the variable", async () => {
    const { urls, setting } = await backendOf("third", { preset: false });

    expect(urls["providerUri"]).to.equal(undefined);
    expect(setting).to.contain(
      "ALPHA_THIRD_BACKEND_PROVIDER_URI, or alpha.networks.third.backend.providerUri",
    );
  });
});
