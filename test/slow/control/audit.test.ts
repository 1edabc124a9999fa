import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import hardhatAlphaNetworks from "../../../src/index.ts";
import type { VerifyReport } from "../../../src/verify/report.ts";
import { type Anvil, placeOnAnvil, startAnvil } from "../../support/anvil.ts";
import {
  type AuditWorld,
  account,
  buildAuditWorld,
  PROXIES,
  roleOf,
} from "../../support/audit-world.ts";
import { createProject, type TemporaryProject } from "../../support/cli.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";
import { expectValidReport } from "../../support/schema.ts";
import { CALM_NODES, CALM_STATES, startRefusing } from "./audit-calm.ts";
import { AUDIT_CHANGES, groupsOf } from "./audit-changes.ts";

const { chainId, plan } = SANDBOX_PLANS.devnet;
/** The first account of anvil. */
const OWNER = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

describe("what changes behind the registry's contracts", function () {
  this.timeout(120_000);
  let anvil: Anvil;
  let world: AuditWorld;
  let project: TemporaryProject;
  let hre: HardhatRuntimeEnvironment;
  let reports = 0;

  before(async () => {
    anvil = await startAnvil({ chainId });
    await placeOnAnvil(anvil.url, plan, { owner: OWNER });
    world = await buildAuditWorld(anvil.url);
    project = createProject("export default {};");
    hre = await projectAt(anvil.url);
    const { outcome, text } = await verify({ writeLock: true });
    expect(outcome, text).to.equal("ok");
  });
  after(async () => {
    project?.remove();
    await anvil?.close();
  });
  async function projectAt(url: string) {
    const alpha = {
      networks: {
        devnet: {
          url,
          hardhat: { timeout: 120_000 },
          startBlock: 0,
          tokens: { euro: { address: world.of("euro") } },
        },
      },
    };
    return await createHardhatRuntimeEnvironment(
      { plugins: [hardhatAlphaNetworks], alpha },
      {},
      project.root,
    );
  }

  /** Runs the command, and reads the report that it writes. */
  async function verify(
    args: Readonly<Record<string, boolean>>,
    at = hre,
  ): Promise<{
    readonly outcome: VerifyReport["outcome"];
    readonly network: VerifyReport["networks"][number];
    readonly text: string;
  }> {
    reports += 1;
    const out = join(project.root, `report-${reports}.json`);
    const exitCode = process.exitCode;
    await at.tasks.getTask(["alpha", "verify"]).run({
      names: ["devnet"],
      level: "wiring",
      format: "json",
      out,
      ...args,
    });
    process.exitCode = exitCode;
    const text = readFileSync(out, "utf8");
    rmSync(out);
    const report = expectValidReport("verify", text);
    const [network] = report.networks;
    if (network === undefined) {
      throw new Error("no network was verified");
    }
    return { outcome: report.outcome, network, text };
  }

  const withAddresses = (id: string) =>
    id.replace(/\{(\w+)\}/g, (_, name: string) => world.of(name));

  for (const group of groupsOf(AUDIT_CHANGES)) {
    it(`given ${group.map(({ name }) => name).join(", ")}, then the lock says so, and nothing else`, async () => {
      const snapshot = await world.request("evm_snapshot");
      for (const { change } of group) {
        await change(world);
      }
      const { outcome, network } = await verify({ lock: true });
      await world.request("evm_revert", snapshot);

      const found = (network.facts ?? []).filter(
        ({ verdict }) => verdict === "changed",
      );
      expect(outcome).to.equal("failed");
      expect(found.map(({ id }) => id)).to.have.members(
        group.flatMap(({ changed }) => changed.map(withAddresses)),
      );
      for (const { name, changed, words } of group) {
        const ids = changed.map(withAddresses);
        const of = found.filter(({ id }) => ids.includes(id));
        const reasons = of.map(({ change }) => change?.text).join("\n");
        for (const text of words) {
          expect(reasons, name).to.contain(withAddresses(text));
        }
      }
    });
  }

  for (const [what, isRefused] of Object.entries(CALM_NODES)) {
    it(`given a node ${what}, when ${Object.keys(CALM_STATES).join(", ")}, then nothing has changed`, async () => {
      const server = await startRefusing(anvil.url, isRefused);
      const before = await world.request("evm_snapshot");
      try {
        for (const happen of Object.values(CALM_STATES)) {
          await happen(world);
        }

        const found = await verify({ lock: true }, await projectAt(server.url));

        const { outcome, network } = found;
        expect([outcome, network.reason]).to.deep.equal(["ok", undefined]);
        expect(network.lock?.verdict).to.equal("holds");
        const changed = [...network.contracts, ...(network.facts ?? [])].filter(
          ({ change }) => change !== undefined,
        );
        expect([network.problems, changed]).to.deep.equal([[], []]);
      } finally {
        await world.request("evm_revert", before);
        await server.close();
      }
    });
  }

  it("given a node without access lists and events, then what was not looked at is said in the report, and strict fails on it", async () => {
    const isRefused = CALM_NODES["without access lists and events"];
    const server = await startRefusing(anvil.url, isRefused ?? (() => true));
    try {
      const at = await projectAt(server.url);
      const lenient = await verify({}, at);
      const strict = await verify({ strict: true }, at);

      expect([lenient.outcome, strict.outcome]).to.deep.equal(["ok", "failed"]);
      for (const [id, code, words] of [
        [
          `${world.of("OwnSlotProxy")}.dependencies`,
          "no-access-list",
          `${world.of("OwnSlotProxy")}: dependencies: it runs code at other addresses, which could not be found: `,
        ],
        [
          `${world.of("RoleToken")}.roles`,
          "no-events",
          `${world.of("RoleToken")}: roles: other accounts may have roles: `,
        ],
      ] as const) {
        const gap = lenient.network.notLookedAt?.find((one) => one.id === id);
        expect(gap?.code).to.equal(code);
        expect(gap?.reason).to.contain(words);
      }
      // A lock has the roots that prove the rest of the storage, and one contract of this
      // chain has more functions than are asked.
      const { network } = await verify({ strict: true });
      const codes = network.notLookedAt?.map(({ code }) => code) ?? [];
      expect(
        codes.filter(
          (one) => one !== "storage-unread" && one !== "analysis-limit",
        ),
      ).to.deep.equal([]);
    } finally {
      await server.close();
    }
  });

  it("given that node, when proxies are upgraded and a role is taken away, then the role has changed, no list holds, and each is named", async () => {
    const isRefused = CALM_NODES["without access lists and events"];
    const server = await startRefusing(anvil.url, isRefused ?? (() => true));
    const snapshot = await world.request("evm_snapshot");
    try {
      const upgrades = AUDIT_CHANGES.filter(({ name }) =>
        name.endsWith("Proxy: another implementation"),
      );
      const role = "RoleToken: MINTER_ROLE taken away";
      const taken = AUDIT_CHANGES.filter(({ name }) => name === role);
      for (const { change } of [...upgrades, ...taken]) {
        await change(world);
      }

      const { network } = await verify(
        { lock: true },
        await projectAt(server.url),
      );

      const verdictOf = (wanted: string) =>
        network.facts?.find(({ id }) => id === withAddresses(wanted))?.verdict;
      expect([upgrades.length, taken.length]).to.deep.equal([6, 1]);
      expect(verdictOf("{RoleToken}.roles")).to.equal("changed");
      for (const id of upgrades.flatMap(({ changed }) => changed)) {
        expect(verdictOf(id), id).to.be.oneOf(["listed", "changed"]);
      }
      for (const kind of Object.keys(PROXIES)) {
        const id = `${world.of(kind)}.dependencies`;
        const gap = network.notLookedAt?.find((one) => one.id === id);
        expect(gap?.code).to.equal("no-access-list");
        expect(gap?.reason).to.contain(`${world.of(kind)}: dependencies: it `);
      }
    } finally {
      await world.request("evm_revert", snapshot);
      await server.close();
    }
  });

  it("given roles at the last step that is followed, then they are listed, and who has them was not looked at", async () => {
    const snapshot = await world.request("evm_snapshot");
    try {
      const last = world.of("ListedRoleToken");
      await world.sendRouter("removeApprovedToken", last);
      await world.store("owned", 0, world.of("authority"));
      await world.store("authority", 0, last);
      const grant = [
        "ListedRoleToken",
        "ListedRoleToken",
        "grantRole",
      ] as const;
      await world.send(...grant, roleOf("MINTER_ROLE"), account(140));

      const { network } = await verify({});

      expect(
        network.facts?.find(({ id }) => id === `${last}.roles`),
      ).to.deep.include({
        verdict: "listed",
        text: [
          `DEFAULT_ADMIN_ROLE: ${account(110)} (account)`,
          `MINTER_ROLE: ${account(111)} (account)`,
          // Too far away to be read.
          `MINTER_ROLE: ${account(140)}`,
          `PAUSER_ROLE: ${account(112)} (account)`,
        ].join(", "),
        value: [
          { member: account(110), role: `0x${"0".repeat(64)}` },
          { member: account(111), role: roleOf("MINTER_ROLE") },
          { member: account(140), role: roleOf("MINTER_ROLE") },
          { member: account(112), role: roleOf("PAUSER_ROLE") },
        ].toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
      });
      const gap = network.notLookedAt?.find(({ code }) => code === "depth");
      expect(gap?.reason).to.match(
        new RegExp(`${account(140)}: not followed, more than 3 steps from the`),
      );
    } finally {
      await world.request("evm_revert", snapshot);
    }
  });
});
