import { expect } from "chai";
import { backend } from "../../support/node-model/backends.ts";
import {
  after,
  forMethod,
  oneIn,
  result,
  rpcError,
} from "../../support/node-model/behaviours.ts";
import {
  excessIn,
  mistakesIn,
  type ProfileRun,
  runProfiles,
  useProfileBench,
} from "../../support/node-model/profile-node.ts";
import {
  NODE_PROFILES,
  type NodeProfile,
} from "../../support/node-model/profiles.ts";
import type { Behaviour } from "../../support/node-model/server.ts";

/** Ten for the table in bench/RESULTS.md. */
const TIMES = Number(process.env["NODE_PROFILE_RUNS"] ?? 1);
const LEVELS = ["presence", "identity", "wiring"] as const;
/** `npm test` runs a lock and the status of each node once. */
const TASKS = TIMES > 1 ? ([...LEVELS, "lock", "status"] as const) : LEVELS;
/** What is missing takes seven passes, so it is looked for less often. */
const MISSING_TIMES = Math.ceil(TIMES / 3);

const METHODS = [
  "eth_call",
  "eth_getStorageAt",
  "eth_getCode",
  "eth_getBlockByNumber",
];
const ANSWERS: Readonly<Record<string, Behaviour>> = {
  "an error": rpcError(-32000, "busy"),
  null: result(null),
  // A short number is a value: some nodes send words of storage without zeros.
  "no number": result("0xzz"),
  zero: result(`0x${"0".repeat(64)}`),
};
/** Which answers are replaced. One that is always zero is a consistent lie. */
const SCOPES: Readonly<Record<string, (fault: Behaviour) => Behaviour>> = {
  "at every second request": (fault) => oneIn(2, fault),
  always: (fault) => fault,
  "after the first requests": (fault) => after(5, fault),
};
const FAILING = METHODS.flatMap((method) =>
  Object.entries(ANSWERS).flatMap(([answer, fault]) =>
    Object.entries(SCOPES)
      .slice(0, answer === "zero" ? 1 : undefined)
      .map(
        ([scope, inScope]): NodeProfile => ({
          family: "methods that fail",
          name: `${answer} for ${method}, ${scope}`,
          source: "test/slow/faults",
          start: (chain) => ({
            ask: backend(chain),
            behaviour: inScope(forMethod(method, fault)),
          }),
          timeoutMs: 5_000,
          unknowable: { lock: "it fails" },
        }),
      ),
  ),
);

describe("verify and status, given ordinary nodes and gateways", function () {
  this.timeout(30 * 60_000);
  const run = useProfileBench();

  async function runAll(
    profiles: readonly NodeProfile[],
    task: ProfileRun["task"],
    times: number,
  ): Promise<readonly ProfileRun[]> {
    const jobs = profiles.flatMap((profile) =>
      Array.from({ length: times }, (_, seed) => ({ profile, seed })),
    );
    return await runProfiles(jobs, ({ profile, seed }) =>
      run(profile, task, seed),
    );
  }

  for (const task of TASKS) {
    it(`given each of them and ${task}, then all is ok, or unknown where nobody could know`, async () => {
      const runs = await runAll(NODE_PROFILES, task, TIMES);

      expect(mistakesIn(runs)).to.deep.equal([]);
      expect(excessIn(runs)).to.deep.equal([]);
      expect(runs.length).to.equal(TIMES * NODE_PROFILES.length);
    });
  }

  it("given each of them without a contract, then that one is proven to be missing, or the time that it takes is named", async () => {
    const runs = await runAll(NODE_PROFILES, "missing", MISSING_TIMES);

    expect(mistakesIn(runs)).to.deep.equal([]);
    expect(excessIn(runs)).to.deep.equal([]);
    const late = runs.filter(
      ({ profile, outcome }) =>
        /rate limits|slow/.test(profile.family) && outcome === "unknown",
    );
    for (const { reason } of late) {
      expect(reason).to.contain("set its timeout to 60000");
    }
  });

  it("given the slowest of them, and the longest timeout, then a missing contract is proven", async () => {
    const slowest = NODE_PROFILES.filter(({ name }) =>
      /limit_req of 2 a second|needs 4 s/.test(name),
    ).map((profile): NodeProfile => {
      const { unprovable: _, ...rest } = profile;
      return { ...rest, timeoutMs: 60_000 };
    });

    const runs = await runAll(slowest, "missing", 1);

    expect(runs.length).to.equal(2);
    expect(mistakesIn(runs)).to.deep.equal([]);
  });

  it("given each method failing always, at every second request, or after the first ones, then nothing that could not be read is called changed", async () => {
    const runs = await runAll(FAILING, "lock", 1);

    expect(runs.length).to.be.above(30);
    expect(mistakesIn(runs)).to.deep.equal([]);
    expect(runs.flatMap(({ report }) => report?.lock?.changes ?? [])).to.be
      .empty;
  });
});
