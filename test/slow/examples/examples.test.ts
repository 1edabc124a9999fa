import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";

import { setAnvilCode, startAnvil } from "../../support/anvil.ts";
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

  it("given the deployment script, when the README's command is run, and again for another network, then it publishes on each", async () => {
    await inExample("deploy-script", async (run) => {
      const [command = ""] = exampleCommands("deploy-script");

      const devnet = expectSuccess(await run(command));
      const third = expectSuccess(
        await run(command.replace("devnetSandbox", "thirdSandbox")),
      );

      expect(devnet).to.match(/^Published 0x[0-9a-fA-F]{40} on devnet\.\n$/);
      expect(third).to.match(/^Published 0x[0-9a-fA-F]{40} on third\.\n$/);
    });
  });

  it("given the deployment script and a network that is not an Alpha network, then it says so and publishes nothing", async () => {
    await inExample("deploy-script", async (run) => {
      const { code, stdout, stderr } = await run(
        "run --no-compile scripts/publish.ts",
      );

      expect(code).to.equal(1);
      expect(stdout).to.equal("");
      expect(stderr).to.contain("or run Hardhat with --network");
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

  it("given the Ignition module and a node of the user's own, when it was deployed there, then Ignition's own tasks read the deployment, which has that network's name", async () => {
    const { router } = SANDBOX_PLANS.devnet.plan;
    await using anvil = await startAnvil({ chainId: 32456 });

    await setAnvilCode(anvil.url, router, "0x00");
    await inExample("ignition", async (run, root) => {
      const config = join(root, "hardhat.config.ts");
      writeFileSync(
        config,
        readFileSync(config, "utf8").replace(
          "plugins:",
          `networks: { mine: { type: "http", url: "${anvil.url}", alphaNetwork: "devnet" } }, plugins:`,
        ),
      );
      const [, , command = ""] = exampleCommands("ignition");
      const live = command.replace("devnetSandbox", "mine");

      const [address = "none"] =
        /0x[0-9a-fA-F]{40}/.exec(expectSuccess(await run(live))) ?? [];
      const again = expectSuccess(await run(live));
      const status = expectSuccess(await run("ignition status mine"));

      expect(again).to.contain(address);
      expect(status).to.contain(address);
    });
  });

  // The price of 2.5, and 0.1 % for the community.
  for (const [example, costs] of [
    ["publish-and-buy", ["2.5025 EURAU", "2.5025 Ocean"]],
    ["ethers", ["2.5025 EURAU"]],
  ] as const) {
    it(`given the example ${example}, when the README's command is run, and again for another network, then it publishes and buys on each`, async () => {
      await inExample(example, async (run) => {
        const [command = ""] = exampleCommands(example);

        const devnet = expectSuccess(await run(command));
        const third = expectSuccess(
          await run(command.replace("devnetSandbox", "thirdSandbox")),
        );

        const [, ...amounts] = devnet.split(
          /^Bought 1(?:\.0)? WEATHER-1 for /m,
        );
        expect(amounts).to.deep.equal(
          costs.map((cost) => `${cost} on devnet.\n`),
        );
        expect(
          third.match(/^Bought 1.* for 2\.5025 .+ on third\.$/gm),
        ).to.have.length(costs.length);
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

  it("given the mocha test, when the README's command is run, then it passes on all three sandboxes", async () => {
    await inExample("mocha-test", async (run) => {
      const [command = ""] = exampleCommands("mocha-test");

      const stdout = expectSuccess(await run(command));

      expect(stdout).to.contain("3 passing");
    });
  });

  it("given the Solidity contract, when the README's commands are run, then its tests publish and buy, it compiles offline against the library, which is up to date, and asks devnet's own router", async () => {
    await inExample("solidity", async (run, root) => {
      const [test = "", write = "", check = ""] = exampleCommands("solidity");

      expect(expectSuccess(await run(test))).to.contain("4 passing");
      expectSuccess(await run(write.replace("--out", "--check")));
      expectSuccess(await run(write));
      const stdout = expectSuccess(await run(check));
      expect(stdout).to.contain("EURAU is accepted: true");
      expect(stdout).to.contain("Ocean is accepted: true");

      const library = join(root, "contracts/AlphaAddresses.sol");
      writeFileSync(
        library,
        readFileSync(library, "utf8").replace(
          SANDBOX_PLANS.devnet.plan.router,
          SANDBOX_PLANS.devnet.plan.dispenser,
        ),
      );
      const stale = await run(write.replace("--out", "--check"));
      expect(stale.code).to.equal(1);
      expect(stale.stdout).to.contain(SANDBOX_PLANS.devnet.plan.router);
    });
  });
});
