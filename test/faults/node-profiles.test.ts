import { readFileSync } from "node:fs";
import { expect } from "chai";
import {
  excessIn,
  mistakesIn,
  runProfiles,
  useProfileBench,
} from "../support/node-model/profile-node.ts";
import {
  NODE_PROFILES,
  type NodeProfile,
} from "../support/node-model/profiles.ts";

const LEVELS = ["presence", "identity", "wiring"] as const;

/** A row of the table in `bench/RESULTS.md` for each family. */
function profileRows(): readonly string[] {
  const families = Map.groupBy(NODE_PROFILES, ({ family }) => family);
  return [...families].map(([family, profiles]) => {
    const named = (isUnknown: (one: NodeProfile) => boolean) =>
      profiles.filter((one) => !isUnknown(one)).length;
    const cells = [
      family,
      profiles.length,
      named(({ unknowable }) =>
        LEVELS.some((level) => unknowable?.[level] !== undefined),
      ),
      named(({ unknowable }) => unknowable?.status !== undefined),
      named(({ unprovable }) => unprovable !== undefined),
    ];
    return `| ${cells.join(" | ")} |`;
  });
}

describe("verify and status, given ordinary nodes and gateways", function () {
  this.timeout(180_000);
  const run = useProfileBench();

  it("given each of them, then the wiring holds by the lock, and the status is ok", async () => {
    const jobs = NODE_PROFILES.flatMap((profile) =>
      (["lock", "status"] as const).map((task) => ({ profile, task })),
    );

    const runs = await runProfiles(jobs, ({ profile, task }) =>
      run(profile, task, 1),
    );

    expect(mistakesIn(runs)).to.deep.equal([]);
    expect(excessIn(runs)).to.deep.equal([]);
  });

  for (const [task, most] of [
    ["presence", 7],
    ["identity", 8],
    ["wiring", 18],
    ["missing", 60],
  ] as const) {
    it(`given a healthy one and ${task}, then at most ${most} requests are sent`, async () => {
      const geth = NODE_PROFILES.find(({ name }) => name === "geth");

      const ended = geth && (await run(geth, task, 1));

      expect(ended?.outcome).to.equal(task === "missing" ? "failed" : "ok");
      expect(ended?.requests).to.be.at.most(most);
    });
  }

  it("given one that does not offer eth_syncing, then that is said once, and a missing contract is proven", async () => {
    for (const profile of NODE_PROFILES.filter(({ name }) =>
      name.includes("without eth_syncing"),
    )) {
      const { outcome, report } = await run(profile, "missing", 1);

      expect(outcome).to.equal("failed");
      const said = report?.notes.filter((note) => note.includes("eth_syncing"));
      expect(said).to.have.lengthOf(1);
    }
  });

  it("are at most eight of which something is documented as unknown", () => {
    const unknown = NODE_PROFILES.filter(
      ({ unknowable, unprovable }) =>
        unknowable !== undefined || unprovable !== undefined,
    );

    expect(unknown.length).to.be.at.most(8);
  });

  it("has more than sixty, each with a name of its own and a source, which the guide counts", () => {
    const names = NODE_PROFILES.map(({ name }) => name);
    expect(names.length).to.be.above(60);
    expect(new Set(names).size).to.equal(names.length);
    for (const { source } of NODE_PROFILES) {
      expect(source).to.match(/\S{4}/);
    }
    const guide = readFileSync("bench/RESULTS.md", "utf8");
    expect(guide.replaceAll(/^ +| +(?= )/gm, "")).to.contain(
      profileRows().join("\n"),
    );
  });
});
