import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";

import { runHardhat } from "../../support/cli.ts";
import { type ProcessResult, runNode } from "../../support/run-node.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";
import { createExample, exampleCommands } from "./example-project.ts";

/**
 * Runs commands of an example one after the other, in one project, as they stand
 * in its README: what these would download is not there.
 */
async function inExample(
  name: string,
  act: (
    run: (
      command: string,
      env?: Record<string, string>,
    ) => Promise<ProcessResult>,
    root: string,
  ) => Promise<void>,
): Promise<void> {
  const { root, remove } = createExample(name);
  try {
    await act(
      (command, env) => runHardhat(command.split(" "), { cwd: root, env }),
      root,
    );
  } finally {
    remove();
  }
}

function expectSuccess({ code, stdout, stderr }: ProcessResult): string {
  expect(code, `${stdout}\n${stderr}`).to.equal(0);
  return stdout;
}

describe("the examples", function () {
  this.timeout(120_000);

  it("given the deployment script, when the README's command is run, then it publishes", async () => {
    await inExample("deploy-script", async (run) => {
      const [command = ""] = exampleCommands("deploy-script");

      expect(expectSuccess(await run(command))).to.match(
        /^Published 0x[0-9a-fA-F]{40} on devnet\.\n$/,
      );
    });
  });

  it("given the Ignition module, when the README's commands are run, then what is deployed has the registry's router, from parameters and in a script", async () => {
    await inExample("ignition", async (run, root) => {
      const [write = "", deploy = "", script = ""] =
        exampleCommands("ignition");
      const { router } = SANDBOX_PLANS.devnet.plan;

      expectSuccess(await run(write));
      expect(
        JSON.parse(readFileSync(join(root, "ignition/devnet.json"), "utf8"))
          .$global.router,
      ).to.equal(router);
      const deployed = expectSuccess(
        await run(deploy, { HARDHAT_IGNITION_CONFIRM_DEPLOYMENT: "true" }),
      );
      expect(deployed).to.match(/OwnDispenser#Dispenser - 0x[0-9a-fA-F]{40}/);

      const stdout = expectSuccess(await run(script));
      expect(stdout).to.match(
        /Deployed 0x[0-9a-fA-F]{40} on devnet for the router /,
      );
      expect(stdout).to.contain(`for the router ${router}.`);
    });
  });

  // The price of 2.5, and 0.1 % for the community.
  for (const [example, costs] of [
    ["publish-and-buy", ["2.5025 EURAU", "2.5025 Ocean"]],
    ["ethers", ["2.5025 EURAU"]],
  ] as const) {
    it(`given the example ${example}, when the README's command is run, then it publishes and buys`, async () => {
      await inExample(example, async (run) => {
        const [command = ""] = exampleCommands(example);

        const [, ...amounts] = expectSuccess(await run(command)).split(
          /^Bought 1(?:\.0)? WEATHER-1 for /m,
        );
        expect(amounts).to.deep.equal(
          costs.map((cost) => `${cost} on devnet.\n`),
        );
      });
    });
  }

  it("given the test with node:test, when the README's command is run, then it passes", async () => {
    const { root, remove } = createExample("node-test");
    try {
      const result = await runNode(["--test", "test/market.ts"], { cwd: root });

      expect(expectSuccess(result)).to.match(/^# pass 1$|ℹ pass 1$/m);
    } finally {
      remove();
    }
  });

  it("given the tests with ethers, when they are run with node:test and with Mocha, then both pass", async () => {
    const { root, remove, write } = createExample("ethers");
    try {
      const args = ["--test", "test/market.node.ts"];
      const result = await runNode(args, { cwd: root });
      expect(expectSuccess(result)).to.match(/^# pass 1$|ℹ pass 1$/m);

      const [imports = "", rest = ""] = readFileSync(
        join(root, "hardhat.config.ts"),
        "utf8",
      ).split("\n\n");
      write(
        "hardhat.config.ts",
        `import hardhatMocha from "@nomicfoundation/hardhat-mocha";\n${imports}\n\n${rest.replace("plugins: [", "plugins: [hardhatMocha, ")}`,
      );
      const mocha = ["test", "mocha", "--no-compile", "test/market.mocha.ts"];
      expect(expectSuccess(await runHardhat(mocha, { cwd: root }))).to.contain(
        "1 passing",
      );
    } finally {
      remove();
    }
  });

  it("given the mocha test, when the README's command is run, then it passes on all three sandboxes", async () => {
    await inExample("mocha-test", async (run) => {
      const [command = ""] = exampleCommands("mocha-test");

      const stdout = expectSuccess(await run(command));

      expect(stdout).to.contain("3 passing");
    });
  });

  it("given the Solidity contract, when the README's commands are run, then its tests publish and buy, it compiles offline against the library, which is up to date, and asks devnet's own router", async () => {
    await inExample("solidity", async (run) => {
      const [test = "", write = "", check = ""] = exampleCommands("solidity");

      expect(expectSuccess(await run(test))).to.contain("4 passing");
      expectSuccess(await run(write.replace("--out", "--check")));
      expectSuccess(await run(write));
      const stdout = expectSuccess(await run(check));
      expect(stdout).to.contain("EURAU is accepted: true");
      expect(stdout).to.contain("Ocean is accepted: true");
    });
  });
});
