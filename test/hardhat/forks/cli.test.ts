import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";

import { startLiveNetwork } from "../../e2e/live-network.ts";
import { createProject, runHardhat } from "../../support/cli.ts";
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

describe("forks at the command line", () => {
  it("given a live devnet, when its fork is verified and used by a script, then all is well", async () => {
    const project = createProject(CONFIG);
    const live = await startLiveNetwork("devnet");
    try {
      writeFileSync(join(project.root, "script.ts"), SCRIPT);
      const options = {
        cwd: project.root,
        env: { ALPHA_DEVNET_RPC_URL: live.url },
      };
      const [named, global, script] = await Promise.all([
        runHardhat(["alpha", "verify", "devnetFork"], options),
        runHardhat(
          "alpha status --network devnetFork --format json".split(" "),
          options,
        ),
        runHardhat(
          "run --no-compile script.ts --network devnetFork".split(" "),
          options,
        ),
      ]);

      expect(named, named.stderr).to.include({ code: 0 });
      expect(named.stdout).to.include("chain 32456 · in-process");
      expect(JSON.parse(global.stdout)).to.have.nested.property(
        "networks[0].state",
        "ok",
      );
      expect(script.stdout, script.stderr).to.equal("devnet false 66\n");
    } finally {
      await live.close();
      project.remove();
    }
  });

  it("given a dead node, when its fork is asked for, then verify ends with 2 and a script with one error", async () => {
    const project = createProject(CONFIG);
    try {
      writeFileSync(join(project.root, "script.ts"), SCRIPT);
      const options = {
        cwd: project.root,
        env: { ALPHA_DEVNET_RPC_URL: "http://127.0.0.1:1/v1/a-secret-key" },
      };
      const [verify, script] = await Promise.all([
        runHardhat(["alpha", "verify", "devnetFork"], options),
        runHardhat(
          "run --no-compile script.ts --network devnetFork".split(" "),
          options,
        ),
      ]);

      expect(verify.code).to.equal(2);
      expect(script.code).to.equal(1);
      expect(script.stderr).to.match(
        /^Error in community plugin hardhat-alpha-networks: Could not open the fork "devnetFork": could not read the chain id of the node at http:\/\/127\.0\.0\.1:1: /m,
      );
      expect(JSON.stringify([verify, script])).not.to.include("a-secret");
    } finally {
      project.remove();
    }
  });

  it("given a node that falls silent once it is forked, when its status is asked for, then the command ends", async () => {
    const project = createProject(CONFIG);
    const live = await startLiveNetwork("third");
    const front = await startFaultyServer({
      ask: async (method, params) => {
        const response = await fetch(live.url, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
        });
        const answer = Object(await response.json());
        return "result" in answer ? answer.result : answer;
      },
      // The status of a fork only reads block 0 from the node.
      behaviour: (exchange) =>
        exchange.params[0] === "0x0" ? undefined : honest(exchange),
    });
    try {
      const { code, stdout } = await runHardhat(
        "alpha status thirdFork --wait --timeout 8".split(" "),
        { cwd: project.root, env: { ALPHA_THIRD_RPC_URL: front.url } },
      );

      expect(code).to.equal(2);
      expect(stdout.replace(/\s+/g, " ")).to.contain(
        "the network's time limit was reached",
      );
    } finally {
      await front.close();
      await live.close();
      project.remove();
    }
  });
});
