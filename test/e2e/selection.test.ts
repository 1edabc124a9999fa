import { expect } from "chai";

import type { TemporaryProject } from "../support/cli.ts";
import { createProject } from "../support/cli.ts";
import { runHardhatHere } from "../support/cli-here.ts";
import { expectValidReport } from "../support/schema.ts";
import { configWith, runAlpha } from "./run-alpha.ts";

const CONFIG = configWith(
  "{ networks: { testnet: false } }",
  `networks: {
    mine: { type: "http", url: "http://127.0.0.1:1", chainId: 32456, alphaNetwork: "devnet" },
    mineToo: { type: "edr-simulated", chainId: 100, alphaNetwork: "third" },
    gnosis: { type: "http", url: "http://127.0.0.1:1", chainId: 100 },
  }`,
);

describe("which networks a task is for", function () {
  this.timeout(60_000);
  let project: TemporaryProject;
  before(() => {
    project = createProject(CONFIG);
  });
  after(() => {
    project?.remove();
  });

  const networks = (args: readonly string[], env?: Record<string, string>) =>
    runHardhatHere([...args], { cwd: project.root, env });

  for (const [title, args, env, expected] of [
    [
      "--network, then that one",
      ["--network", "third", "alpha", "networks"],
      {},
      ["third third"],
    ],
    [
      "HARDHAT_NETWORK, then that one",
      ["alpha", "networks"],
      { HARDHAT_NETWORK: "devnetSandbox" },
      ["devnet devnetSandbox"],
    ],
    [
      "--sandbox and a simulated network of the user's, then its sandbox",
      ["alpha", "networks", "mineToo", "--sandbox"],
      {},
      ["third thirdSandbox"],
    ],
  ] as const) {
    it(`given ${title}`, async () => {
      const { code, stdout } = await networks([...args, "--format", "json"], {
        ...env,
      });

      expect(code).to.equal(0);
      expect(
        expectValidReport("networks", stdout).networks.map(
          ({ network, hardhatNetwork }) => `${network} ${hardhatNetwork}`,
        ),
      ).to.deep.equal(expected);
    });
  }

  for (const [title, args, env, message] of [
    [
      "HARDHAT_NETWORK and another name",
      ["alpha", "export", "third"],
      { HARDHAT_NETWORK: "devnet" },
      "the variable HARDHAT_NETWORK sets --network, too",
    ],
    [
      "HARDHAT_NETWORK that names no network",
      ["alpha", "status"],
      { HARDHAT_NETWORK: "nowhere" },
      'Unknown network "nowhere". Valid names:',
    ],
  ] as const) {
    it(`given ${title}, then it is explained on stderr, nothing on stdout, and the exit code is 1`, async () => {
      const { code, stdout, stderr } = await networks(
        [...args, "--format", "json"],
        { ...env },
      );

      expect(code).to.equal(1);
      expect(stdout).to.equal("");
      expect(stderr).to.contain(message);
      expect(stderr).not.to.contain("    at ");
    });
  }

  it("given another network of the user's under our name, then it is not asked: the outcome is unknown, with how to rename ours", async () => {
    const { code, stdout } = await runAlpha(
      ["verify", "devnet", "--format", "json"],
      {
        config: configWith(
          "{}",
          `networks: { devnet: { type: "edr-simulated", chainId: 31337 } }`,
        ),
      },
    );

    expect(code).to.equal(2);
    const [network] = expectValidReport("verify", stdout).networks;
    expect(network?.hardhatNetwork).to.equal(null);
    expect(network?.reason).to.contain("alpha.networks.devnet.name");
  });
});
