import { inspect } from "node:util";

import { expect } from "chai";
import { portalConfigs } from "../../src/connect/portal-configs.ts";
import { checkConfig } from "../../src/lint/compare/check-file.ts";
import type { LintReport } from "../../src/lint/report.ts";
import { configJs } from "../../tasks/config/formats/js.ts";
import { configJson } from "../../tasks/config/formats/json.ts";
import { createAlphaHreOf } from "../support/alpha-hre.ts";
import { PRESET } from "../support/preset.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { withEnvironment } from "../support/with-environment.ts";
import { expectValidLintReport } from "./lint-schema.ts";
import {
  type Chain,
  inOcean,
  moduleOf,
  portalOf,
  rulesOf,
} from "./lint-text.ts";

const KEY = "https://node.example/v3/c4n4ryc4n4ryc4n4ryc4n4ry0123456789";

interface Check {
  readonly names?: readonly string[];
  readonly alpha?: unknown;
  readonly env?: Record<string, string>;
  readonly reveal?: boolean;
  readonly name?: string;
}

/** Compares a text with what a project's config resolves to. */
async function check(
  text: string,
  {
    names = [],
    alpha = {},
    env = {},
    reveal = false,
    name = "a.js",
  }: Check = {},
): Promise<LintReport> {
  using folder = temporaryFolder({ [name]: text });
  const file = folder.at(name);
  return await withEnvironment(env, async () => {
    const { config } = await createAlphaHreOf(alpha);
    const selection = { names, globalNetwork: undefined, sandbox: false };
    return expectValidLintReport(
      await checkConfig(config, selection, { file, reveal }),
    );
  });
}

/** What alpha config prints of networks. */
async function printed(alpha: unknown, names: readonly string[]) {
  return await withEnvironment({}, async () => {
    const { config } = await createAlphaHreOf(alpha);
    const selection = { names, globalNetwork: undefined, sandbox: false };
    return await portalConfigs(config, selection, true);
  });
}

const ALL = ["devnet", "testnet", "third"] as const;

