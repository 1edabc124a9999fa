import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { expect } from "chai";

import { httpProvider } from "../../support/anvil.ts";
import {
  createProject,
  runHardhat,
  type TemporaryProject,
} from "../../support/cli.ts";
import { runHardhatHere } from "../../support/cli-here.ts";
import {
  ACCOUNT,
  ACCOUNT_KEY,
  type ClientNode,
  REAL_CLIENTS,
  type RealClient,
} from "../../support/clients/real-clients.ts";
import { isRegistryInReach, npmInstall } from "../../support/npm.ts";
import type { ProcessResult } from "../../support/run-node.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";
import {
  expectValidReport,
  type Reports,
  type ReportTask,
} from "../../support/schema.ts";

const { plan } = SANDBOX_PLANS.devnet;
const NETWORK = `{ guard: true, startBlock: 0, transactionConfirmationBlocks: 3, hardhat: { accounts: ["${ACCOUNT_KEY}"] } }`;
/** devnet and testnet are sent to the same node, so that testnet's is wrong. */
const CONFIG = `
import hardhatAlphaNetworks from "hardhat-alpha-networks";
export default {
  plugins: [hardhatAlphaNetworks],
  alpha: { networks: { devnet: ${NETWORK}, testnet: ${NETWORK}, third: false } },
};
`;
const SCRIPT = `
import { network } from "hardhat";
import { parseAbi } from "viem";

const connection = await network.create();
const { alpha, viem } = connection;
const [wallet] = await viem.getWalletClients();
const hash = await wallet.writeContract({
  address: alpha.tokens.euro.address,
  abi: parseAbi(["function approve(address, uint256) returns (bool)"]),
  functionName: "approve",
  args: [alpha.contracts.router, 7n],
  // @ethereumjs/client estimates none without a gas price.
  gas: 100_000n,
});
const receipt = await alpha.waitForTransaction(hash, { pollingTimeout: 30_000, pollingInterval: 100 });
const client = await viem.getPublicClient();
const head = await client.getBlockNumber({ cacheTime: 0 });
console.log(receipt.status, head >= receipt.blockNumber + 2n ? "confirmed" : "too early");
await connection.close();
`;
/** The client needs neither what its scripts build nor its optional packages. */
const LEAN = ["--ignore-scripts", "--omit=optional"];
const MINING_MS = 300;
/** Enough for the first look of status, on which nothing depends. */
const WAITING_MS = 3_000;

