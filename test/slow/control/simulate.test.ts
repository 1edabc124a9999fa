import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { selectNetworks } from "../../../src/connect/select-networks.ts";
import { contractArtifact } from "../../../src/contracts/contract-artifact.ts";
import { SETTERS } from "../../../src/contracts/setters.ts";
import hardhatAlphaNetworks from "../../../src/index.ts";
import { readLock } from "../../../src/verify/lock-file/parse-lock.ts";
import type {
  ReportedNetwork,
  VerifyReport,
} from "../../../src/verify/report.ts";
import { withChecksum } from "../../../src/verify/simulate/transaction-members.ts";
import { contractId } from "../../../src/verify/values/path.ts";
import { verifyNetworks } from "../../../src/verify/verify-networks.ts";
import { taskConnections } from "../../../tasks/cli/task-connections.ts";
import { writeRestoration } from "../../../tasks/verify/write-restoration.ts";
import {
  type Anvil,
  httpProvider,
  placeOnAnvil,
  startAnvil,
} from "../../support/anvil.ts";
import { mined } from "../../support/audit-world.ts";
import { createProject, type TemporaryProject } from "../../support/cli.ts";
import { ATTACKER } from "../../support/control-mutations.ts";
import { SafeDeployer } from "../../support/real-safe.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";
import { expectValidReport } from "../../support/schema.ts";
import { startRefusing } from "./audit-calm.ts";
import { PRIVILEGED_CALLS, transactionsOf } from "./privileged-calls.ts";

const { chainId, plan } = SANDBOX_PLANS.devnet;
/** The first account of anvil and of the sandboxes. */
const OWNER = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

