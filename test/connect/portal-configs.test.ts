import { expect } from "chai";
import { configVariable } from "hardhat/config";
import type { HardhatUserConfig } from "hardhat/types/config";
import type { ShownPortalField } from "../../src/connect/portal-configs.ts";
import { portalConfigs } from "../../src/connect/portal-configs.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import { PORTAL_FIELDS_V3, PORTAL_FIELDS_V4 } from "../support/reference.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";
import { variablesPlugin } from "../support/variables-plugin.ts";
import { withEnvironment } from "../support/with-environment.ts";

const ALL = { names: [], globalNetwork: undefined, sandbox: false };

/** The portal configs that a project shows. */
async function shown(
  config: HardhatUserConfig = {},
  {
    names = [],
    reveal = false,
    environment = {},
  }: {
    readonly names?: readonly string[];
    readonly reveal?: boolean;
    readonly environment?: Readonly<Record<string, string>>;
  } = {},
) {
  return await withEnvironment(environment, async () => {
    const hre = await createAlphaHre(config);
    return await portalConfigs(hre.config, { ...ALL, names }, reveal);
  });
}

/** One field of devnet's portal config, as it is shown. */
async function fieldOf(
  field: string,
  ...parameters: Parameters<typeof shown>
): Promise<ShownPortalField> {
  const [devnet] = await shown(...parameters);
  const found = devnet?.fields.find((candidate) => candidate.field === field);
  if (found === undefined) {
    throw new Error(`no field ${field}`);
  }
  return found;
}

describe("portal configs as they are shown", () => {
  it("are of all networks that are enabled, with exactly the reference's fields, in order, and the portal's version label, and hide nothing of the preset", async () => {
    const configs = await shown();

    expect(
      configs.map(({ network, versions, fields }) => [
        network,
        versions.portal,
        fields.map(({ field }) => field),
      ]),
    ).to.deep.equal([
      ["devnet", undefined, PORTAL_FIELDS_V4],
      ["testnet", undefined, PORTAL_FIELDS_V4],
      ["third", "v3", PORTAL_FIELDS_V3],
    ]);
    for (const { fields } of configs) {
      expect(fields.filter(({ isHidden }) => isHidden)).to.deep.equal([]);
    }
  });

  it("show an unset field as null, with that origin", async () => {
    expect(
      await fieldOf("nodeUri", { alpha: { preset: false } }),
    ).to.deep.equal({
      field: "nodeUri",
      value: null,
      isHidden: false,
      origin: { kind: "unset" },
      variable: "ALPHA_DEVNET_NODE_URI",
    });
  });

  it("say where each value comes from", async () => {
    const config = {
      alpha: {
        networks: {
          devnet: {
            startBlock: 5,
            portal: { explorerUri: "http://127.0.0.1" },
          },
        },
      },
    };
    const options = {
      environment: { ALPHA_DEVNET_SUBGRAPH_URI: "http://127.0.0.1:2" },
    };

    for (const [field, origin] of Object.entries({
      startBlock: { kind: "config", path: "alpha.networks.devnet.startBlock" },
      explorerUri: {
        kind: "config",
        path: "alpha.networks.devnet.portal.explorerUri",
      },
      subgraphUri: {
        kind: "environment",
        variable: "ALPHA_DEVNET_SUBGRAPH_URI",
      },
      nodeUri: { kind: "preset" },
      dispenserAddress: { kind: "derived", from: "registry.Dispenser" },
      isCustom: { kind: "reference" },
      chainId: { kind: "reference" },
    })) {
      expect(
        (await fieldOf(field, config, options)).origin,
        field,
      ).to.deep.equal(origin);
    }
  });

  it("never show the URL that requests go to", async () => {
    const configs = await shown(
      { alpha: { networks: { devnet: { url: "http://127.0.0.1/canary" } } } },
      {
        reveal: true,
        environment: { ALPHA_TESTNET_RPC_URL: "http://127.0.0.1/canary" },
      },
    );

    expect(JSON.stringify(configs)).to.not.include("canary");
  });

  it("given a URL that is none in the environment, fail and show nothing of it", async () => {
    const message = await pluginMessageOf(() =>
      shown({}, { environment: { ALPHA_DEVNET_NODE_URI: "c0ffee-canary" } }),
    );

    expect(message).to.include("ALPHA_DEVNET_NODE_URI");
    expect(message).to.not.include("canary");
  });

  const URL = "http://127.0.0.1:1/canary";
  const VARIABLE = configVariable("ALPHA_TEST");
  const { plugin } = variablesPlugin({ ALPHA_DEVNET_NODE_URI: URL });
  const ofDevnet = (nodeUri: string | typeof VARIABLE) => ({
    alpha: { networks: { devnet: { portal: { nodeUri } } } },
  });
  type Shown = readonly [
    title: string,
    config: HardhatUserConfig,
    options: NonNullable<Parameters<typeof shown>[1]>,
    value: string,
    isHidden: boolean,
  ];
  const SHOWN: readonly Shown[] = [
    [
      "a configVariable",
      ofDevnet(VARIABLE),
      { environment: { ALPHA_TEST: URL } },
      "{ALPHA_TEST}",
      true,
    ],
    [
      "it to be revealed",
      ofDevnet(VARIABLE),
      { environment: { ALPHA_TEST: URL }, reveal: true },
      URL,
      false,
    ],
    [
      "a value of a keystore",
      { plugins: [plugin] },
      {},
      "{ALPHA_DEVNET_NODE_URI}",
      true,
    ],
    [
      "a public value in the environment",
      {},
      { environment: { ALPHA_DEVNET_NODE_URI: "http://127.0.0.1:1" } },
      "http://127.0.0.1:1",
      false,
    ],
    [
      "a password in the config",
      ofDevnet("http://user:c0ffee-canary@127.0.0.1:1/"),
      {},
      "http://127.0.0.1:1/{hidden}",
      true,
    ],
    [
      "a key in the environment",
      {},
      { environment: { ALPHA_DEVNET_NODE_URI: `${URL}?apikey=c0ffeecanary` } },
      "{ALPHA_DEVNET_NODE_URI}",
      true,
    ],
  ];
  for (const [title, config, options, value, isHidden] of SHOWN) {
    it(`given ${title}, show ${value}`, async () => {
      expect(await fieldOf("nodeUri", config, options)).to.deep.include({
        value,
        isHidden,
      });
    });
  }
});