for (const client of REAL_CLIENTS) {
  describe(`a real ${client.name}`, function () {
    this.timeout(300_000);

    const root = mkdtempSync(join(tmpdir(), "alpha-client-"));
    let project: TemporaryProject;
    let node: ClientNode;
    /** The same without the router and the dispenser. */
    let incomplete: ClientNode;

    before(async function () {
      if (!(await isInstalled(client, root))) {
        this.skip();
      }
      project = createProject(CONFIG);
      writeFileSync(join(project.root, "send.mts"), SCRIPT);
      node = await client.start(root, { network: "devnet" });
      incomplete = await client.start(root, {
        network: "devnet",
        missing: [plan.router, plan.dispenser],
      });
    });

    after(async () => {
      await Promise.all([node?.close(), incomplete?.close()]);
      project?.remove();
      rmSync(root, { recursive: true, force: true });
    });

    const hardhat = async (
      args: readonly string[],
      url = node.url,
    ): Promise<ProcessResult> =>
      await (args[0] === "alpha" ? runHardhatHere : runHardhat)(args, {
        cwd: project.root,
        env: { ALPHA_DEVNET_RPC_URL: url, ALPHA_TESTNET_RPC_URL: url },
      });

    const report = async <T extends ReportTask>(
      task: T,
      args: readonly string[],
      url?: string,
    ): Promise<{ readonly code: number; readonly report: Reports[T] }> => {
      const { code, stdout, stderr } = await hardhat(
        ["alpha", task, ...args, "--format", "json"],
        url,
      );
      expect(stderr).to.equal("");
      return { code, report: expectValidReport(task, stdout) };
    };

    for (const level of ["presence", "identity", "wiring"]) {
      it(`given the contract set, verifies it at the level ${level}`, async () => {
        const { code, report: verified } = await report("verify", [
          "devnet",
          "--strict",
          "--level",
          level,
        ]);

        expect(verified.networks[0]?.problems).to.deep.equal([]);
        expect(code).to.equal(0);
        expect(verdictsOf(verified)).to.deep.equal({ present: 11 });
      });
    }

    it("given a chain without two contracts, these alone are absent", async () => {
      const { code, report: verified } = await report(
        "verify",
        ["devnet"],
        incomplete.url,
      );

      expect(code).to.equal(1);
      expect(verdictsOf(verified)).to.deep.equal({ present: 9, absent: 2 });
      expect(
        verified.networks[0]?.contracts
          .filter(({ verdict }) => verdict === "absent")
          .map(({ key }) => key),
      ).to.deep.equal(["Router", "Dispenser"]);
    });

    it("given another network, its chain is wrong and its contracts are unknown", async () => {
      const { code, report: verified } = await report("verify", ["testnet"]);

      expect(code).to.equal(1);
      expect(verdictsOf(verified)).to.deep.equal({ unknown: 11 });
      const { code: statusCode, report: status } = await report("status", [
        "testnet",
      ]);
      expect(statusCode).to.equal(1);
      expect(status.networks[0]?.state).to.equal("wrong-chain");
    });

    it("is in sync, and so is not waited for", async () => {
      await node.mine();

      const { code, report: status } = await report(
        "status",
        "devnet --wait --timeout 20".split(" "),
      );

      expect(code).to.equal(0);
      expect(status.networks[0]?.state).to.equal("ok");
    });

    const { startAtGenesis } = client;
    if (startAtGenesis !== undefined) {
      it("given a genesis that was just exported, is in sync and proves an absence at its first block", async () => {
        const missing = [plan.dispenser];
        const fresh = await startAtGenesis(root, {
          network: "devnet",
          missing,
        });
        try {
          const { report: status } = await report(
            "status",
            ["devnet"],
            fresh.url,
          );
          expect(status.networks[0]?.state).to.equal("ok");
          const { code, report: verified } = await report(
            "verify",
            ["devnet"],
            fresh.url,
          );
          expect(code).to.equal(1);
          const proven = { present: 10, absent: 1 };
          expect(verdictsOf(verified)).to.deep.equal(proven);
        } finally {
          await fresh.close();
        }
      });

      it("given an old genesis and no other block, is stale and proves no absence, until a block is mined that status waits for", async () => {
        const missing = [plan.dispenser];
        const old = await startAtGenesis(root, {
          network: "devnet",
          missing,
          genesisTime: "0x1",
        });
        try {
          const before = await report("verify", ["devnet"], old.url);
          expect(before.code).to.equal(2);
          const unproven = { present: 10, unknown: 1 };
          expect(verdictsOf(before.report)).to.deep.equal(unproven);
          const { code, report: status } = await report(
            "status",
            ["devnet"],
            old.url,
          );
          expect(code).to.equal(1);
          expect(status.networks[0]?.state).to.equal("stale");

          const waiting = hardhat(
            ["alpha", "status", "devnet", "--wait", "--timeout", "30"],
            old.url,
          );
          await sleep(WAITING_MS);
          await old.mine();

          expect((await waiting).code).to.equal(0);
          const after = await report("verify", ["devnet"], old.url);
          expect(after.code).to.equal(1);
          const proven = { present: 10, absent: 1 };
          expect(verdictsOf(after.report)).to.deep.equal(proven);
        } finally {
          await old.close();
        }
      });
    }

    it("given a lock file of it, holds it to that", async () => {
      const written = await hardhat(
        "alpha verify devnet --level wiring --write-lock".split(" "),
      );
      expect(written.code, written.stderr).to.equal(0);

      const { code, report: verified } = await report(
        "verify",
        "devnet --lock --strict".split(" "),
      );

      expect(verified.networks[0]?.problems).to.deep.equal([]);
      expect(code).to.equal(0);
    });

    it("sends a transaction on the right chain, and waits for it and its confirmations", async () => {
      const { code, stdout, stderr } = await whileMining(
        node,
        hardhat(["run", "--no-compile", "send.mts", "--network", "devnet"]),
      );

      expect(stderr).to.equal("");
      expect(stdout).to.equal("success confirmed\n");
      expect(code).to.equal(0);
    });

    it("refuses a transaction on a wrong chain, and on one without the router", async () => {
      for (const [network, { url }, refusal] of [
        // Hardhat's own check comes first, where there is a chain id.
        ["testnet", node, "HHE708"],
        ["devnet", incomplete, 'The transaction on "devnet" was not sent'],
      ] as const) {
        const before = await nonceAt(url);

        const { code, stdout, stderr } = await hardhat(
          ["run", "--no-compile", "send.mts", "--network", network],
          url,
        );

        expect(code).to.equal(1);
        expect(stdout).to.equal("");
        expect(stderr).to.include(refusal);
        expect(await nonceAt(url)).to.equal(before);
      }
    });
  });
}

async function isInstalled(
  { packages }: RealClient,
  folder: string,
): Promise<boolean> {
  if (packages.length === 0) {
    return true;
  }
  if (!(await isRegistryInReach(folder))) {
    return false;
  }
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  await npmInstall(folder, [...LEAN, ...packages]);
  return true;
}

/** How many contracts of the only network have each verdict. */
function verdictsOf(report: Reports["verify"]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { verdict } of report.networks[0]?.contracts ?? []) {
    counts[verdict] = (counts[verdict] ?? 0) + 1;
  }
  return counts;
}

async function nonceAt(url: string): Promise<unknown> {
  return await httpProvider(url).request({
    method: "eth_getTransactionCount",
    params: [ACCOUNT, "latest"],
  });
}

/** Mines blocks until something is done. */
async function whileMining<T>(
  node: ClientNode,
  running: Promise<T>,
): Promise<T> {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  running.then(end, end);
  while (!isDone) {
    await node.mine();
    await sleep(MINING_MS);
  }
  return await running;
}
