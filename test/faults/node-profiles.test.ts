import { expect } from "chai";
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

  it("has more than sixty, each with a name of its own and a source", () => {
    const names = NODE_PROFILES.map(({ name }) => name);
    expect(names.length).to.be.above(60);
    expect(new Set(names).size).to.equal(names.length);
    for (const { source } of NODE_PROFILES) {
      expect(source).to.match(/\S{4}/);
    }
  });
});
