import { expect } from "chai";

import { runForReport } from "./run-alpha.ts";

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
});
