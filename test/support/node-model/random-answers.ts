import { rewritten } from "./behaviours.ts";
import type { FaultChains } from "./chains.ts";
import { expectNoFailure, type FaultResult, runFaultCase } from "./run-case.ts";
import { type Behaviour, honest } from "./server.ts";
import {
  ALL_FAULTS,
  OVERSIZED_FAULTS,
  SLOW_FAULTS,
} from "./transport-faults.ts";
import { runPooled, type SeededRandom, seededRandom } from "./trials.ts";

const MAX_DELAY_MS = 25;

/** Faults of the wire that take no time. */
const QUICK_FAULTS = Object.entries(ALL_FAULTS).flatMap(([name, fault]) =>
  name in SLOW_FAULTS || name in OVERSIZED_FAULTS ? [] : [fault],
);

/** Random damage to answers. None of it makes another honest answer of one. */
const KINDS: Readonly<Record<string, (random: SeededRandom) => Behaviour>> = {
  "any fault of the wire": (random) =>
    random.pick([honest, ...QUICK_FAULTS] as const),
  "cut somewhere": (random) =>
    rewritten((text) => text.slice(0, random.below(text.length))),
  "bytes replaced": (random) => rewritten((text) => corrupted(text, random)),
  late: (random) => (exchange) => {
    setTimeout(() => {
      if (!exchange.socket.destroyed) {
        honest(exchange);
      }
    }, random.below(MAX_DELAY_MS));
  },
};

/** Some characters that are no digits of hex. */
const JUNK = ['"', "{", "}", ",", "\\", "z", " ", "\u0000", "\u007f"] as const;

function corrupted(text: string, random: SeededRandom): string {
  const characters = [...text];
  const count = 1 + random.below(4);
  for (let nth = 0; nth < count; nth++) {
    // The start of an answer holds its structure; the rest is mostly hex.
    const within = random.fraction() < 0.5 ? 80 : characters.length;
    const at = random.below(Math.min(within, characters.length));
    characters[at] = random.pick(JUNK);
  }
  return characters.join("");
}

const AT_A_TIME = 12;
const { ALPHA_FAULT_SEED = "20231107" } = process.env;

/**
 * Runs `count` trials with a seed of its own each, from `first` and `ALPHA_FAULT_SEED`
 * on. Fails where a verdict is wrong, or something hangs, leaks or crashes.
 *
 * @returns what came of them
 */
export async function expectTruthOfDamaged(
  chains: FaultChains,
  first: number,
  count: number,
): Promise<readonly FaultResult[]> {
  const from = Number(ALPHA_FAULT_SEED) + first;
  const seeds = Array.from({ length: count }, (_, index) => from + index);
  const done = await runPooled(seeds, AT_A_TIME, async (seed) => {
    const random = seededRandom(seed);
    const task = random.fraction() < 0.75 ? "verify" : "status";
    const [one, ...others] = Object.values(KINDS);
    const only = random.fraction() < 0.5 ? random.pick([one, ...others]) : null;
    const rate = random.pick([0.05, 0.1, 0.3, 0.6, 1]);
    return await runFaultCase({
      behaviour: `ALPHA_FAULT_SEED=${seed}`,
      scope: `${100 * rate} %`,
      task,
      path: random.pick(["probe", "single"]),
      chain:
        task === "status"
          ? chains.whole
          : random.pick([chains.whole, chains.lacking]),
      behave: () => (exchange) => {
        const own = seededRandom(Math.imul(seed, 0x85ebca6b) ^ exchange.nth);
        const isHit = own.fraction() < rate;
        const kind = only ?? own.pick([one, ...others]);
        (isHit ? (kind?.(own) ?? honest) : honest)(exchange);
      },
      mustRecover: false,
    });
  });
  expectNoFailure(done);
  return done;
}
