import { readFileSync } from "node:fs";
import { expect } from "chai";
import {
  backend,
  mistakesIn,
  runProfiles,
  useProfileBench,
} from "../support/node-model/profile-node.ts";
import {
  NODE_PROFILES,
  type NodeProfile,
  profileRows,
} from "../support/node-model/profiles.ts";

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
  });

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

  it("given a chain whose latest block is replaced again and again, then the verification starts anew once, and says why nothing is known", async () => {
    const started: string[] = [];
    const profile: NodeProfile = {
      family: "blocks that are replaced",
      name: "each latest block is replaced",
      source: "test/faults",
      start: (chain) => {
        const ask = backend(chain);
        const { number } = Object(chain.header(chain.head));
        let refused = 0;
        const latest = () =>
          `0x${String(Math.floor(refused / 5)).padStart(64, "f")}`;
        return {
          ask: async (method, params) => {
            if (JSON.stringify(params).includes(latest())) {
              started.push(latest());
              refused += 1;
            }
            const answer = await ask(method, params);
            return Object(answer).number === number
              ? { ...Object(answer), hash: latest() }
              : answer;
          },
        };
      },
    };

    const { outcome, reason } = await run(profile, "missing", 1);

    expect(outcome).to.equal("unknown");
    expect(reason).to.contain("another one has replaced it");
    expect(new Set(started).size).to.equal(2);
  });

  it("has more than sixty, each with a name of its own and a source, which the guide counts", () => {
    const names = NODE_PROFILES.map(({ name }) => name);
    expect(names.length).to.be.above(60);
    expect(new Set(names).size).to.equal(names.length);
    for (const { source } of NODE_PROFILES) {
      expect(source).to.match(/\S{4}/);
    }
    const guide = readFileSync("docs/performance.md", "utf8");
    expect(guide.replaceAll(/^ +| +(?= )/gm, "")).to.contain(
      profileRows().join("\n"),
    );
  });
});
