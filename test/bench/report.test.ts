import { expect } from "chai";
import { type BenchList, REGISTRY } from "../../bench/chain/bench-list.ts";
import type { Measurement } from "../../bench/measure/types.ts";
import { COMMANDS } from "../../bench/plugin/commands.ts";
import type { CommandTimes } from "../../bench/plugin/measure-commands.ts";
import { parseTimes } from "../../bench/plugin/run-measured.ts";
import { checkGoals } from "../../bench/report/goals.ts";
import type { BenchResult } from "../../bench/report/result.ts";
import { writeBetweenMarkers } from "../../bench/report/write-document.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const COMPLETE: BenchList = { kind: "complete", count: 1_000 };
const INCOMPLETE: BenchList = { kind: "incomplete", count: 1_000 };
const LONG: BenchList = { ...INCOMPLETE, count: 10_000 };
const SHORT: BenchList = { ...INCOMPLETE, count: 9 };

interface Given {
  readonly ms: number;
  readonly trips?: number;
  readonly bytesDown?: number;
  readonly wrong?: number;
  readonly peakBytes?: number;
  readonly failure?: string;
}

function measurement(
  methodId: string,
  list: BenchList,
  {
    ms,
    trips = 2,
    bytesDown = 1_000,
    wrong = 0,
    peakBytes = 1e8,
    failure,
  }: Given,
): Measurement {
  const traffic = { bytesUp: 10, bytesDown, sockets: 1, trips };
  const run = { ms, wrong, traffic };
  return { methodId, list, cold: [run], warm: [run], peakBytes, failure };
}

/** Commands that take so many times the CPU time of what they are compared with. */
function commandTimes(ratios: Readonly<Record<string, number>>): CommandTimes {
  const times = new Map<string, number>();
  for (const { id, baseline = "" } of COMMANDS) {
    times.set(id, (times.get(baseline) ?? 200) * (ratios[id] ?? 1));
  }
  return Object.fromEntries(
    [...times].map(([id, cpuMs]) => [
      id,
      // The second round alone was disturbed.
      [
        { ms: 2 * cpuMs, cpuMs },
        { ms: 2_000, cpuMs: 999 },
        { ms: 2 * cpuMs, cpuMs },
      ],
    ]),
  );
}

function result(
  measurements: readonly Measurement[],
  measured: Partial<Pick<BenchResult, "commands" | "sandbox" | "memory">> = {},
): BenchResult {
  const check = {
    roundTripMs: 50,
    firstAnswerMs: 100,
    megabitsUp: 50,
    megabitsDown: 50,
  };
  const noise = { load: 0, jitter: 1 };
  return {
    machine: "a machine",
    noise: { before: noise, after: noise },
    network: {
      shaper: { before: check, after: check },
      lists: [REGISTRY, COMPLETE, INCOMPLETE],
      measurements,
    },
    commands: undefined,
    sandbox: undefined,
    memory: undefined,
    ...measured,
  };
}

/** A registry with so many round trips on open connections, and one more on new ones. */
function registryTrips(
  methodId: string,
  trips: number,
  ms = 50 * trips,
): Measurement {
  const { cold, ...rest } = measurement(methodId, REGISTRY, {
    ms: ms + 50,
    trips: trips + 1,
  });
  const { warm } = measurement(methodId, REGISTRY, { ms, trips });
  return { ...rest, cold, warm };
}

