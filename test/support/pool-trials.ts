import { expect } from "chai";
import { falseVerdicts, type Worlds } from "./model-worlds.ts";
import { nodeOf, poolCases, poolOf, worldOf } from "./pool-cases.ts";
import { whyUnknowable } from "./pool-limits.ts";
import { runPooled } from "./run-pooled.ts";
import { seededRandom } from "./seeded-random.ts";

const AT_A_TIME = 20;

/** What came of the pools. */
export interface PoolTrials {
  readonly trials: number;
  readonly falsePositives: readonly string[];
  readonly falseNegatives: readonly string[];
  /** Endpoints of which a verification did not end. */
  readonly hangs: readonly string[];
  /** Endpoints that showed two blocks of one number and got a verdict all the same. */
  readonly unheeded: readonly string[];
  /** Endpoints with wrong verdicts that no client could avoid, by the reason. */
  readonly unknowable: ReadonlyMap<string, number>;
  /** Endpoints that are said to be such, without a wrong verdict. */
  readonly avoided: readonly string[];
  /** For people. */
  readonly summary: string;
}

/** Fails where a verdict is wrong that a client could know, and names the first ones. */
export function expectNoneWrong(done: PoolTrials): void {
  expect(done.falseNegatives.slice(0, 20)).to.deep.equal([]);
  expect(done.falsePositives.slice(0, 20)).to.deep.equal([]);
  expect(done.hangs).to.deep.equal([]);
  expect(done.unheeded).to.deep.equal([]);
  expect(done.avoided).to.deep.equal([]);
}

/** Verifies each `step`th kind of pool so often, with seeds from `seed` on. */
export async function runPoolTrials(
  worlds: Worlds,
  { seed, times, step }: Readonly<Record<"seed" | "times" | "step", number>>,
): Promise<PoolTrials> {
  const kinds = poolCases(worlds);
  const trials = Array.from({ length: times }, () => kinds)
    .flat()
    .map((one, index) => ({ one, seed: seed + index }))
    .filter((_, index) => index % step === 0);
  const truths = new Map<string, ReturnType<Worlds["verify"]>>();
  const outcomes = new Map<string, number>();
  const unknowable = new Map<string, number>();
  const falsePositives: string[] = [];
  const falseNegatives: string[] = [];
  const hangs: string[] = [];
  const unheeded: string[] = [];
  const avoided: string[] = [];
  await runPooled(trials, AT_A_TIME, async ({ one, seed: ownSeed }) => {
    const { own, other, foreignMethods, ...shown } = one;
    const name = `seed ${ownSeed}, ${own.name}, ${other.name}, ${JSON.stringify(shown)}`;
    const { level, isLocked } = one;
    const random = seededRandom(Math.imul(ownSeed, 0x85ebca6b));
    const pool = poolOf(one, random);
    const verifying = worlds.verify(pool, {
      level,
      isLocked,
      random: () => random.fraction(),
    });
    const report = await verifying.catch((error: unknown) => {
      if (!pool.isEndless()) {
        throw error;
      }
    });
    if (report === undefined) {
      hangs.push(name);
      return;
    }
    if (pool.hasForked() && report.outcome !== "unknown") {
      unheeded.push(name);
    }
    outcomes.set(report.outcome, (outcomes.get(report.outcome) ?? 0) + 1);
    const world = await worldOf(one, report.block);
    const key = `${world.name} ${level}`;
    const truth =
      truths.get(key) ?? worlds.verify({ request: nodeOf(world) }, { level });
    truths.set(key, truth);
    const found = falseVerdicts(report, await truth, worlds.lock);
    const isWrong = found.negatives.length + found.positives.length > 0;
    const reason = whyUnknowable(one);
    if (reason !== undefined) {
      if (isWrong) {
        unknowable.set(reason, (unknowable.get(reason) ?? 0) + 1);
      } else {
        avoided.push(name);
      }
      return;
    }
    falseNegatives.push(...found.negatives.map((line) => `${name}: ${line}`));
    falsePositives.push(...found.positives.map((line) => `${name}: ${line}`));
  });
  return {
    trials: trials.length,
    falsePositives,
    falseNegatives,
    hangs,
    unheeded,
    unknowable,
    avoided,
    summary: [
      `${trials.length} endpoints of two backends from seed ${seed}: ${[...outcomes].map(([outcome, count]) => `${outcome} ${count}`).join(", ")}; false negatives ${falseNegatives.length}, false positives ${falsePositives.length}, hangs ${hangs.length}`,
      ...[...unknowable].map(
        ([reason, count]) =>
          `${count} wrong, as no client could know: ${reason}`,
      ),
    ].join("\n"),
  };
}
