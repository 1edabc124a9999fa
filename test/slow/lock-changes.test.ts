import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import hardhatAlphaNetworks from "../../src/index.ts";
import type { ReportedNetwork } from "../../src/verify/report.ts";
import { contractId } from "../../src/verify/values/path.ts";
import { markdownText } from "../../tasks/verify/formats/markdown.ts";
import {
  type Anvil,
  httpProvider,
  placeOnAnvil,
  startAnvil,
} from "../support/anvil.ts";
import { mined } from "../support/audit-world.ts";
import type { MutationChain } from "../support/control-mutations.ts";
import {
  CALM_EVENTS,
  LOCK_CHANGES,
  type LockEvent,
} from "../support/lock-changes.ts";
import { replacementsOf, secondSetOf } from "../support/mutation-chain.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";
import { expectValidReport } from "../support/schema.ts";

const { chainId, plan } = SANDBOX_PLANS.devnet;
const COMMAND =
  /"npx hardhat alpha verify devnet --write-lock(?: --accept ([\w,]+))?"/;

describe("the lock file, given a change on a live network", function () {
  this.timeout(60_000);
  let anvil: Anvil;
  let hre: HardhatRuntimeEnvironment;
  let chain: MutationChain;
  let root: string;
  let fresh: string;
  let snapshot: unknown;

  before(async () => {
    anvil = await startAnvil({ chainId });
    const { request } = httpProvider(anvil.url);
    const send = (method: string, ...params: unknown[]) =>
      request({ method, params });
    const [account] = Object(await send("eth_accounts"));
    await placeOnAnvil(anvil.url, plan, { owner: account });
    await placeOnAnvil(anvil.url, secondSetOf(plan));
    chain = {
      replacements: replacementsOf(account),
      request: async (method, ...params) => {
        if (method !== "eth_sendTransaction") {
          return await send(method, ...params);
        }
        const receipt = await mined(send, Object(params[0]));
        expect(receipt.status).to.equal("0x1");
        return receipt.transactionHash;
      },
    };
    root = mkdtempSync(join(tmpdir(), "alpha-lock-changes-"));
    writeFileSync(path("package.json"), '{ "type": "module" }');
    hre = await createHardhatRuntimeEnvironment(
      {
        plugins: [hardhatAlphaNetworks],
        alpha: { networks: { devnet: { url: anvil.url, startBlock: 0 } } },
      },
      {},
      root,
    );
    await run({ writeLock: true });
    fresh = readLock();
  });
  after(async () => {
    await anvil?.close();
    rmSync(root, { recursive: true, force: true });
  });
  beforeEach(async () => {
    snapshot = await chain.request("evm_snapshot");
    writeFileSync(path("alpha.lock.json"), fresh);
  });
  afterEach(async () => {
    await chain.request("evm_revert", snapshot);
  });

  for (const row of LOCK_CHANGES) {
    const { name, says, severity, accepts = [], accepted } = row;
    it(`given ${name}, then each format says so at its check, and the printed command accepts it, or there is none`, async () => {
      await prepare(row);
      await row.happens(chain);

      const { network, outcome } = await run({ lock: true });

      expect(outcome).to.equal("failed");
      const failed = failedIn(network);
      expect(failed.map((one) => one.name)).to.have.members([
        ...Object.keys(says),
        "lock file",
      ]);
      const [junit, markdown, table] = ["j.xml", "m.md", "t.txt"].map((file) =>
        readFileSync(path(file), "utf8"),
      );
      for (const { name: subject, reasons, verdict } of failed) {
        expect(reasons).to.contain(says[subject] ?? failed[0]?.name);
        // The section of a contract has its kind.
        const short = /^(registry|token)\.(?=[^.]+$)|^lock file$/;
        const label = escaped(subject.replace(short, ""));
        expect(table).to.match(new RegExp(`✘ ${verdict} +${label}`));
        expect(markdown).to.match(
          new RegExp(`❌ \\| <code>${escaped(markdownText(subject))}<`),
        );
        expect(junit).to.match(
          new RegExp(`name="${escaped(subject)}"[^>]*>\\s*<failure`),
        );
      }
      const [gravest] = network.problems.filter(({ affects }) =>
        affects.includes("lock file"),
      );
      expect(gravest?.severity ?? "control").to.equal(severity ?? "control");
      if (severity !== undefined) {
        expect(junit).to.contain(
          `name="severity of lock file" value="${severity}"`,
        );
      }

      const remedies = network.problems.map(({ remedy }) => remedy).join("\n");
      const printed = COMMAND.exec(remedies);
      if (accepts === false) {
        expect(printed).to.equal(null);
        expect(remedies).to.contain("--write-lock cannot accept it while");
        expect((await run({ writeLock: true })).outcome).to.equal("failed");
        return;
      }
      expect(printed?.[1]?.split(",") ?? []).to.deep.equal(accepts);
      const written = await run({ writeLock: true, accept: printed?.[1] });
      expect(written.outcome, accepted?.join()).to.equal("ok");
      const text = readLock();
      expect(text).not.to.equal(fresh);
      expect((await run({ lock: true })).outcome).to.equal("ok");
      await run({ writeLock: true, accept: printed?.[1] });
      expect(readLock()).to.equal(text);
    });
  }

  for (const row of CALM_EVENTS) {
    it(`given ${row.name}, then the lock holds, strict as well, and writing it again changes no byte`, async () => {
      await prepare(row);
      const text = readLock();
      await row.happens(chain);

      const checked = await run({ lock: true, strict: true });
      const reasons = checked.network.problems.map(({ reason }) => reason);
      expect([checked.outcome, reasons]).to.deep.equal(["ok", []]);
      await run({ writeLock: true, accept: row.accepted?.join(",") });
      expect(readLock()).to.equal(text);
    });
  }

  /** What fails, in the order of the report. */
  function failedIn({ contracts, facts = [], problems }: ReportedNetwork) {
    const rows = [
      ...contracts.map(({ finding, ...one }) => ({
        name: contractId(one),
        verdict: finding?.status === "failed" ? finding.verdict : "changed",
      })),
      // What is unknown for the same cause is no failure of its own.
      ...facts
        .filter(({ verdict }) => verdict !== "unknown")
        .map(({ id, verdict }) => ({ name: id, verdict })),
      { name: "lock file", verdict: "changed" },
    ];
    return rows.flatMap((row) => {
      const reasons = problems
        .filter(({ status, affects }) => {
          return status === "failed" && affects.includes(row.name);
        })
        .map(({ reason }) => reason);
      return reasons.length === 0
        ? []
        : [{ ...row, reasons: reasons.join("\n") }];
    });
  }

  const escaped = (text: string) => text.replace(/[[\].\\]/g, "\\$&");
  const path = (name: string) => join(root, name);
  const readLock = () => readFileSync(path("alpha.lock.json"), "utf8");

  async function prepare({ given, accepted }: LockEvent): Promise<void> {
    if (given !== undefined) {
      await given(chain);
      const { outcome, network } = await run({
        writeLock: true,
        accept: accepted?.join(","),
      });
      expect([outcome, network.reason]).to.deep.equal(["ok", undefined]);
    }
  }

  /** Runs the command with reports in all formats. */
  async function run(args: Readonly<Record<string, unknown>>): Promise<{
    readonly outcome: string;
    readonly network: ReportedNetwork;
  }> {
    const { exitCode, stderr } = process;
    const { write } = stderr;
    stderr.write = (...args: unknown[]) => {
      const done = args.at(-1);
      return typeof done === "function" ? done() !== false : true;
    };
    try {
      await hre.tasks.getTask(["alpha", "verify"]).run({
        names: ["devnet"],
        format: "json",
        out: path("r.json"),
        report: `junit:${path("j.xml")},markdown:${path("m.md")},table:${path("t.txt")}`,
        force: true,
        ...args,
      });
    } finally {
      stderr.write = write;
      process.exitCode = exitCode;
    }
    const report = expectValidReport(
      "verify",
      readFileSync(path("r.json"), "utf8"),
    );
    const [network] = report.networks;
    if (network === undefined) {
      throw new Error("no network was verified");
    }
    return { outcome: report.outcome, network };
  }
});