/** Figures of all goals at their limits, or just beyond them. */
function limits(beyond: 0 | 1): BenchResult {
  const ratio = (limit: number) => limit + beyond / 100;
  const long = { ms: 300, peakBytes: 1.25e8 + beyond * 1e6 };
  return result(
    [
      registryTrips("registry", 1 + beyond),
      registryTrips("wiring", 2 + beyond),
      ...[COMPLETE, INCOMPLETE].flatMap((list) => [
        measurement("read-codes", list, {
          ms: 100,
          bytesDown: 149_999 + beyond,
        }),
        measurement("verify-network", list, {
          ms: 200 + beyond,
          wrong: beyond,
        }),
        measurement("viem-parallel", list, { ms: 6_000 + 29 * beyond }),
      ]),
      measurement("verify-network", SHORT, { ms: 500, trips: 12 + beyond }),
      measurement("read-codes", LONG, long),
      measurement("verify-network", LONG, long),
    ],
    {
      commands: commandTimes({
        "help-alpha": ratio(1.05),
        networks: ratio(1.25),
        config: ratio(1.25),
        verify: ratio(1.5),
        "verify-sandbox": ratio(1.15),
      }),
      sandbox: {
        first: [120 + beyond],
        plain: [5, 6],
        sandbox: [45 + beyond, 46 + beyond],
      },
    },
  );
}

describe("checkGoals", () => {
  const { network: _, ...nothing } = result([]);
  for (const [title, given, isMet] of [
    ["figures at their limits", limits(0), true],
    ["figures just beyond their limits", limits(1), false],
    ["no measurements", result([]), undefined],
    ["no network", { ...nothing, network: undefined }, undefined],
  ] as const) {
    it(`given ${title}, then whether a goal is met is ${isMet} for each`, () => {
      expect(checkGoals(given).map((goal) => goal.isMet)).to.deep.equal(
        Array(19).fill(isMet),
      );
    });
  }

  it("given a method of ours that fails, says why, and that a result is missing", () => {
    const goals = checkGoals(
      result([
        measurement("registry", REGISTRY, { ms: 1, failure: "out of order" }),
      ]),
    );

    expect([goals[0]?.actual, goals[0]?.isMet]).to.deep.equal([
      "out of order",
      undefined,
    ]);
    expect(
      goals.find(({ subject }) => subject.startsWith("wrong or missing")),
    ).to.include({ isMet: false, actual: "1 in 2 runs" });
  });

  it("given others that fail or answer wrongly, does not compare with them", () => {
    const ratio = checkGoals(
      result([
        measurement("verify-network", COMPLETE, { ms: 100 }),
        measurement("viem-batch", COMPLETE, { ms: 1, failure: "too large" }),
        measurement("viem-parallel", COMPLETE, { ms: 2, wrong: 1 }),
        measurement("cast", COMPLETE, { ms: 5_000 }),
      ]),
    ).find(
      ({ subject, isMet }) =>
        subject.includes("fastest other client") && isMet !== undefined,
    );

    expect(ratio?.actual).to.match(/^50\.0 times .*cast/);
  });
});

describe("parseTimes", () => {
  it("given bash's times with a point or a comma, adds user and system time", () => {
    expect(
      ["1.234 0.200 0.050\n", "12,000 0,001 0,000\n"].map(parseTimes),
    ).to.deep.equal([
      { ms: 1_234, cpuMs: 250 },
      { ms: 12_000, cpuMs: 1 },
    ]);
    expect(() => parseTimes("1.234 0.200\n")).to.throw(
      "bash did not print times",
    );
  });
});

describe("writeBetweenMarkers", () => {
  const [start, end] = ["start", "end"].map(
    (name) => `<!-- benchmark results: ${name} -->\n`,
  );
  for (const [title, text, expected] of [
    [
      "both markers, replaces what is between them alone",
      `# A\n\n${start}old\n${end}\nB\n`,
      `# A\n\n${start}\nnew\n\n${end}\nB\n`,
    ],
    ["no marker, changes nothing", "nothing\n"],
    ["a marker too few, changes nothing", start ?? ""],
    ["both the wrong way round, changes nothing", `${end}${start}`],
  ] as const) {
    it(`given ${title}`, () => {
      using folder = temporaryFolder({ "a.md": text });
      const write = () => writeBetweenMarkers(folder.at("a.md"), "new");

      if (expected === undefined) {
        expect(write).to.throw("does not have the lines");
      } else {
        write();
      }
      expect(folder.read("a.md")).to.equal(expected ?? text);
    });
  }
});
