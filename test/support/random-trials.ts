import { expect } from "chai";
import { type FaultResult, runFaultCase } from "./fault-case.ts";
import type { FaultChains } from "./fault-chains.ts";
import { describeResult } from "./fault-table.ts";
import {
  FAULT_KINDS,
  type RandomFaultsLog,
  type RandomFaultsParameters,
  randomFaults,
} from "./random-faults.ts";
import { runPooled } from "./run-pooled.ts";
import { seededRandom } from "./seeded-random.ts";

/** What came of many trials. */
export interface RandomTrials {
  readonly trials: number;
  /** Those of which no answer could be an honest node's. */
  readonly counted: number;
  readonly true: number;
  readonly unknown: number;
  /** Trials that must not be, one line each. */
  readonly failures: readonly string[];
  /** For people. */
  readonly summary: string;
}

const AT_A_TIME = 12;
const DEFAULT_SEED = 20_231_107;

/** `ALPHA_FAULT_SEED`, to run the trials from another one on. */
export function faultSeed(): number {
  const given = process.env["ALPHA_FAULT_SEED"];
  return given === undefined ? DEFAULT_SEED : Number(given);
}

/** Fails where a trial must not be, and unless enough of them could tell something. */
export function expectNoFailure(done: RandomTrials, trials: number): void {
  const { failures } = done;
  expect(failures.length, failures.slice(0, 20).join("\n")).to.equal(0);
  expect(done.trials).to.equal(trials);
  expect(done.counted).to.be.above(trials / 2);
  expect(done.true).to.be.above(trials / 10);
  expect(done.unknown).to.be.above(trials / 10);
}

/** Runs `count` trials, each with a seed of its own from `seed` on. */
export async function runRandomTrials(
  chains: FaultChains,
  seed: number,
  count: number,
): Promise<RandomTrials> {
  const seeds = Array.from({ length: count }, (_, index) => seed + index);
  const done = await runPooled(seeds, AT_A_TIME, (one) => trial(chains, one));
  const counted = done.filter(({ log }) => log.excuses.size === 0);
  const excused = done.filter(({ log }) => log.excuses.size > 0);
  const failures = [
    ...counted.filter(({ result }) => result.verdict === "mis-report"),
    ...done.filter(
      ({ result: { verdict, leaks } }) =>
        verdict === "hang" || verdict === "crash" || leaks.length > 0,
    ),
  ].map(
    ({ seed: one, result }) =>
      `ALPHA_FAULT_SEED=${one} · ${describeResult(result)}`,
  );
  const verdicts = (wanted: FaultResult["verdict"]) =>
    counted.filter(({ result }) => result.verdict === wanted).length;
  const reasons = Map.groupBy(
    excused.flatMap(({ log }) => [...log.excuses]),
    (excuse) => excuse,
  );
  const kinds = FAULT_KINDS.map(
    (kind) =>
      `${kind} ${done.reduce((sum, { log }) => sum + (log.counts.get(kind) ?? 0), 0)}`,
  );
  return {
    trials: done.length,
    counted: counted.length,
    true: verdicts("true"),
    unknown: verdicts("unknown"),
    failures,
    summary: [
      `seed ${seed}: ${done.length} trials; faults: ${kinds.join(", ")}`,
      `counted ${counted.length}: ${verdicts("true")} true, ${verdicts("unknown")} unknown, ${verdicts("mis-report")} mis-reports`,
      `excluded ${excused.length}, since an honest node could have given ${[...reasons].map(([reason, all]) => `${reason} (${all.length})`).join(", ")}; of these ${excused.filter(({ result }) => result.verdict !== "mis-report").length} were true or unknown all the same`,
    ].join("\n"),
  };
}

async function trial(chains: FaultChains, seed: number) {
  const random = seededRandom(seed);
  const log: RandomFaultsLog = { counts: new Map(), excuses: new Set() };
  const task = random.fraction() < 0.75 ? "verify" : "status";
  const kinds: RandomFaultsParameters["kinds"] =
    random.fraction() < 0.5 ? FAULT_KINDS : [random.pick(FAULT_KINDS)];
  const rate = random.pick([0.05, 0.1, 0.3, 0.6, 1]);
  const result = await runFaultCase({
    group: "random",
    behaviour: kinds.join(", "),
    scope: `${100 * rate} %`,
    task,
    path: random.pick(["probe", "single"]),
    chain:
      task === "status"
        ? chains.whole
        : random.pick([chains.whole, chains.lacking]),
    behave: () => randomFaults({ seed, rate, kinds, log }),
    mustRecover: false,
  });
  return { seed, result, log };
}
