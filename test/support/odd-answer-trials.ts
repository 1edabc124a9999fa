import { expect } from "chai";
import type { NetworkVerification } from "../../src/verify/report.ts";
import { modelNode } from "./model-chain.ts";
import {
  falseVerdicts,
  WORLD_TIME,
  type WorldOptions,
  type Worlds,
} from "./model-worlds.ts";
import { withOddAnswers } from "./odd-answers.ts";
import { runPooled } from "./run-pooled.ts";
import { seededRandom } from "./seeded-random.ts";

/** What came of trials. */
export interface OddAnswerTrials {
  readonly trials: number;
  readonly falseNegatives: readonly string[];
  readonly falsePositives: readonly string[];
  /** Of the trials, those whose outcome is the true one, by outcome. */
  readonly trueOutcomes: Readonly<Record<string, number>>;
  /** For people. */
  readonly summary: string;
}

const AT_A_TIME = 40;
const LEVELS = ["presence", "identity", "wiring"] as const;

/** Fails where a verdict is wrong, and names the first ones. */
export function expectNoneWrong(done: OddAnswerTrials): void {
  expect(done.falseNegatives.slice(0, 20)).to.deep.equal([]);
  expect(done.falsePositives.slice(0, 20)).to.deep.equal([]);
}

/** Runs `count` trials, each with a seed of its own from `seed` on. */
export async function runOddAnswerTrials(
  worlds: Worlds,
  { seed, count, rate }: Readonly<Record<"seed" | "count" | "rate", number>>,
): Promise<OddAnswerTrials> {
  const truths = new Map<string, Promise<NetworkVerification>>();
  let requests = 0;

  async function trial(one: number) {
    const random = seededRandom(Math.imul(one, 0x85ebca6b));
    const [first, ...rest] = worlds.all;
    if (first === undefined) {
      throw new Error("there is no world");
    }
    const world = random.pick([first, ...rest]);
    const takesBlockHash = random.fraction() < 0.75;
    const runsPrograms = random.fraction() < 0.75;
    const options: WorldOptions = {
      level: random.pick(LEVELS),
      ...random.pick<Pick<WorldOptions, "isLocked" | "isWritten">>([
        {},
        { isLocked: true },
        { isWritten: true },
      ]),
    };
    const node = modelNode({
      ...world,
      head: 1_000n,
      timestamp: WORLD_TIME,
      takesBlockHash,
      runsPrograms,
    });
    const name = [
      world.name,
      takesBlockHash,
      runsPrograms,
      options.level,
    ].join();
    const truth =
      truths.get(name) ??
      worlds.verify({ request: node }, { level: options.level ?? "presence" });
    truths.set(name, truth);
    const odd = withOddAnswers(node, random, rate);
    const report = await worlds.verify(
      {
        request: async (method, params) => {
          requests += 1;
          return await odd(method, params);
        },
      },
      { ...options, random: () => random.fraction() },
    );
    const found = falseVerdicts(report, await truth, worlds.lock);
    const tell = (line: string) =>
      `seed ${one}, ${name}, ${JSON.stringify(options)}: ${line}`;
    return {
      outcome: report.outcome,
      isTrue: report.outcome === (await truth).outcome,
      negatives: found.negatives.map(tell),
      positives: found.positives.map(tell),
    };
  }

  const seeds = Array.from({ length: count }, (_, index) => seed + index);
  const done = await runPooled(seeds, AT_A_TIME, trial);
  const trueOutcomes = Object.fromEntries(
    ["ok", "failed", "unknown"].map((outcome) => [
      outcome,
      done.filter((one) => one.isTrue && one.outcome === outcome).length,
    ]),
  );
  const falseNegatives = done.flatMap(({ negatives }) => negatives);
  const falsePositives = done.flatMap(({ positives }) => positives);
  return {
    trials: done.length,
    falseNegatives,
    falsePositives,
    trueOutcomes,
    summary: `${done.length} trials from seed ${seed}, ${100 * rate} % of ${requests} answers odd: outcomes ${Object.entries(
      trueOutcomes,
    )
      .map(([outcome, times]) => `${outcome} and true ${times}`)
      .join(
        ", ",
      )}, unknown ${done.filter(({ outcome }) => outcome === "unknown").length}; false negatives ${falseNegatives.length}, false positives ${falsePositives.length}`,
  };
}
