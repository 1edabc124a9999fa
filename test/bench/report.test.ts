import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";

import { extrapolate } from "../../bench/measure/extrapolate.ts";
import { median, spread } from "../../bench/measure/statistics.ts";
import type { Measurement } from "../../bench/measure/types.ts";
import { parseOptions } from "../../bench/options.ts";
import { checkGoals } from "../../bench/report/goals.ts";
import { toMarkdown } from "../../bench/report/markdown.ts";
import type { BenchResult } from "../../bench/report/result.ts";
import { writeBetweenMarkers } from "../../bench/report/write-document.ts";

interface Given {
  readonly ms: number;
  readonly bytesDown?: number;
  readonly wrong?: number;
  readonly peakBytes?: number;
  readonly failure?: string;
}

function measurement(
  methodId: string,
  count: number,
  { ms, bytesDown = 1_000, wrong = 0, peakBytes = 1e8, failure }: Given,
): Measurement {
  const traffic = { bytesUp: 10, bytesDown, sockets: 1, trips: 2 };
  const run = { ms, wrong, traffic };
  return { methodId, count, cold: [run], warm: [run], peakBytes, failure };
}

function result(
  measurements: readonly Measurement[],
  registryMs = 100,
  helpMs = 105,
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
    shaper: { before: check, after: check },
    counts: [1_000],
    measurements,
    registry: measurement("registry", 0, { ms: registryMs }),
    startUp: {
      none: [100, 200, 1_000],
      viem: [101, 202, 1_010],
      // The second pair alone was disturbed.
      alpha: [helpMs, 900, 10 * helpMs],
      cleanNone: [200],
      cleanAlpha: [220],
      config: [300],
    },
    sandbox: { plain: [9, 5], sandbox: [90, 40] },
  };
}

function verdicts(given: BenchResult): readonly (boolean | undefined)[] {
  return checkGoals(given).map(({ isMet }) => isMet);
}

describe("checkGoals", () => {
  it("given figures at their limits, calls all goals met", () => {
    expect(
      verdicts(
        result(
          [
            measurement("read-codes", 1_000, { ms: 100, bytesDown: 149_999 }),
            measurement("read-codes", 10_000, { ms: 300, peakBytes: 1.25e8 }),
            measurement("viem-parallel", 1_000, { ms: 4_000 }),
          ],
          125,
        ),
      ),
    ).to.deep.equal([true, true, true, true, true, true, true, true]);
  });

  it("given figures just beyond their limits, calls none of them met", () => {
    expect(
      verdicts(
        result(
          [
            measurement("read-codes", 1_000, {
              ms: 100,
              bytesDown: 150_000,
              wrong: 1,
            }),
            measurement("read-codes", 10_000, { ms: 300, peakBytes: 1.26e8 }),
            measurement("viem-parallel", 1_000, { ms: 3_999 }),
          ],
          126,
          105.1,
        ),
      ),
    ).to.deep.equal([false, false, false, false, false, false, false, false]);
  });

  it("given what this run did not measure, calls those goals neither met nor missed", () => {
    expect(verdicts(result([])).slice(2, 6)).to.deep.equal([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("given others that fail or answer wrongly, does not compare with them", () => {
    const ratio = checkGoals(
      result([
        measurement("read-codes", 1_000, { ms: 100 }),
        measurement("viem-batch", 1_000, { ms: 1, failure: "too large" }),
        measurement("viem-parallel", 1_000, { ms: 2, wrong: 1 }),
        measurement("cast", 1_000, { ms: 5_000 }),
      ]),
    )[2];

    expect(ratio?.actual).to.match(/^50\.0 times .*cast/);
  });
});

describe("toMarkdown", () => {
  it("given a way that fails, shows why in place of its figures", () => {
    const text = toMarkdown(
      result([
        measurement("read-codes", 1_000, { ms: 100 }),
        measurement("viem-batch", 1_000, { ms: 1, failure: "too large" }),
      ]),
    );

    expect(text).to.match(/batch: true` +\| fails: too large/);
  });

  it("given extrapolated figures, marks them as such", () => {
    const text = toMarkdown(
      result([extrapolate(measurement("cast", 100, { ms: 2_000 }), 1_000)]),
    );

    expect(text).to.match(/cast.*extrapolated from 100\) *\| ≈ 20 000 ms/);
  });

  it("given commands with and without the plugin, shows their pairs' ratios", () => {
    const text = toMarkdown(result([]));

    expect(text).to.match(/which includes hardhat-viem +\| 900 ms \| 1\.050 ×/);
    expect(text).to.match(
      /`hardhat clean`, this plugin .*\| 1\.100 ×.*20\.0 ms/,
    );
    expect(text).to.match(/alpha config devnet`.*\| 1\.500 ×/);
  });
});

describe("extrapolate", () => {
  it("given runs of a list, scales time, bytes and trips, but neither sockets nor memory", () => {
    const { cold, peakBytes, extrapolatedFrom } = extrapolate(
      measurement("cast", 100, { ms: 50 }),
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

describe("statistics", () => {
  it("given an odd or even number of values, finds the middle", () => {
    expect(median([3, 1, 2])).to.equal(2);
    expect(median([4, 1, 2, 3])).to.equal(2.5);
    expect(median([])).to.be.NaN;
  });

  it("given one value, has no spread", () => {
    expect(spread([5])).to.equal(0);
    expect(spread([1, 2, 3])).to.equal(1);
  });
});

describe("parseOptions", () => {
  it("given nothing, takes the four lengths", () => {
    expect(parseOptions([])).to.deep.equal({
      counts: [9, 100, 1_000, 10_000],
      json: undefined,
      write: false,
    });
  });

  it("given lengths, takes each once in ascending order", () => {
    expect(parseOptions(["--n", "100,9,100"]).counts).to.deep.equal([9, 100]);
  });

  for (const args of [
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
