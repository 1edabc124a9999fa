import { expect } from "chai";
import { startChainNode } from "../support/chain-node.ts";
import { createProject } from "../support/cli.ts";
import { runHardhatHere } from "../support/cli-here.ts";
import { DEAD_URL } from "../support/listen.ts";
import { configWith, runAlpha, runForReport } from "./run-alpha.ts";

const withVariables = (alpha: string, more = "") => `
import { configVariable } from "hardhat/config";
const url = configVariable("TESTNET_URL");
${configWith(alpha, more)}`;
const DEVNET = `devnet: { url: "${DEAD_URL}" }`;
const IN_ALPHA = withVariables(`{ networks: { ${DEVNET}, testnet: { url } } }`);
const CANARY = "c0ffee-canary";

describe("a network whose URL is in a variable without a good value", () => {
  for (const [title, config, env, variable] of [
    ["that is missing", IN_ALPHA, {}, "TESTNET_URL"],
    ["that is empty", IN_ALPHA, { TESTNET_URL: "" }, "TESTNET_URL"],
    ["that is malformed", IN_ALPHA, { TESTNET_URL: CANARY }, "TESTNET_URL"],
    [
      "of the plugin that is malformed",
      configWith(`{ networks: { ${DEVNET} } }`),
      { ALPHA_TESTNET_RPC_URL: CANARY },
      "ALPHA_TESTNET_RPC_URL",
    ],
    [
      "of a Hardhat network that is missing",
      withVariables(
        `{ networks: { ${DEVNET} } }`,
        'networks: { testnet: { type: "http", chainId: 32457, url } }',
      ),
      {},
      "TESTNET_URL",
    ],
    [
      "of a Hardhat network that is malformed",
      withVariables(
        `{ networks: { ${DEVNET} } }`,
        'networks: { testnet: { type: "http", chainId: 32457, url } }',
      ),
      { TESTNET_URL: CANARY },
      "TESTNET_URL",
    ],
  ] as const) {
    it(`given one ${title}, then it alone is unknown, and is named, in all tasks`, async () => {
      const options = { config, env };
      const both = ["devnet", "testnet"];
      const networks = await runForReport("networks", both, options);
      const status = await runForReport("status", both, options);
      const verify = await runForReport("verify", both, options);

      expect([networks.code, status.code, verify.code]).to.deep.equal([
        0, 2, 2,
      ]);
      expect(
        networks.report.networks.map(({ endpoint, unset }) => [
          endpoint,
          unset,
        ]),
      ).to.deep.equal([
        [DEAD_URL, []],
        [null, [variable]],
      ]);
      for (const { report } of [status, verify]) {
        const [devnet, testnet] = report.networks;
        expect([devnet?.endpoint, testnet?.endpoint]).to.deep.equal([
          DEAD_URL,
          null,
        ]);
        expect(testnet?.reason).to.contain(variable);
        expect(JSON.stringify(report)).not.to.contain("canary");
      }
    });
  }

  it("given verify with a JUnit file, then the file has both networks", async () => {
    using project = createProject(IN_ALPHA);
    const { code } = await runHardhatHere(
      ["alpha", "verify", "devnet", "testnet", "--report", "junit:report.xml"],
      { cwd: project.root },
    );

    expect(code).to.equal(2);
    expect(project.read("report.xml"))
      .to.contain("devnet")
      .and.contain("TESTNET_URL");
  });

  it("given a fork of it, or a simulation, then that is unknown and names it", async () => {
    const config = withVariables(
      "{ forks: true, networks: { testnet: { url } } }",
    );
    const fork = await runForReport("verify", ["testnetFork"], { config });
    const own = await runForReport("verify", ["fork"], {
      config: withVariables(
        "{}",
        'networks: { fork: { type: "edr-simulated", alphaNetwork: "testnet", chainId: 32457, forking: { url } } }',
      ),
    });
    const call = ["--to", `0x${"1".repeat(40)}`, "--data", "0x"];
    const simulation = await runForReport(
      "verify",
      ["testnet", "--from", `0x${"2".repeat(40)}`, ...call],
      { config },
    );

    for (const { code, report } of [fork, own, simulation]) {
      expect(code).to.equal(2);
      expect(JSON.stringify(report.networks[0]?.problems)).to.contain(
        "TESTNET_URL",
      );
    }
  });

  it("given no node for a simulation, then the report says what failed, where and why, to the end", async () => {
    const call = ["--to", `0x${"1".repeat(40)}`, "--data", "0x"];
    const { code, report } = await runForReport(
      "verify",
      ["devnet", "--from", `0x${"2".repeat(40)}`, ...call],
      { config: configWith(`{ networks: { ${DEVNET} } }`) },
    );

    expect(code).to.equal(2);
    expect(JSON.stringify(report.networks[0]?.problems)).to.match(
      /"devnet at http:\/\/127\.0\.0\.1:\d+ cannot be forked: connection refused: is the node running\?"/,
    );
  });

  it("given it for a service, then the service is unknown, and the others are asked", async () => {
    const { report } = await runForReport("status", ["--services", "testnet"], {
      config: withVariables(
        `{ networks: { testnet: { url: "${DEAD_URL}", portal: {
            providerUri: url, metadataCacheUri: "${DEAD_URL}", subgraphUri: "${DEAD_URL}" } } } }`,
      ),
    });

    const services = report.networks[0]?.services ?? [];
    expect(
      services.map(({ state, endpoint }) => [state, endpoint]),
    ).to.deep.equal([
      ["unknown", null],
      ["unknown", DEAD_URL],
      ["unknown", DEAD_URL],
    ]);
    expect(services[0]?.reason).to.contain("TESTNET_URL");
  });

  it("given it for a further endpoint, then the network is unknown", async () => {
    await using node = await startChainNode({ chainId: 32456 });
    const { code, report } = await runForReport("status", ["devnet"], {
      config: withVariables(
        `{ networks: { devnet: { url: "${node.url}", endpoints: [url] } } }`,
      ),
    });

    expect([code, report.networks[0]?.state]).to.deep.equal([2, "unknown"]);
    expect(report.networks[0]?.reason).to.contain("TESTNET_URL");
  });

  it("given an optional variable for a further endpoint, and the network's URL again, then neither is asked", async () => {
    await using node = await startChainNode({ chainId: 32456 });
    const { report } = await runForReport("status", ["devnet"], {
      config: `
import { configVariable } from "hardhat/config";
const spare = configVariable("SPARE_URL", { default: "" });
${configWith(`{ networks: { devnet: { url: "${node.url}", endpoints: [spare, "${node.url}/"] } } }`)}`,
    });

    expect(report.networks[0]).to.have.property("endpoint", node.url);
    expect(report.networks[0]).not.to.have.property("endpoints");
  });

  it("given it for the node of alpha discover, then the result is unknown", async () => {
    const { code, stdout } = await runAlpha(
      ["discover", `0x${"1".repeat(40)}`, "--format", "json"],
      { env: { ALPHA_DISCOVER_RPC_URL: CANARY } },
    );

    expect(code).to.equal(2);
    expect(stdout).to.contain("ALPHA_DISCOVER_RPC_URL");
    expect(stdout).not.to.contain("canary");
  });

  it("given a malformed URL in the config itself, then that is an error, with exit code 1 and no report", async () => {
    for (const config of [
      configWith('{ networks: { testnet: { url: "not a url" } } }'),
      configWith('{ networks: { testnet: { url: "ftp://127.0.0.1" } } }'),
    ]) {
      const { code, stdout } = await runAlpha(["status", "devnet"], { config });

      expect([code, stdout]).to.deep.equal([1, ""]);
    }
  });
});
