import { expect } from "chai";
import {
  mistakesIn,
  openProfileBench,
  type ProfileBench,
  type ProfileRun,
} from "../../support/node-model/profile-node.ts";
import {
  NODE_PROFILES,
  type NodeProfile,
} from "../../support/node-model/profiles.ts";
import { runPooled } from "../../support/node-model/trials.ts";

const AT_A_TIME = 12;
const LEVELS = ["presence", "identity", "wiring", "lock"] as const;
/** Ten for the table in docs/performance.md. */
const TIMES = Number(process.env["NODE_PROFILE_RUNS"] ?? 2);
/** What is missing takes seven passes, so it is looked for less often. */
const MISSING_TIMES = Math.ceil(TIMES / 3);
/** Lagging pools are the most common ones. */
const LAGGING_TIMES = 20 * TIMES;

describe("verify and status, given ordinary nodes and gateways, many times", function () {
  this.timeout(30 * 60_000);
  let bench: ProfileBench;
  before(async () => {
    bench = await openProfileBench();
  });
  after(async () => {
    await bench?.close();
  });

  async function run(
    profiles: readonly NodeProfile[],
    tasks: readonly ProfileRun["task"][],
    times: number,
  ): Promise<readonly ProfileRun[]> {
    const jobs = profiles.flatMap((profile) =>
      tasks.flatMap((task) =>
        Array.from({ length: times }, (_, seed) => ({ profile, task, seed })),
      ),
    );
    return await runPooled(
      jobs,
      AT_A_TIME,
      async ({ profile, task, seed }) => await bench.run(profile, task, seed),
    );
  }

  for (const level of LEVELS) {
    it(`given each of them at ${level}, then all is ok, or unknown where nobody could know`, async () => {
      const runs = await run(NODE_PROFILES, [level], TIMES);

      expect(mistakesIn(runs)).to.deep.equal([]);
      expect(runs.length).to.equal(TIMES * NODE_PROFILES.length);
    });
  }

  it("given each of them, then the status is ok, or unknown where nobody could know", async () => {
    expect(
      mistakesIn(await run(NODE_PROFILES, ["status"], TIMES)),
    ).to.deep.equal([]);
  });

  it("given each of them without a contract, then that one is proven to be missing, or the time that it takes is named", async () => {
    const runs = await run(NODE_PROFILES, ["missing"], MISSING_TIMES);

    expect(mistakesIn(runs)).to.deep.equal([]);
    const late = runs.filter(
      ({ profile, outcome }) =>
        /rate limits|slow/.test(profile.family) && outcome === "unknown",
    );
    for (const { reason } of late) {
      expect(reason).to.contain("set its timeout to 60000");
    }
  });

  it("given pools with a backend that is behind or late, many times at each level, then none is unknown", async () => {
    const pools = NODE_PROFILES.filter(({ family }) =>
      /blocks behind|is late/.test(family),
    );
    const times = Math.ceil(LAGGING_TIMES / pools.length);

    const runs = await run(pools, LEVELS, times);

    expect(mistakesIn(runs)).to.deep.equal([]);
    expect(runs.length).to.be.at.least(LAGGING_TIMES * LEVELS.length);
  });

  it("given the slowest of them, and the longest timeout, then a missing contract is proven", async () => {
    const slowest = NODE_PROFILES.filter(({ name }) =>
      /limit_req of 2 a second|needs 4 s/.test(name),
    ).map((profile): NodeProfile => {
      const { unprovable: _, ...rest } = profile;
      return { ...rest, timeoutMs: 60_000 };
    });

    const runs = await run(slowest, ["missing"], 1);

    expect(runs.length).to.equal(2);
    expect(mistakesIn(runs)).to.deep.equal([]);
  });
});
