import { expect } from "chai";

import type { TemporaryProject } from "../support/cli.ts";
import { createProject } from "../support/cli.ts";
import { runHardhatHere } from "../support/cli-here.ts";
import { expectValidReport } from "../support/schema.ts";
import { configWith } from "./run-alpha.ts";

const CONFIG = configWith(
  "{ networks: { testnet: false } }",
  `networks: {
    mine: { type: "http", url: "http://127.0.0.1:1", chainId: 32456, alphaNetwork: "devnet" },
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

  it("given HARDHAT_NETWORK and another name, then it is explained on stderr, nothing on stdout, and the exit code is 1", async () => {
    const { code, stdout, stderr } = await networks(
      ["alpha", "export", "third", "--format", "json"],
      { HARDHAT_NETWORK: "devnet" },
    );

    expect([code, stdout]).to.deep.equal([1, ""]);
    expect(stderr).to.contain(
      "the variable HARDHAT_NETWORK sets --network, too",
    );
  });
});
