import { expect } from "chai";
import { judgeNetwork } from "../../src/verify/judge-network.ts";
import { lockedNetwork } from "../support/locked-network.ts";
import { NODE_PROFILES } from "../support/node-profiles/node-profiles.ts";
import {
  mistakesIn,
  openProfileBench,
  type ProfileBench,
  type ProfileRun,
} from "../support/node-profiles/run-profile.ts";
import { runPooled } from "../support/run-pooled.ts";

const AT_A_TIME = 12;

describe("verify and status, given ordinary nodes and gateways", function () {
  this.timeout(180_000);
  let bench: ProfileBench;
  before(async () => {
    bench = await openProfileBench();
  });
  after(async () => {
    await bench?.close();
  });

  it("given each of them, then the wiring holds by the lock, and the status is ok", async () => {
    const jobs = NODE_PROFILES.flatMap((profile) =>
      (["lock", "status"] as const).map((task) => ({ profile, task })),
    );

    const runs: readonly ProfileRun[] = await runPooled(
      jobs,
      AT_A_TIME,
      async ({ profile, task }) => await bench.run(profile, task, 1),
    );

    expect(mistakesIn(runs)).to.deep.equal([]);
  });

  for (const profile of NODE_PROFILES.filter(({ name }) =>
    /eth_getStorageAt|Sapphire/.test(name),
  )) {
    it(`given ${profile.name}, then what is kept in storage is listed as not readable, fails nothing but strict checks, and is not locked`, async () => {
      const { report } = await bench.run(profile, "lock", 1);
      if (report === undefined) {
        throw new Error("there is no report");
      }

      const payee = report.facts?.find(({ id }) => id === "collector.payee");
      expect(payee).to.include({ verdict: "listed", actual: "not readable" });
      expect(report.lock?.changes).to.deep.equal([]);
      expect(report.lock?.verdict).to.equal("holds");
      expect(report.notes).to.include(
        "Not readable, since the endpoint does not show the storage of contracts: collector.payee.",
      );
      const strict = judgeNetwork(report, true);
      expect(strict.outcome).to.equal("unknown");
      expect(strict.reason).to.equal("of 40 facts, 1 unknown");
      const { policy } = lockedNetwork(report);
      expect(policy).to.have.property("collector.owner");
      expect(policy).not.to.have.property("collector.payee");
    });
  }

  it("given one that does not offer eth_syncing, then that is said once, and a missing contract is proven", async () => {
    for (const profile of NODE_PROFILES.filter(({ name }) =>
      name.includes("without eth_syncing"),
    )) {
      const { outcome, report } = await bench.run(profile, "missing", 1);

      expect(outcome).to.equal("failed");
      const said = report?.notes.filter((note) => note.includes("eth_syncing"));
      expect(said).to.have.lengthOf(1);
    }
  });

  it("has more than sixty, each with a name of its own and a source", () => {
    const names = NODE_PROFILES.map(({ name }) => name);
    expect(names.length).to.be.above(60);
    expect(new Set(names).size).to.equal(names.length);
    for (const { source } of NODE_PROFILES) {
      expect(source).to.match(/\S{4}/);
    }
  });
});
