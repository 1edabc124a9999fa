import { expect } from "chai";
import { codeSizeAt } from "../../bench/chain/bench-contract.ts";
import {
  type BenchList,
  indexesOf,
  REGISTRY,
} from "../../bench/chain/bench-list.ts";
import { extrapolate } from "../../bench/measure/extrapolate.ts";
import {
  median,
  medianDifference,
  medianRatio,
} from "../../bench/measure/statistics.ts";
import type { Measurement } from "../../bench/measure/types.ts";
import { PARTS, parseOptions } from "../../bench/options.ts";
import { COMMANDS } from "../../bench/plugin/commands.ts";
import type { CommandTimes } from "../../bench/plugin/measure-commands.ts";
import { parseTimes } from "../../bench/plugin/run-measured.ts";
import { checkGoals } from "../../bench/report/goals.ts";
import { toMarkdown } from "../../bench/report/markdown.ts";
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
        verify: ratio(1.6),
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

  it("given a registry, judges the counted round trips, and shows the time", () => {
    const [open, fresh] = checkGoals(
      result([registryTrips("registry", 1, 90)]),
    );

    expect([open?.isMet, open?.actual]).to.deep.equal([
      true,
      "1 (1.80 times the round trip's time)",
    ]);
    expect([fresh?.isMet, fresh?.actual]).to.deep.equal([
      true,
      "2 (2.80 times the round trip's time)",
    ]);
  });

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

describe("toMarkdown", () => {
  it("given a way that fails, shows why in place of its figures", () => {
    const text = toMarkdown(
      result([
        measurement("read-codes", INCOMPLETE, { ms: 100 }),
        measurement("viem-batch", INCOMPLETE, { ms: 1, failure: "too large" }),
      ]),
    );

    expect(text).to.match(/batch: true` +\| fails: too large/);
  });

  it("given commands, shows their CPU time next to what they are compared with", () => {
    const text = toMarkdown(limits(0));

    expect(text).to.match(
      /\| `hardhat --help`, no plugin +\| 400 ms \| 200 ms +\| +\| +\| +\|/,
    );
    expect(text).to.match(
      /\| `hardhat alpha networks` +\| 500 ms \| 250 ms +\| `hardhat --help`, no plugin +\| 1\.25 × \| 50\.0 ms/,
    );
    expect(text).to.match(
      /`devnetSandbox`, with all contracts +\| 45\.5 ms \| 40\.0 ms/,
    );
  });
});

describe("extrapolate", () => {
  it("given runs of a list, scales time, bytes and trips, but neither sockets nor memory", () => {
    const { cold, peakBytes, extrapolatedFrom } = extrapolate(
      measurement("cast", { ...INCOMPLETE, count: 100 }, { ms: 50 }),
      1_000,
    );

    expect(cold[0]).to.deep.equal({
      ms: 500,
      wrong: 0,
      traffic: { bytesUp: 100, bytesDown: 10_000, trips: 20, sockets: 1 },
    });
    expect([peakBytes, extrapolatedFrom]).to.deep.equal([1e8, 100]);
  });
});

describe("indexesOf", () => {
  it("given lists, has as many addresses, of which a third or none has no code", () => {
    for (const [list, missing] of [
      [COMPLETE, 0],
      [INCOMPLETE, 333],
    ] as const) {
      const indexes = indexesOf(list);

      expect(new Set(indexes).size).to.equal(1_000);
      expect(indexes.filter((index) => codeSizeAt(index) === 0)).to.have.length(
        missing,
      );
    }
  });
});

describe("statistics", () => {
  for (const [title, actual, expected] of [
    ["the median of an odd number", median([3, 1, 2]), 2],
    ["the median of an even number", median([4, 1, 2, 3]), 2.5],
    ["the median of nothing", median([]), NaN],
    ["a ratio, round by round", medianRatio([2, 30, 2], [1, 10, 2]), 2],
    [
      "a difference, round by round",
      medianDifference([2, 30, 2], [1, 10, 2]),
      1,
    ],
    ["a ratio of more rounds", medianRatio([2, 3], [1]), 2],
    ["a ratio of nothing", medianRatio([], [1]), NaN],
  ] as const) {
    it(`given ${title}, then it is ${expected}`, () => {
      expect(actual).to.deep.equal(expected);
    });
  }
});

describe("parseTimes", () => {
  it("given bash's times with a point or a comma, adds user and system time", () => {
    expect(
      ["1.234 0.200 0.050\n", "12,000 0,001 0,000\n"].map(parseTimes),
    ).to.deep.equal([
      { ms: 1_234, cpuMs: 250 },
      { ms: 12_000, cpuMs: 1 },
    ]);
  });

  for (const text of ["", "1.234 0.200\n", "bash: no time\n", "1 2 3\n"]) {
    it(`given ${JSON.stringify(text)}, refuses it`, () => {
      expect(() => parseTimes(text)).to.throw("bash did not print times");
    });
  }
});

describe("parseOptions", () => {
  const defaults = {
    parts: PARTS,
    counts: [9, 100, 1_000, 10_000],
    json: undefined,
    write: false,
  };
  for (const [args, changes] of [
    [[], {}],
    [["--n", "100,9,100"], { counts: [9, 100] }],
    [["--only", "registry,sandbox"], { parts: ["registry", "sandbox"] }],
  ] as const) {
    it(`given "${args.join(" ")}", takes ${JSON.stringify(changes)} in place of the defaults`, () => {
      expect(parseOptions([...args])).to.deep.equal({
        ...defaults,
        ...changes,
      });
    });
  }

  for (const args of [
    ["--only", "start-up"],
    ["--only", ""],
    ["--only", "commands", "--write"],
    ["--n", "0"],
    ["--n", ""],
    ["--n", "9,x"],
    ["--n", "1e3"],
    ["--n", "20001"],
    ["--n"],
    ["--nn", "9"],
    ["9"],
  ]) {
    it(`given ${args.join(" ") || "nothing"}, refuses with the usage`, () => {
      expect(() => parseOptions(args)).to.throw(/Usage: npm run bench/);
    });
  }
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