describe("a transaction before it is signed, and after a surprise", function () {
  this.timeout(120_000);
  let anvil: Anvil;
  let project: TemporaryProject;
  let hre: HardhatRuntimeEnvironment;
  const path = (name: string) => join(project.root, name);
  const request = async (method: string, ...params: unknown[]) =>
    await httpProvider(anvil.url).request({ method, params });

  before(async () => {
    anvil = await startAnvil({ chainId });
    await placeOnAnvil(anvil.url, plan, { owner: OWNER });
    project = createProject("export default {};");
    hre = await projectAt(anvil.url);
    const { outcome, network } = await run({ writeLock: true });
    expect([outcome, network.reason]).to.deep.equal(["ok", undefined]);
  });
  after(async () => {
    project?.remove();
    await anvil?.close();
  });

  async function projectAt(url: string) {
    const networks = { devnet: { url, startBlock: 0 } };
    const alpha = { forks: true, networks };
    const config = { plugins: [hardhatAlphaNetworks], alpha };
    return await createHardhatRuntimeEnvironment(config, {}, project.root);
  }

  async function run(
    args: Readonly<Record<string, unknown>>,
    at = hre,
  ): Promise<{
    readonly outcome: VerifyReport["outcome"];
    readonly network: ReportedNetwork;
  }> {
    const { exitCode } = process;
    await at.tasks.getTask(["alpha", "verify"]).run({
      names: ["devnet"],
      level: "wiring",
      format: "json",
      out: path("report.json"),
      force: true,
      ...args,
    });
    process.exitCode = exitCode;
    const text = readFileSync(path("report.json"), "utf8");
    const { outcome, networks } = expectValidReport("verify", text);
    const [network] = networks;
    if (network === undefined) {
      throw new Error("no network was verified");
    }
    return { outcome, network };
  }

  async function transactionsOfCall(name: string, from = OWNER) {
    const call = PRIVILEGED_CALLS.find((one) => one.functionName === name);
    return call === undefined ? [] : await transactionsOf(call, from);
  }

  function write(name: string, content: unknown): string {
    writeFileSync(path(name), JSON.stringify(content));
    return path(name);
  }

  /** What fails besides the lock file, with what was found. */
  function failed({ contracts, facts = [], problems }: ReportedNetwork) {
    const values = new Map<string, unknown>([
      ...contracts.map((one) => [contractId(one), one.codeHash] as const),
      ...facts.map(({ id, value }) => [id, value] as const),
    ]);
    return problems
      .filter(({ status }) => status === "failed")
      .flatMap(({ affects }) => affects)
      .filter((name) => name !== "lock file")
      .toSorted()
      .map((name) => [name, values.get(name)]);
  }

  for (const [index, call] of PRIVILEGED_CALLS.entries()) {
    // The chain that is simulated does not depend on the function.
    const isOnSandbox = index % 4 === 0;
    const { contract, functionName, changes, lasting, fails } = call;
    it(`given ${contract}.${functionName}, then its simulation ${isOnSandbox ? "on a sandbox and a fork" : "on a fork"} predicts what happens, and what can be restored is`, async () => {
      const transactions = await transactionsOf(call, OWNER);
      const tx = write("tx.json", transactions);
      const predicted = await run({ simulate: tx });
      const sent = predicted.network.simulation?.transactions.at(-1);
      expect(sent?.call).to.match(new RegExp(`\\.${functionName}\\(`));

      if (fails !== undefined) {
        expect(sent?.reason).to.contain(fails);
        expect(predicted.outcome).to.equal("failed");
        return;
      }
      expect(failed(predicted.network).map(([name]) => name)).to.have.members([
        ...changes,
      ]);
      if (isOnSandbox) {
        const sandbox = await run({ simulate: tx, sandbox: true });
        expect(failed(sandbox.network)).to.deep.equal(
          failed(predicted.network),
        );
      }

      const before = await request("evm_snapshot");
      try {
        for (const one of transactions) {
          await mined(request, { ...one, value: "0x0" });
        }
        rmSync(path("restore.json"), { force: true });
        const real = await run({ lock: true, restore: path("restore.json") });
        expect(failed(real.network)).to.deep.equal(failed(predicted.network));

        const restorable = changes.filter((id) => !lasting.includes(id));
        const isWritten = restorable.length > 0 || call.isDisabled === true;
        expect(existsSync(path("restore.json"))).to.equal(isWritten);
        if (isWritten) {
          const restored = await run({
            lock: true,
            simulate: path("restore.json"),
            allow: changes.join(),
          });
          const { outcome, network } = restored;
          expect([network.lock?.verdict, outcome]).to.deep.equal([
            "holds",
            "ok",
          ]);
        }
      } finally {
        await request("evm_revert", before);
      }
    });
  }

  it("given the functions of the matrix, then each is tried", () => {
    const tried = new Set(PRIVILEGED_CALLS.map((one) => one.functionName));

    expect([...tried]).to.have.members(Object.keys(SETTERS));
  });

  it("given a Safe among the holders, then it gets a file of the Transaction Builder, which is simulated as the Safe", async () => {
    const [transaction] = await transactionsOfCall("changeCollector");
    const before = await request("evm_snapshot");
    try {
      await mined(request, { ...transaction, value: "0x0" });
      const { lock } = await readLock(project.root);
      const selection = {
        ...{ names: ["devnet"], globalNetwork: undefined, sandbox: false },
      };
      const judged = await verifyNetworks(taskConnections(hre), selection, {
        ...{ level: "wiring", lock },
      });
      const networks = judged.networks.map(({ facts = [], ...one }) => ({
        ...one,
        facts: facts.map((fact) =>
          fact.id === `${OWNER}.is`
            ? { ...fact, value: { safe: "1.4.1" } }
            : fact,
        ),
      }));
      rmSync(path("restore.json"), { force: true });
      await writeRestoration(
        { ...judged, networks },
        lock,
        selectNetworks(hre.config, selection),
        { restore: path("restore.json"), lock: true, force: false },
      );

      const file = JSON.parse(readFileSync(path("restore.json"), "utf8"));
      expect([file.chainId, file.meta.createdFromSafeAddress]).to.deep.equal([
        String(chainId),
        OWNER,
      ]);
      const { checksum, ...meta } = file.meta;
      expect(withChecksum({ ...file, meta }).meta.checksum).to.equal(checksum);
      const { outcome, network: after } = await run({
        lock: true,
        simulate: path("restore.json"),
        allow: "collector.payee,",
      });
      expect(after.notes.join()).not.to.contain("--allow");
      expect([outcome, after.simulation?.transactions[0]?.from]).to.deep.equal([
        "ok",
        OWNER,
      ]);
    } finally {
      await request("evm_revert", before);
    }
  });

  it("given a sender without the right, then the report says what the contract says, in each format, and nothing after it is sent", async () => {
    const [one] = await transactionsOfCall("changeRouterOwner", ATTACKER);
    const formats = ["junit", "markdown", "table"];
    const { outcome, network } = await run({
      simulate: write("tx.json", [one, one]),
      report: formats.map((format) => `${format}:${path(format)}`).join(),
    });

    expect(outcome).to.equal("failed");
    expect(
      network.simulation?.transactions.map(({ verdict }) => verdict),
    ).to.deep.equal(["fails", "not sent"]);
    for (const format of formats) {
      expect(readFileSync(path(format), "utf8")).to.contain(
        "OceanRouter: NOT OWNER",
      );
    }
  });

  it("given a Safe's batch of which a call fails, then those before it change nothing", async () => {
    const [right] = await transactionsOfCall("changeCollector");
    const { to, data } = right ?? {};
    const batch = (...transactions: readonly object[]) =>
      write("safe.json", {
        meta: { createdFromSafeAddress: OWNER },
        transactions,
      });

    const alone = await run({ simulate: batch({ to, data }) });
    const { network } = await run({
      simulate: batch({ to, data }, { to: plan.router, data: "0x12345678" }),
    });

    expect(failed(alone.network)).not.to.deep.equal([]);
    expect(failed(network).map(([name]) => name)).to.deep.equal([
      "transaction 2",
    ]);
    expect(network.reason).to.equal("transaction 2 fails");
    expect(network.simulation?.transactions[1]?.reason).to.match(
      /, so the Safe's batch changes nothing$/,
    );
  });

  it("given a Safe that owns the router, then its transaction is executed on the fork as the Safe does, with the hashes that its owners sign", async () => {
    const before = await request("evm_snapshot");
    try {
      const deployer = new SafeDeployer(request);
      const owners = [ATTACKER, OWNER] as const;
      const safe = await deployer.deploySafe({ owners, threshold: 2n });
      const { abi } = await contractArtifact("FactoryRouter");
      await deployer.send(plan.router, abi, "changeRouterOwner", [safe]);
      const [fee] = await transactionsOfCall("updateOPCFee", safe);
      const { network } = await run({
        simulate: write("tx.json", { ...fee, from: safe }),
      });

      const [sent] = network.simulation?.transactions ?? [];
      expect(sent?.verdict).to.equal("succeeds");
      expect(sent?.call).to.match(
        /^Safe\.execTransaction → Router\.updateOPCFee/,
      );
      expect(sent?.signed).to.include({ nonce: "0", presentNonce: "0" });
      expect(failed(network).map(([name]) => name)).to.include(
        "router.swapFeeOther",
      );
    } finally {
      await request("evm_revert", before);
    }
  });

  it("given a fork of the config, then what differs from its lock before is in doubt, as on the live network", async () => {
    const names = ["devnetFork"];
    const [fee] = await transactionsOfCall("updateOPCFee");
    const [payee] = await transactionsOfCall("changeCollector");
    await run({ names, writeLock: true });
    const before = await request("evm_snapshot");
    try {
      await mined(request, { ...payee, value: "0x0" });
      const { network } = await run({
        ...{ names, lock: true },
        simulate: write("tx.json", fee),
      });

      const { findings = [] } = network.lock ?? {};
      const doubts = findings.filter(({ status }) => status === "unknown");
      expect(doubts.map(({ reason }) => reason).join()).to.match(
        /^collector\.payee could not be compared: it differs from the lock, which proves nothing: a fork caches/,
      );
    } finally {
      await request("evm_revert", before);
    }
  });

  it("given a node without the state of the block, then what a transaction does is unknown", async () => {
    const server = await startRefusing(anvil.url, ({ method }) =>
      /getStorageAt|getProof/.test(method),
    );
    try {
      const transactions = await transactionsOfCall("changeCollector");
      const { outcome } = await run(
        { simulate: write("tx.json", transactions) },
        await projectAt(server.url),
      );

      expect(outcome).to.equal("unknown");
    } finally {
      await server.close();
    }
  });
});
