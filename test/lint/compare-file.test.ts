import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";
import { portalConfigs } from "../../src/connect/portal-configs.ts";
import { checkConfig } from "../../src/lint/compare/check-config.ts";
import type { LintReport } from "../../src/lint/report.ts";
import { DIALECTS } from "../../src/networks/dialects.ts";
import { configJs } from "../../tasks/config/formats/js.ts";
import { configJson, configValues } from "../../tasks/config/formats/json.ts";
import { createAlphaHreOf } from "../support/alpha-hre.ts";
import { PRESET } from "../support/preset.ts";
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
  const folder = mkdtempSync(join(tmpdir(), "alpha-check-"));
  try {
    const file = join(folder, name);
    writeFileSync(file, text);
    return await withEnvironment(env, async () => {
      const { config } = await createAlphaHreOf(alpha);
      const selection = { names, globalNetwork: undefined, sandbox: false };
      return expectValidLintReport(
        await checkConfig(config, selection, { file, reveal }),
      );
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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

  for (const [title, change, expected] of [
    ["another number", { startBlock: 1 }, "difference error"],
    ["another type", { startBlock: "57428" }, "difference error"],
    ["another URL", { nodeUri: "https://x.example" }, "difference error"],
    ["a list", { nodeUri: ["https://x.example"] }, "difference error"],
    ["a truth turned round", { isDefault: true }, "difference error"],
    ["a field less", { nodeUri: undefined }, "difference error"],
    ["a field that is null", { nodeUri: null }, "difference error"],
    ["a field more", { colour: "red" }, "difference error"],
  ] as const) {
    it(`given ${title}, then it is found at its place and nothing else is`, async () => {
      const { findings, outcome } = await check(devnet(change), {
        names: ["devnet"],
      });

      expect(rulesOf(findings)).to.deep.equal([expected]);
      expect(findings[0]).to.include.keys("line", "column");
      expect(outcome).to.equal("failed");
    });
  }

  it("given a startBlock that the config overrides, then the file is compared with the config", async () => {
    const alpha = { networks: { devnet: { startBlock: 7 } } };

    const { findings } = await check(devnet({}), { alpha, names: ["devnet"] });

    expect(findings).to.have.length(1);
    expect(findings[0]).to.include({
      rule: "difference",
      message:
        "devnet: startBlock (line 16) is 57428, the configuration has 7.",
    });
  });

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
    const { registry, backendV4, portal } = PRESET.third;
    const v4 = {
      ...portalOf("devnet"),
      chainId: 100,
      network: "genxtestnet",
      isDefault: true,
      ...backendV4,
      nodeUri: portal["nodeUri"],
      explorerUri: portal["explorerUri"],
      alphaTokenAddress: registry["AlphaToken"],
      fixedRateExchangeAddress: registry["FixedPrice"],
      dispenserAddress: registry["Dispenser"],
      nftFactoryAddress: registry["ERC721Factory"],
      alphaCommunityFeeCollector: registry["CommunityFeeCollector"],
      startBlock: 3_665_369,
    };

    const names = ["third"];
    expect(
      rulesOf((await check(moduleOf(v4), { names })).findings),
    ).to.deep.equal([]);
    expect(
      rulesOf(
        (await check(moduleOf({ ...v4, startBlock: 1099 }), { names }))
          .findings,
      ),
    ).to.deep.equal(["difference error"]);
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

  describe("given what alpha config prints of a network of the project's own with unset values", () => {
    const portal = { nodeUri: "https://node.example" };
    const own = { like: "testnet", chainId: 555, portal };
    const alpha = { networks: { mynet: own } };
    const options = { alpha, names: ["mynet"] };

    async function printed() {
      return await withEnvironment({}, async () => {
        const { config } = await createAlphaHreOf(alpha);
        const selection = {
          names: ["mynet"],
          globalNetwork: undefined,
          sandbox: false,
        };
        return await portalConfigs(config, selection, true);
      });
    }

    it("then they are unknown, in a module and in JSON", async () => {
      const configs = await printed();
      for (const dialect of DIALECTS) {
        for (const [name, text] of [
          ["a.js", configJs(configs, dialect, "commonjs")],
          ["a.json", configJson(configs, dialect)],
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
      }
    });

    it("then a set value that is missing or null is an error, and so is an unset one of the wrong type", async () => {
      const { mynet = {} } = configValues(await printed(), "reference");
      for (const [change, expected] of [
        [{ nodeUri: null }, "difference error"],
        [{ nodeUri: undefined }, "difference error"],
        [{ metadataCacheUri: "none" }, "wrong-type error"],
      ] as const) {
        const { findings, outcome } = await check(
          JSON.stringify({ mynet: { ...mynet, ...change } }),
          { ...options, name: "a.json" },
        );

        expect(
          rulesOf(findings).filter((rule) => rule !== "not-compared unknown"),
        ).to.deep.equal([expected]);
        expect(outcome).to.equal("failed");
      }
    });
  });

  for (const [title, text, rules, outcome] of [
    [
      "a value of the environment without a default, then it is unknown",
      devnet({}).replace(/"https:\/\/rpc[^"]+"/, "process.env.NODE"),
      ["not-compared unknown"],
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
