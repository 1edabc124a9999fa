import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";

import { NETWORK_DEFINITIONS } from "../../src/networks/definitions.ts";
import { configWith, runAlpha, runForReport } from "./run-alpha.ts";

const KEY = "c4n4ry5ecretc4n4ry5ecret";
const SECRETS = `
import { configVariable } from "hardhat/config";
import hardhatAlphaNetworks from "hardhat-alpha-networks";
export default {
  plugins: [hardhatAlphaNetworks],
  alpha: { networks: { devnet: { portal: {
    providerUri: configVariable("MY_PROVIDER"),
    subgraphUri: "https://user:${KEY}@subgraph.example/graph",
    metadataCacheUri: "https://cache.example/api?apikey=${KEY}",
  } } } },
};
`;
const ENV = { MY_PROVIDER: `https://provider.example/${KEY}` };

describe("alpha config", function () {
  this.timeout(60_000);

  it("given the preset, when all are printed as JSON, then each has exactly the reference's fields in its order, and the exit code is 0", async () => {
    const { code, report, stderr } = await runForReport("config", []);

    expect(code).to.equal(0);
    expect(stderr).to.equal("");
    expect(Object.keys(report)).to.deep.equal(["devnet", "testnet", "third"]);
    for (const [name, { portal }] of Object.entries(NETWORK_DEFINITIONS)) {
      expect(Object.keys(report[name] ?? {})).to.deep.equal(
        Object.keys(portal),
      );
    }
    expect(report["third"]?.["chainId"]).to.equal(100);
    expect(report["third"]).not.to.have.property("isCustom");
  });

  it("given values that may be secret, then their variable or origin is shown in their place, stderr says which, and the secret is nowhere", async () => {
    const { code, report, stdout, stderr } = await runForReport(
      "config",
      ["devnet"],
      { config: SECRETS, env: ENV },
    );

    expect(code).to.equal(0);
    expect(report["devnet"]).to.include({
      providerUri: "{MY_PROVIDER}",
      subgraphUri: "https://subgraph.example/{hidden}",
      metadataCacheUri: "https://cache.example/{hidden}",
    });
    expect(stderr).to.equal(
      "devnet: hidden, because they may be secret: metadataCacheUri, providerUri, subgraphUri. Use --reveal to print them.\n",
    );
    expect(stdout + stderr).not.to.contain(KEY);
  });

  it("given --reveal, then the values themselves are printed and nothing is said to be hidden", async () => {
    const { report, stderr } = await runForReport(
      "config",
      ["devnet", "--reveal"],
      { config: SECRETS, env: ENV },
    );

    expect(stderr).to.equal("");
    expect(report["devnet"]).to.include({
      providerUri: `https://provider.example/${KEY}`,
      subgraphUri: `https://user:${KEY}@subgraph.example/graph`,
      metadataCacheUri: `https://cache.example/api?apikey=${KEY}`,
    });
  });

  it("given --out without --reveal, then the file holds no secret either", async () => {
    const folder = mkdtempSync(join(tmpdir(), "alpha-config-"));
    try {
      const file = join(folder, "portal.json");

      await runAlpha(["config", "devnet", "--format", "json", "--out", file], {
        config: SECRETS,
        env: ENV,
      });

      const text = readFileSync(file, "utf8");
      expect(text).to.contain("{MY_PROVIDER}");
      expect(text).not.to.contain(KEY);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("given a request URL that carries a key, then it lands in no portal config, not even with --reveal", async () => {
    const { report, stdout } = await runForReport(
      "config",
      ["devnet", "--reveal"],
      { env: { ALPHA_DEVNET_RPC_URL: `https://node.example/v3/${KEY}` } },
    );

    expect(stdout).not.to.contain(KEY);
    expect(report["devnet"]?.["nodeUri"]).to.equal(
      "https://rpc.dev.pontus-x.eu",
    );
  });

  it("given --explain, then each value's origin is printed: environment, config, preset, reference and derived", async () => {
    const { stdout } = await runAlpha(["config", "devnet", "--explain"], {
      config: configWith(
        `{ networks: { devnet: { portal: { network: "my-net" } } } }`,
      ),
      env: { ALPHA_DEVNET_PROVIDER_URI: "https://provider.example" },
    });

    const flat = stdout.replace(/\s+/g, " ");
    for (const expected of [
      "providerUri https://provider.example from the environment variable ALPHA_DEVNET_PROVIDER_URI",
      "network my-net from the Hardhat config's alpha.networks.devnet.portal.network",
      "subgraphUri https://subgraph.dev.pontus-x.eu · from the built-in preset",
      "chainId 32456 · from the networks' reference",
      "from the same network's registry.Dispenser",
    ]) {
      expect(flat).to.contain(expected);
    }
  });

  it("given values that nobody gives, then they are null in JSON, unset in the table, and the exit code is 2", async () => {
    const config = configWith("{ preset: false }");
    const json = await runForReport("config", ["devnet"], { config });
    const table = await runAlpha(["config", "devnet"], { config });

    expect(json.code).to.equal(2);
    expect(json.report["devnet"]).to.include({
      chainId: 32456,
      nodeUri: null,
      providerAddress: null,
      alphaTokenAddress: null,
    });
    expect(table.code).to.equal(2);
    expect(table.stdout).to.match(/nodeUri +unset/);
  });

  it("given a variable that is no URL, then one line names the variable without its value, nothing is on stdout, and the exit code is 1", async () => {
    const { code, stdout, stderr } = await runAlpha(["status", "devnet"], {
      env: { ALPHA_DEVNET_RPC_URL: `ftp://node.example/${KEY}` },
    });

    expect([code, stdout]).to.deep.equal([1, ""]);
    expect(stderr).to.contain("ALPHA_DEVNET_RPC_URL");
    expect(stderr).not.to.contain(KEY).and.not.contain("    at ");
  });
});
