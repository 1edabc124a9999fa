import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

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

/** The results of all goals, by their subject and connections. */
function verdicts(given: BenchResult): readonly (boolean | undefined)[] {
  return checkGoals(given).map(({ isMet }) => isMet);
}

const LIMITS = {
  commands: commandTimes({
    "help-alpha": 1.05,
    networks: 1.25,
    config: 1.25,
    verify: 1.6,
    "verify-sandbox": 1.15,
  }),
  sandbox: { first: [120], plain: [5, 6], sandbox: [45, 46] },
};

describe("checkGoals", () => {
  it("given figures at their limits, calls all goals met", () => {
    const given = result(
      [
        registryTrips("registry", 1),
        registryTrips("wiring", 2),
        ...[COMPLETE, INCOMPLETE].flatMap((list) => [
          measurement("read-codes", list, { ms: 100, bytesDown: 149_999 }),
          measurement("verify-network", list, { ms: 200 }),
          measurement("viem-parallel", list, { ms: 6_000 }),
        ]),
        measurement("verify-network", SHORT, { ms: 500, trips: 12 }),
        measurement("read-codes", LONG, { ms: 300, peakBytes: 1.25e8 }),
        measurement("verify-network", LONG, { ms: 300, peakBytes: 1.25e8 }),
      ],
      LIMITS,
    );

    expect(verdicts(given)).to.deep.equal(Array(19).fill(true));
  });

  it("given figures just beyond their limits, calls none of them met", () => {
    const given = result(
      [
        registryTrips("registry", 2),
        registryTrips("wiring", 3),
        ...[COMPLETE, INCOMPLETE].flatMap((list) => [
          measurement("read-codes", list, { ms: 100, bytesDown: 150_000 }),
          measurement("verify-network", list, { ms: 201, wrong: 1 }),
          measurement("viem-parallel", list, { ms: 6_029 }),
        ]),
        measurement("verify-network", SHORT, { ms: 500, trips: 13 }),
        measurement("read-codes", LONG, { ms: 300, peakBytes: 1.26e8 }),
        measurement("verify-network", LONG, { ms: 300, peakBytes: 1.26e8 }),
      ],
      {
        commands: commandTimes({
          "help-alpha": 1.06,
          networks: 1.26,
          config: 1.26,
          verify: 1.61,
          "verify-sandbox": 1.16,
        }),
        sandbox: { first: [121], plain: [5, 6], sandbox: [46, 47] },
      },
    );

    expect(verdicts(given)).to.deep.equal(Array(19).fill(false));
  });

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

  it("given what this run did not measure, calls those goals neither met nor missed", () => {
    const { network: _, ...nothing } = result([]);

    expect(verdicts(result([]))).to.deep.equal(Array(19).fill(undefined));
    expect(verdicts({ ...nothing, network: undefined })).to.deep.equal(
      Array(19).fill(undefined),
    );
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
    const text = toMarkdown(result([], LIMITS));

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
  it("given an odd or even number of values, finds the middle", () => {
    expect(median([3, 1, 2])).to.equal(2);
    expect(median([4, 1, 2, 3])).to.equal(2.5);
    expect(median([])).to.be.NaN;
  });

  it("given values and a baseline, compares them round by round", () => {
    expect(medianRatio([2, 30, 2], [1, 10, 2])).to.equal(2);
    expect(medianDifference([2, 30, 2], [1, 10, 2])).to.equal(1);
    expect(medianRatio([2, 3], [1])).to.equal(2);
    expect(medianRatio([], [1])).to.be.NaN;
  });
});

describe("parseTimes", () => {
  it("given bash's times, adds user and system time", () => {
    expect(parseTimes("1.234 0.200 0.050\n")).to.deep.equal({
      ms: 1_234,
      cpuMs: 250,
    });
    expect(parseTimes("12,000 0,001 0,000\n")).to.deep.equal({
      ms: 12_000,
      cpuMs: 1,
    });
  });

  for (const text of [
    "",
    "1.234 0.200\n",
    "bash: time: not found\n",
    "1 2 3\n",
  ]) {
    it(`given ${JSON.stringify(text)}, refuses it`, () => {
      expect(() => parseTimes(text)).to.throw("bash did not print times");
    });
  }
});

describe("parseOptions", () => {
  it("given nothing, takes all parts and the four lengths", () => {
    expect(parseOptions([])).to.deep.equal({
      parts: PARTS,
      counts: [9, 100, 1_000, 10_000],
      json: undefined,
      write: false,
    });
  });

  it("given lengths, takes each once in ascending order", () => {
    expect(parseOptions(["--n", "100,9,100"]).counts).to.deep.equal([9, 100]);
  });

  it("given parts, takes those", () => {
    expect(parseOptions(["--only", "registry,sandbox"]).parts).to.deep.equal([
      "registry",
      "sandbox",
    ]);
  });

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
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "alpha-bench-"));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("given both markers, replaces what is between them alone", () => {
    const file = join(folder, "a.md");
    writeFileSync(
      file,
      "# A\n\n<!-- benchmark results: start -->\nold\n<!-- benchmark results: end -->\n\nB\n",
    );

    writeBetweenMarkers(file, "new");

    expect(readFileSync(file, "utf8")).to.equal(
      "# A\n\n<!-- benchmark results: start -->\n\nnew\n\n<!-- benchmark results: end -->\n\nB\n",
    );
  });

  it("given a marker too few, or both the wrong way round, changes nothing", () => {
    const file = join(folder, "b.md");
    for (const text of [
      "nothing\n",
      "<!-- benchmark results: start -->\n",
      "<!-- benchmark results: end -->\n<!-- benchmark results: start -->\n",
    ]) {
      writeFileSync(file, text);

      expect(() => writeBetweenMarkers(file, "new")).to.throw(
        "does not have the lines",
      );
      expect(readFileSync(file, "utf8")).to.equal(text);
    }
  });
});
