import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";
import { parse as parseDotenv } from "dotenv";
import { createProject, type TemporaryProject } from "../support/cli.ts";
import { runHardhatHere } from "../support/cli-here.ts";
import { guardedEnvironment } from "../support/guarded-environment.ts";
import { PRESET } from "../support/preset.ts";
import { runNode } from "../support/run-node.ts";
import { configWith } from "./run-alpha.ts";

const KEY = "c4n4ry5ecretc4n4ry5ecret";

/** Loads the module that its argument names, as CommonJS or ESM, and shows it. */
const LOADER = `
  const { createRequire } = await import("node:module");
  const { pathToFileURL } = await import("node:url");
  const file = process.argv[1];
  const { chains, getDefaultChainIds, getSupportedChainIds, getCustomChainIds } =
    file.endsWith(".mjs") ? await import(pathToFileURL(file)) : createRequire(file)(file);
  console.log(JSON.stringify({
    chains,
    ids: [getDefaultChainIds(), getSupportedChainIds(), getCustomChainIds()],
  }));
`;

describe("the portal configuration as files", function () {
  this.timeout(60_000);

  let project: TemporaryProject;
  beforeEach(() => {
    project = createProject(configWith());
  });
  afterEach(() => {
    project.remove();
  });

  const config = (args: readonly string[], env?: Record<string, string>) =>
    runHardhatHere(["alpha", "config", ...args], { cwd: project.root, env });
  const fileIn = (name: string) => join(project.root, name);

  it("given networks without a default, then that is said; and with --default, the module has it, and --check compares with the configuration alone", async () => {
    const args = "devnet testnet --format js --dialect ocean".split(" ");
    const file = "chains.config.cjs";
    const without = await config([...args, "--out", file]);
    expect([without.code, without.stderr]).to.deep.equal([
      0,
      `Wrote ${file}.\nThe module has no default chain: a portal starts without a selected network. Choose one, such as --default testnet.\n`,
    ]);

    const chosen = [...args, "--default", "testnet"];
    const written = await config([...chosen, "--out", file]);
    expect(written.stderr).to.equal(`Wrote ${file}.\n`);
    expect(
      readFileSync(fileIn(file), "utf8").match(/isDefault: \w+/g),
    ).to.deep.equal(["isDefault: false", "isDefault: true"]);
    const check = ["devnet", "testnet", "--check", file];
    const compared = await config(check);
    expect(compared.code).to.equal(1);
    expect(compared.stdout).to.contain("isDefault (line");
  });

  it("given the dialect market, then a .env file has the variables of Ocean Market, with the registry's router and the Ocean Node", async () => {
    const args = "--format env --dialect market".split(" ");
    const url = "https://ocean-node.example:8000";
    const { code, stdout } = await config(["testnet", ...args], {
      ALPHA_TESTNET_OCEAN_NODE_URI: url,
    });

    expect(code).to.equal(0);
    expect(parseDotenv(stdout)).to.deep.equal({
      NEXT_PUBLIC_NODE_URI: "https://rpc.test.pontus-x.eu",
      NEXT_PUBLIC_NODE_URL: url,
      NEXT_PUBLIC_PROVIDER_URL: url,
      NEXT_PUBLIC_OCEAN_TOKEN_ADDRESS:
        "0x5B190F9E2E721f8c811E4d584383E3d57b865C69",
      NEXT_PUBLIC_OCEAN_TOKEN_SYMBOL: "OCEAN",
      NEXT_PUBLIC_NFT_FACTORY_ADDRESS:
        "0x2C4d542ff791890D9290Eec89C9348A4891A6Fd2",
      NEXT_PUBLIC_ROUTER_FACTORY_ADDRESS:
        "0x8947Ff0B317F7b1B6B81F7678CBA8D745B06866C",
      NEXT_PUBLIC_FIXED_RATE_EXCHANGE_ADDRESS:
        "0xcE0F39abB6DA2aE4d072DA78FA0A711cBB62764E",
      NEXT_PUBLIC_DISPENSER_ADDRESS:
        "0xaB5B68F88Bc881CAA427007559E9bbF8818026dE",
    });

    const unset = await config(["testnet", ...args]);
    expect(unset.code).to.equal(2);
    expect(unset.stdout).to.contain("# NEXT_PUBLIC_NODE_URL is unset");
  });

  it("given a secret value that has no variable in the dialect ocean, then nothing is hidden in the .env file", async () => {
    const args = "testnet --format env --dialect".split(" ");
    const env = { ALPHA_TESTNET_EXPLORER_URI: `https://a.example/${KEY}` };
    const ocean = await config([...args, "ocean"], env);
    const reference = await config([...args, "reference"], env);

    expect([ocean.code, ocean.stderr]).to.deep.equal([0, ""]);
    expect(reference.stderr).to.contain("testnet: hidden");
  });

  for (const [file, more] of [
    ["chains.config.cjs", []],
    ["chains.config.mjs", ["--module", "esm"]],
  ] as const) {
    it(`given the preset and ${file}, then Node loads the module, its chains are all networks' in the ocean dialect, and its functions give the right ids`, async () => {
      const { code, stdout, stderr } = await config([
        ...["--format", "js", "--dialect", "ocean", "--out", file],
        ...more,
      ]);
      expect([code, stdout, stderr]).to.deep.equal([0, "", `Wrote ${file}.\n`]);

      const loaded = await runNode(
        ["--input-type=module", "-e", LOADER, fileIn(file)],
        {
          cwd: project.root,
          env: guardedEnvironment(process.env),
          timeout: 20_000,
        },
      );

      expect(loaded.stderr).to.equal("");
      const { chains, ids } = JSON.parse(loaded.stdout);
      expect(ids).to.deep.equal([[100], [32456, 32457, 100], [32456, 32457]]);
      expect(chains[0]).to.include({
        oceanTokenAddress: PRESET.devnet.portal.alphaTokenAddress,
        gasFeeMultiplier: 1.1,
      });
      expect(Object.keys(chains[2])).to.deep.equal(
        Object.keys(PRESET.third.portal).map((field) =>
          field.replace("alphaToken", "oceanToken"),
        ),
      );
    });
  }

  it("given a .js file of a package of ES modules, then stderr says that Node does not take it for CommonJS", async () => {
    const args = "--format js --out chains.config.js".split(" ");
    const written = await config(args);
    expect([written.code, written.stdout]).to.deep.equal([0, ""]);
    expect(written.stderr).to.contain(
      "To load it there, change its extension to .cjs.",
    );

    const { stderr } = await config([...args, "--module", "esm"]);
    expect(stderr).to.equal("Wrote chains.config.js.\n");
  });

  it("given values that are hidden or unset, then a module says on stderr what it lacks, and holds no secret", async () => {
    writeFileSync(
      project.configFile,
      configWith(
        `{ preset: false, networks: { devnet: { portal: { nodeUri: "https://user:${KEY}@node.example/" } } } }`,
      ),
    );

    const { code, stdout, stderr } = await config(
      "devnet --format js".split(" "),
    );

    expect(code).to.equal(2);
    expect(stderr).to.contain(
      "devnet: hidden, because they may be secret: nodeUri. Use --reveal to print them.",
    );
    expect(stderr).to.contain("Without it, the module");
    expect(stderr).to.contain("not set, and left out of the module: network,");
    expect(stdout + stderr).not.to.contain(KEY);
  });
});
