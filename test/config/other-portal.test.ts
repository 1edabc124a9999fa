import { expect } from "chai";

import { enabledNetwork } from "../../src/config/configured-networks.ts";
import { buildChosenPortalConfig } from "../../src/config/other-portal.ts";
import { createAlphaHreOf } from "../support/alpha-hre.ts";
import { PRESET } from "../support/preset.ts";
import { withEnvironment } from "../support/with-environment.ts";

const A = "0x1111111111111111111111111111111111111111";
const OWN = { like: "third", chainId: 5 };
const V4 = { versions: { portal: "v4" } };

/** The fields of a network's portal configuration with their origins. */
async function fieldsOf(
  user: object,
  env: Record<string, string> = {},
  name = "third",
) {
  return await withEnvironment(env, async () => {
    const { config } = await createAlphaHreOf({ networks: { [name]: user } });
    const network = enabledNetwork(config.alpha, name);
    const fields =
      network === undefined ? [] : await buildChosenPortalConfig(network);
    return new Map(
      fields.map(({ field, value, origin }) => [field, { value, origin }]),
    );
  });
}

describe("the portal configuration of the third network in version 4", () => {
  it("given the setting, then it has the fields of version 4, the registry's contracts and the backend's services", async () => {
    const fields = await fieldsOf(V4);
    const { registry, backendV4: backend, portal } = PRESET.third;
    const values = Object.fromEntries(
      [...fields].map(([field, { value }]) => [field, value]),
    );

    expect(values).to.deep.equal({
      chainId: 100,
      isDefault: true,
      isCustom: true,
      network: portal["network"],
      ...backend,
      nodeUri: portal["nodeUri"],
      explorerUri: portal["explorerUri"],
      alphaTokenAddress: registry["AlphaToken"],
      alphaTokenSymbol: portal["alphaTokenSymbol"],
      fixedRateExchangeAddress: registry["FixedPrice"],
      dispenserAddress: registry["Dispenser"],
      nftFactoryAddress: registry["ERC721Factory"],
      alphaCommunityFeeCollector: registry["CommunityFeeCollector"],
      startBlock: 3_665_369,
      transactionBlockTimeout: 50,
      transactionConfirmationBlocks: 1,
      transactionPollingTimeout: 750,
      gasFeeMultiplier: 1.1,
      providerAddress: "0x68C24FA5b2319C81b34f248d1f928601D2E5246B",
    });
  });

  it("given values in the Hardhat config and the environment, then they override the published ones, with their origin", async () => {
    const fields = await fieldsOf(
      {
        ...V4,
        startBlock: 7,
        registry: { Dispenser: A },
        backend: { providerAddress: A, subgraphUri: "https://s.example" },
      },
      { ALPHA_THIRD_BACKEND_PROVIDER_URI: "https://p.example" },
    );

    for (const [field, value] of [
      ["startBlock", 7],
      ["dispenserAddress", A],
      ["providerAddress", A],
      ["subgraphUri", "https://s.example"],
      ["providerUri", "https://p.example"],
    ] as const) {
      expect(fields.get(field)?.value, field).to.equal(value);
    }
    expect(fields.get("dispenserAddress")?.origin).to.deep.equal({
      kind: "derived",
      from: "registry.Dispenser",
    });
    expect(fields.get("providerAddress")?.origin).to.deep.equal({
      kind: "config",
      path: "alpha.networks.third.backend.providerAddress",
    });
  });

  for (const [title, name, user, expected] of [
    ["the default of a network of its own", "mine", OWN, 750],
    [
      "the default of a network of its own in milliseconds",
      "mine",
      {
        ...{ like: "devnet", chainId: 5, versions: {} },
        transactionPollingTimeoutUnit: "milliseconds",
      },
      750,
    ],
    [
      "in milliseconds",
      "third",
      {
        transactionPollingTimeout: 90_500,
        transactionPollingTimeoutUnit: "milliseconds",
      },
      91,
    ],
    [
      "in seconds",
      "third",
      {
        transactionPollingTimeout: 90,
        transactionPollingTimeoutUnit: "seconds",
      },
      90,
    ],
  ] as const) {
    it(`given a time-out that is ${title}, then it is in whole seconds`, async () => {
      const fields = await fieldsOf({ ...V4, ...user }, {}, name);

      expect(fields.get("transactionPollingTimeout")?.value).to.equal(expected);
    });
  }
});
