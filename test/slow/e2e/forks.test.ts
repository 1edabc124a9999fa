import { expect } from "chai";

import { startLiveNetwork } from "../../e2e/live-network.ts";
import { createProject, runHardhat } from "../../support/cli.ts";
import { runHardhatHere } from "../../support/cli-here.ts";
import { forwardTo } from "../../support/connections.ts";
import { DEAD_URL } from "../../support/listen.ts";
import { honest, startFaultyServer } from "../../support/node-model/server.ts";

const CONFIG = `
  import hardhatAlphaNetworks from "hardhat-alpha-networks";
  import { defineConfig } from "hardhat/config";
  export default defineConfig({
    plugins: [hardhatAlphaNetworks],
    alpha: { forks: true },
  });
`;
const SCRIPT = `
  import { network } from "hardhat";
  const { alpha, provider, viem } = await network.create();
  const [wallet] = await viem.getWalletClients();
  const hash = await wallet.sendTransaction({ to: wallet.account.address });
  console.log(alpha.name, alpha.sandbox, hash.length);
`;
const RUN = "run --no-compile script.ts --network devnetFork";

describe("forks at the command line", () => {
  let project: ReturnType<typeof createProject>;
  before(() => {
    project = createProject(CONFIG);
    project.write("script.ts", SCRIPT);
  });
  after(() => project.remove());

  /** Runs commands with the URL of devnet's node, those of a task in this process. */
  const run = async (url: string, ...commands: string[]) =>
    await Promise.all(
      commands.map(async (command) => {
        const args = command.split(" ");
        return await (args[0] === "alpha" ? runHardhatHere : runHardhat)(args, {
          cwd: project.root,
          env: { ALPHA_DEVNET_RPC_URL: url },
        });
      }),
    );

  it("given a live devnet, when its fork is verified and used by a script, then all is well", async () => {
    await using live = await startLiveNetwork("devnet");
    const [named, global, script] = await run(
      live.url,
      "alpha verify devnetFork",
      "alpha status --network devnetFork --format json",
      RUN,
    );

    expect(named, named?.stderr).to.include({ code: 0 });
    expect(named?.stdout).to.include("chain 32456 · in-process");
    expect(JSON.parse(global?.stdout ?? "")).to.have.nested.property(
      "networks[0].state",
      "ok",
    );
    expect(script?.stdout, script?.stderr).to.equal("devnet false 66\n");
  });

  it("given a dead node, when its fork is asked for, then verify ends with 2 and a script with one error", async () => {
    const [verify, script] = await run(
      `${DEAD_URL}/v1/a-secret-key`,
      "alpha verify devnetFork",
      RUN,
    );

    expect([verify?.code, script?.code]).to.deep.equal([2, 1]);
    expect(script?.stderr).to.match(
      /^Error in community plugin hardhat-alpha-networks: Could not open the fork "devnetFork": could not read/m,
    );
    expect(JSON.stringify([verify, script])).not.to.include("a-secret");
  });

  it("given a node that falls silent once it is forked, when its status is asked for, then the command ends", async function () {
    // Opening the fork alone takes long on a busy machine.
    this.timeout(120_000);

    await using live = await startLiveNetwork("third");
    await using front = await startFaultyServer({
      ask: forwardTo(live.url),
      // The status of a fork only reads block 0 from the node.
      behaviour: (exchange) =>
        exchange.params[0] === "0x0" ? undefined : honest(exchange),
    });
    const { code, stdout } = await runHardhat(
      "alpha status thirdFork --wait --timeout 20".split(" "),
      { cwd: project.root, env: { ALPHA_THIRD_RPC_URL: front.url } },
    );

    expect(code).to.equal(2);
    expect(stdout.replace(/\s+/g, " ")).to.contain(
      "the network's time limit was reached",
    );
  });
});
