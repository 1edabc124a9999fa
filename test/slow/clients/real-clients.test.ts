import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { expect } from "chai";
import { parseAbi } from "viem";

import { configWith } from "../../e2e/run-alpha.ts";
import { createAlphaHreOf } from "../../support/alpha-hre.ts";
import { httpProvider } from "../../support/anvil.ts";
import { createProject, type TemporaryProject } from "../../support/cli.ts";
import { runHardhatHere } from "../../support/cli-here.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";
import type { ProcessResult } from "../../support/run-node.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";
import { expectValidReport } from "../../support/schema.ts";
import { isRegistryInReach, npmInstall } from "../package/npm.ts";
import {
  ACCOUNT,
  ACCOUNT_KEY,
  type ClientNode,
  REAL_CLIENTS,
  type RealClient,
} from "./real-clients.ts";

const { plan } = SANDBOX_PLANS.devnet;
const NETWORK = {
  guard: true,
  startBlock: 0,
  transactionConfirmationBlocks: 3,
  hardhat: { accounts: [ACCOUNT_KEY] },
};
const CONFIG = configWith(
  `{ networks: { devnet: ${JSON.stringify(NETWORK)}, testnet: false, third: false } }`,
);
const ABI = parseAbi(["function approve(address, uint256) returns (bool)"]);
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

    before(async function () {
      if (!(await isInstalled(client, root))) {
        this.skip();
      }
      project = createProject(CONFIG);
      node = await client.start(root, { network: "devnet" });
    });

    after(async () => {
      await node?.close();
      project?.remove();
      rmSync(root, { recursive: true, force: true });
    });

    const hardhat = async (
      args: readonly string[],
      url = node.url,
    ): Promise<ProcessResult> =>
      await runHardhatHere(args, {
        cwd: project.root,
        env: { ALPHA_DEVNET_RPC_URL: url },
      });

    /** Of the only network: how many contracts have each verdict. */
    const verify = async (args: readonly string[] = [], url?: string) => {
      const { code, stdout, stderr } = await hardhat(
        ["alpha", "verify", "devnet", ...args, "--format", "json"],
        url,
      );
      expect(stderr).to.equal("");
      const verdicts: Record<string, number> = {};
      const [network] = expectValidReport("verify", stdout).networks;
      for (const { verdict } of network?.contracts ?? []) {
        verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
      }
      return { code, verdicts, network };
    };

    it("given the contract set, verifies its wiring, and holds it to its lock file", async () => {
      const written = await hardhat(
        "alpha verify devnet --level wiring --write-lock".split(" "),
      );
      expect(written.code, written.stderr).to.equal(0);

      const { code, verdicts, network } = await verify(
        "--level wiring --lock --strict".split(" "),
      );

      expect(network?.problems).to.deep.equal([]);
      expect([code, verdicts]).to.deep.equal([0, { present: 11 }]);
    });

    const { startAtGenesis } = client;
    if (startAtGenesis !== undefined) {
      it("given an old genesis and no other block, proves no absence, until a block is mined that status waits for", async () => {
        const missing = [plan.dispenser];
        const old = await startAtGenesis(root, {
          network: "devnet",
          missing,
          genesisTime: "0x1",
        });
        try {
          const before = await verify([], old.url);
          const unproven = { present: 10, unknown: 1 };
          expect([before.code, before.verdicts]).to.deep.equal([2, unproven]);

          const waiting = hardhat(
            ["alpha", "status", "devnet", "--wait", "--timeout", "30"],
            old.url,
          );
          await sleep(WAITING_MS);
          await old.mine();

          expect((await waiting).code).to.equal(0);
          const after = await verify([], old.url);
          const proven = { present: 10, absent: 1 };
          expect([after.code, after.verdicts]).to.deep.equal([1, proven]);
        } finally {
          await old.close();
        }
      });
    }

    it("sends a transaction on the right chain, and waits for it and its confirmations", async () => {
      expect(await whileMining(node, send(node.url))).to.deep.equal({
        status: "success",
        isConfirmed: true,
      });
    });

    // The last tests, since it may be the same node.
    describe("without the router and the dispenser", () => {
      let incomplete: ClientNode;
      before(async () => {
        incomplete = await client.without(node, root, {
          network: "devnet",
          missing: [plan.router, plan.dispenser],
        });
      });
      after(async () => {
        await incomplete?.close();
      });

      it("then these alone are absent", async () => {
        const { code, verdicts, network } = await verify([], incomplete.url);

        expect([code, verdicts]).to.deep.equal([1, { present: 9, absent: 2 }]);
        expect(
          network?.contracts
            .filter(({ verdict }) => verdict === "absent")
            .map(({ key }) => key),
        ).to.deep.equal(["Router", "Dispenser"]);
      });

      it("refuses a transaction", async () => {
        const before = await nonceAt(incomplete.url);

        expect(await pluginMessageOf(() => send(incomplete.url))).to.include(
          'The transaction on "devnet" was not sent',
        );
        expect(await nonceAt(incomplete.url)).to.equal(before);
      });
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

async function nonceAt(url: string): Promise<unknown> {
  return await httpProvider(url).request({
    method: "eth_getTransactionCount",
    params: [ACCOUNT, "latest"],
  });
}

/** Sends a transaction to devnet at a node, and waits for it. */
async function send(url: string) {
  const hre = await createAlphaHreOf({
    networks: { devnet: { ...NETWORK, url } },
  });
  const connection = await hre.alpha.connect("devnet");
  try {
    const { alpha, viem } = connection;
    const [wallet] = await viem.getWalletClients();
    const hash = await wallet?.writeContract({
      address: plan.extraTokens[0].address,
      abi: ABI,
      functionName: "approve",
      args: [plan.router, 7n],
      // @ethereumjs/client estimates none without a gas price.
      gas: 100_000n,
    });
    const { status, blockNumber } = await alpha.waitForTransaction(
      hash ?? "0x",
      { pollingTimeout: 30_000, pollingInterval: 100 },
    );
    const client = await viem.getPublicClient();
    const head = await client.getBlockNumber({ cacheTime: 0 });
    return { status, isConfirmed: head >= blockNumber + 2n };
  } finally {
    await connection.close();
  }
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
