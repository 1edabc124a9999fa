import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect } from "chai";
import { ROOT } from "../../scripts/paths.ts";
import { urlVariables } from "../e2e/live-network.ts";
import { startChainNode } from "../support/chain-node.ts";
import {
  createProject,
  HARDHAT_CLI,
  type TemporaryProject,
} from "../support/cli.ts";
import { guardedEnvironment } from "../support/guarded-environment.ts";
import {
  keystorePlugins,
  PASSWORD,
  withKeystore,
} from "../support/keystore.ts";
import { DEAD_URL } from "../support/listen.ts";
import { runNode } from "../support/run-node.ts";
import { expectValidReport } from "../support/schema.ts";

const VARIABLE = "ALPHA_TESTNET_RPC_URL";
const PROGRAMS = [
  ["hardhat alpha", [HARDHAT_CLI, "alpha"]],
  ["hardhat-alpha-networks", [join(ROOT, "src/bin.ts")]],
] as const;

/** A project whose keystore has the URL of testnet. */
async function keystoreProject(url: string): Promise<TemporaryProject> {
  const project = createProject("");
  project.write(
    "hardhat.config.ts",
    `import hardhatAlphaNetworks from "hardhat-alpha-networks";
export default { plugins: [${keystorePlugins(project.root)} hardhatAlphaNetworks] };`,
  );
  await withKeystore(
    async ({ storeFirst }) => await storeFirst(VARIABLE, url),
    project.root,
  );
  return project;
}

describe("a node URL in hardhat-keystore", function () {
  this.timeout(60_000);

  for (const [name, program] of PROGRAMS) {
    it(`given ${name} without a terminal, then its network alone is unknown, with that reason, and the list of networks asks for no password`, async () => {
      await using node = await startChainNode({ chainId: 32456 });
      using project = await keystoreProject(node.url);
      const run = async (...args: readonly string[]) =>
        await runNode([...program, ...args, "--format", "json"], {
          cwd: project.root,
          env: {
            ...guardedEnvironment(process.env),
            ...urlVariables({ devnet: node.url }),
          },
          timeout: 60_000,
        });

      const status = await run("status", "devnet", "testnet");
      const networks = await run("networks");

      const [devnet, testnet] = expectValidReport(
        "status",
        status.stdout,
      ).networks;
      expect([devnet?.state, devnet?.endpoint]).to.deep.equal([
        "stale",
        node.url,
      ]);
      expect([testnet?.state, testnet?.endpoint]).to.deep.equal([
        "unknown",
        null,
      ]);
      expect(testnet?.reason)
        .to.contain(VARIABLE)
        .and.contain("there is no terminal");
      expect(networks.code).to.equal(0);
      const listed = expectValidReport("networks", networks.stdout).networks;
      expect(
        listed.map(({ endpoint, unset }) => [endpoint !== null, unset]),
      ).to.deep.equal([
        [true, []],
        [false, [VARIABLE]],
        [true, []],
      ]);
      expect(networks.stderr + status.stderr).to.equal("");
    });
  }

  const isPosix = process.platform === "linux";
  for (const [title, keys, expected] of [
    ["the password", `${PASSWORD}\r`, "not entered"],
    ["Ctrl-C", "\x03", "was not entered"],
    ["Ctrl-D", "\x04", "was not entered"],
  ] as const) {
    (isPosix ? it : it.skip)(
      `given ${title} at the prompt in a terminal, then stdout has the report alone, and the exit code is 2`,
      async () => {
        using project = await keystoreProject(DEAD_URL);
        const command = [
          process.execPath,
          HARDHAT_CLI,
          ...["alpha", "status", "testnet", "third", "--format", "json"],
        ];
        // "script" gives the command a terminal.
        const child = spawn(
          "script",
          ["-qec", `${command.join(" ")} > report.json`, "/dev/null"],
          {
            cwd: project.root,
            env: {
              ...guardedEnvironment(process.env),
              ...urlVariables({ third: DEAD_URL }),
            },
            stdio: ["pipe", "pipe", "inherit"],
            timeout: 40_000,
          },
        );
        let shown = "";
        child.stdout.setEncoding("utf8").on("data", (text: string) => {
          const wasAsked = shown.includes("password: ");
          shown += text;
          if (!wasAsked && shown.includes("password: ")) {
            child.stdin.write(keys);
          }
        });

        const [code] = await once(child, "close");

        expect(shown).to.contain("[hardhat-keystore] Enter the password: ");
        expect(shown).not.to.contain(PASSWORD);
        const [testnet, third] = expectValidReport(
          "status",
          project.read("report.json"),
        ).networks;
        expect([testnet?.state, third?.state, code]).to.deep.equal([
          "unknown",
          "unknown",
          2,
        ]);
        expect(third?.reason).to.contain("connection refused");
        if (keys.startsWith(PASSWORD)) {
          expect(testnet?.endpoint).to.equal(DEAD_URL);
        } else {
          expect(testnet?.reason).to.contain(expected);
        }
      },
    );
  }
});