describe("alpha config --check", () => {
  for (const [title, text, name] of [
    ["a module", moduleOf(...ALL.map(portalOf)), "a.js"],
    [
      "a module in the dialect ocean",
      moduleOf(...ALL.map(portalOf).map(inOcean)),
      "a.cjs",
    ],
    [
      "an object by name",
      JSON.stringify(
        Object.fromEntries(ALL.map((network) => [network, portalOf(network)])),
      ),
      "a.json",
    ],
    [
      "an ES module in another order",
      `export const chains = ${JSON.stringify(ALL.map(portalOf).toReversed())};`,
      "a.mjs",
    ],
    [
      "addresses in lower case",
      moduleOf(...ALL.map(portalOf)).replace(/0x\w+/g, (address) =>
        address.toLowerCase(),
      ),
      "a.js",
    ],
  ] as const) {
    it(`given ${title} with the resolved values, then nothing differs`, async () => {
      const { findings, outcome } = await check(text, { name });

      expect(findings).to.deep.equal([]);
      expect(outcome).to.equal("ok");
    });
  }

  const devnet = (change: Chain): string =>
    moduleOf(JSON.parse(JSON.stringify({ ...portalOf("devnet"), ...change })));

  for (const change of [
    { startBlock: 1 },
    { startBlock: "57428" },
    { nodeUri: undefined },
    { nodeUri: null },
    { colour: "red" },
  ]) {
    it(`given ${inspect(change)}, then it is found at its place and nothing else is`, async () => {
      const { findings, outcome } = await check(devnet(change), {
        names: ["devnet"],
      });

      expect(rulesOf(findings)).to.deep.equal(["difference error"]);
      expect(findings[0]).to.include.keys("line", "column");
      expect(outcome).to.equal("failed");
    });
  }

  it("given several differences, then each is a line with its field, its line and both values", async () => {
    const other = "0x52908400098527886E0F7030069857D2E4169EE7";
    const { findings } = await check(
      devnet({
        dispenserAddress: other,
        nodeUri: "https://node.example/path",
        gasFeeMultiplier: undefined,
        colour: "red",
      }),
      { names: ["devnet"] },
    );

    expect(findings.map(({ message }) => message)).to.deep.equal([
      "devnet: gasFeeMultiplier is missing, the configuration has 1.1.",
      `devnet: nodeUri (line 8) is "https://node.example/path", the configuration has "${PRESET.devnet.portal["nodeUri"]}".`,
      `devnet: dispenserAddress (line 15) is ${other}, the configuration has ${PRESET.devnet.registry["Dispenser"]}.`,
      'devnet: colour (line 23) is "red", the configuration does not have it.',
    ]);
  });

  it("given networks that the file lacks, then they are errors only where they are named", async () => {
    const text = moduleOf(portalOf("testnet"));

    expect((await check(text)).outcome).to.equal("ok");
    expect((await check(text)).findings).to.deep.equal([]);
    const named = await check(text, { names: ["devnet", "testnet"] });
    expect(rulesOf(named.findings)).to.deep.equal(["difference error"]);
  });

  it("given chains of others alone, then nothing was compared, which is never fine", async () => {
    const { findings, outcome } = await check(
      moduleOf({ chainId: 137, network: "polygon", isDefault: true }),
    );

    expect(outcome).to.equal("unknown");
    expect(rulesOf(findings)).to.have.members(["not-compared unknown"]);
  });

  it("given chain id 100 under a name of nobody, then it is compared where the user names the network, and not by itself", async () => {
    const text = moduleOf({
      ...portalOf("third"),
      network: "mine",
      name: "Mine",
    });

    const { outcome } = await check(text);
    const named = await check(text, { names: ["third"] });

    expect(outcome).to.equal("unknown");
    expect(rulesOf(named.findings)).to.deep.equal([
      "difference error",
      "difference error",
    ]);
  });

  it("given mistakes that lint finds, then they are reported beside the differences, each once", async () => {
    const { findings } = await check(
      moduleOf(
        {
          ...portalOf("devnet"),
          dispenserAddress: `0x${"1".repeat(40)}`,
          providerAddress: "0x68C24FA5B2319C81b34f248d1f928601D2E5246B",
        },
        {
          ...portalOf("testnet"),
          chainId: 137,
          network: "polygon",
        },
      ),
    );

    expect(rulesOf(findings)).to.have.members([
      "difference error",
      "checksum error",
      "copied-network error",
      "default-network warning",
    ]);
    expect(findings.filter(({ fixable }) => fixable)).to.deep.equal([]);
  });

  it("given an entry of the third network of version 4, then it is compared with that version", async () => {
    const v4 = { networks: { third: { versions: { portal: "v4" } } } };
    const names = ["third"];
    const text = configJs(await printed(v4, names), "reference", "commonjs");

    const same = await check(text, { names });
    const other = await check(text.replace("3665369", "1099"), { names });

    expect(rulesOf(same.findings)).to.deep.equal([]);
    expect(rulesOf(other.findings)).to.deep.equal(["difference error"]);
  });

  it("given a value that is unset in the config, then it cannot be compared", async () => {
    const alpha = { preset: false };

    const { findings, outcome } = await check(devnet({}), {
      alpha,
      names: ["devnet"],
    });

    expect(outcome).to.equal("unknown");
    expect(new Set(rulesOf(findings))).to.deep.equal(
      new Set(["not-compared unknown"]),
    );
  });

  it("given what alpha config prints of a network of the project's own with unset values, then they are unknown", async () => {
    const portal = { nodeUri: "https://node.example" };
    const own = { like: "testnet", chainId: 555, portal };
    const options = { alpha: { networks: { mynet: own } }, names: ["mynet"] };
    const configs = await printed(options.alpha, options.names);
    for (const [name, text] of [
      ["a.js", configJs(configs, "ocean", "commonjs")],
      ["a.json", configJson(configs, "reference")],
    ] as const) {
      const { findings, outcome } = await check(text, { ...options, name });

      expect(new Set(rulesOf(findings)), name).to.deep.equal(
        new Set(["not-compared unknown"]),
      );
      expect(findings.map(({ message }) => message).join(" ")).to.match(
        /mynet: .*metadataCacheUri.* set neither in the file nor in the configuration\./,
      );
      expect(outcome).to.equal("unknown");
    }
  });

  for (const [title, text, rules, outcome] of [
    [
      "a value of the environment without a default, then it is unknown",
      devnet({}).replace(/"https:\/\/rpc[^"]+"/, "process.env.NODE"),
      ["not-compared unknown"],
      "unknown",
    ],
    [
      "a chain id of another file, then the network may be there",
      'module.exports = { chains: [{ chainId: require("./ids").devnet, isDefault: true }] };',
      ["not-compared unknown", "unknowable-chain unknown"],
      "unknown",
    ],
    [
      "code that changes the chains, then the final values are compared",
      `${devnet({ startBlock: 1 })}chains[0].startBlock = 57428;`,
      [],
      "ok",
    ],
    [
      "a further field that is only set with a variable, then nothing differs",
      `${devnet({})}chains[0].verbose = process.env.VERBOSE ? true : undefined;`,
      [],
      "ok",
    ],
    [
      "one network twice, then the second is found",
      moduleOf(portalOf("devnet"), portalOf("devnet")),
      ["duplicate error"],
      "failed",
    ],
    [
      "a wallet's file, then it is not compared, which is never fine",
      'module.exports = { networksMetadata: [{ chainId: 32456, name: "D", rpc: [], nativeCurrency: { decimals: 18 } }] };',
      ["not-compared unknown"],
      "unknown",
    ],
    [
      "a damaged file, then that is the error",
      "const a = ;",
      ["syntax error"],
      "failed",
    ],
  ] as const) {
    it(`given ${title}`, async () => {
      const report = await check(text, { names: ["devnet"] });

      expect(rulesOf(report.findings)).to.deep.equal(rules);
      expect(report.outcome).to.equal(outcome);
    });
  }

  describe("given a value that must not be shown", () => {
    const env = { ALPHA_DEVNET_NODE_URI: KEY };
    const names = ["devnet"];

    it("when the file has another one, then the difference does not tell it", async () => {
      const report = await check(devnet({}), { env, names });

      expect(rulesOf(report.findings)).to.deep.equal(["difference error"]);
      expect(JSON.stringify(report)).not.to.include("c4n4ry");
    });

    it("when the file has it, then nothing differs, but the key in it is found", async () => {
      const { findings } = await check(devnet({ nodeUri: KEY }), {
        env,
        names,
      });

      expect(rulesOf(findings)).to.deep.equal(["url-credentials warning"]);
    });

    it("when the file has what alpha config prints for it, then that is a warning, and a difference with --reveal", async () => {
      const text = devnet({ nodeUri: "{ALPHA_DEVNET_NODE_URI}" });

      const hidden = await check(text, { env, names });
      const revealed = await check(text, { env, names, reveal: true });

      expect(rulesOf(hidden.findings)).to.deep.equal(["difference warning"]);
      expect(rulesOf(revealed.findings)).to.deep.equal(["difference error"]);
      expect(JSON.stringify(revealed)).not.to.include("c4n4ry");
    });
  });
});
