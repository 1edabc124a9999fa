import { expect } from "chai";
import type { Reply } from "../../../src/http/types.ts";
import type { NetworkVerification } from "../../../src/verify/report.ts";
import { type ModelNode, modelNode, rpcError } from "./model-chain.ts";
import { runPooled, type SeededRandom, seededRandom } from "./trials.ts";
import {
  falseVerdicts,
  WORLD_TIME,
  type WorldOptions,
  type Worlds,
} from "./worlds.ts";

const HEADER_DIGITS = 2 + 4 * 64;

/**
 * A node of which so many answers of a hundred are odd: well-formed and wrong, each
 * by itself. Damage is random, so it never happens to be another true value, but it
 * may be one of those that nodes give in place of an answer, such as `0x`.
 */
function withOddAnswers(
  node: ModelNode,
  random: SeededRandom,
  rate: number,
): ModelNode {
  return async (method, params) => {
    // Drawn before the answer is awaited, so that only the order of requests counts.
    const isOdd = random.fraction() < rate;
    const reply = await node(method, params);
    return isOdd ? oddReply(method, params, reply, random) : reply;
  };
}

function oddReply(
  method: string,
  params: readonly unknown[],
  reply: Reply,
  random: SeededRandom,
): Reply {
  const result = (value: unknown): Reply => ({ ok: true, result: value });
  const digits = (bytes: number) =>
    Array.from({ length: bytes }, () =>
      random.below(256).toString(16).padStart(2, "0"),
    ).join("");
  if (random.fraction() < 0.05) {
    return rpcError(-32000, random.pick(["header not found", "bad luck"]));
  }
  switch (method) {
    case "eth_chainId":
      return result(random.pick(["0x1", "0x64", "0x7ec9", "0x7ec8"]));
    case "web3_clientVersion":
      return result(random.pick(["anvil/v1.0.0", "Geth/v1.10.0", ""]));
    case "eth_syncing":
      return result(
        random.pick<unknown>([
          false,
          { startingBlock: "0x0", currentBlock: "0x1", highestBlock: "0x2" },
        ]),
      );
    case "eth_getTransactionCount":
      return result(random.pick(["0x0", "0x1", "0x50"]));
    case "eth_getCode":
      return result(
        random.pick([
          "0x",
          `0x60${digits(40)}`,
          `0xef0100${digits(20)}`,
          reply.ok ? String(reply.result).slice(0, 202) : "0x",
        ]),
      );
    case "eth_getStorageAt":
      return result(
        random.pick([
          `0x${"0".repeat(64)}`,
          `0x${digits(20).padStart(64, "0")}`,
          `0x${digits(32)}`,
        ]),
      );
    case "eth_getBlockByNumber":
      return result(
        reply.ok && typeof reply.result === "object"
          ? { ...reply.result, ...oddHeader(random, digits) }
          : null,
      );
    case "eth_call":
      return Object(params[0]).to === undefined
        ? oddOutput(reply, random, digits)
        : random.pick<() => Reply>([
            () => result("0x"),
            () => result(`0x${"0".repeat(64)}`),
            () => result(`0x${digits(32)}`),
            () => ({ ...rpcError(3, "execution reverted"), data: "0x" }),
          ])();
    default:
      return reply;
  }
}

function oddHeader(random: SeededRandom, digits: (bytes: number) => string) {
  return random.pick<() => Record<string, string>>([
    () => ({ hash: `0x${digits(32)}` }),
    () => ({ number: "0x3" }),
    () => ({ number: "0xffff", hash: `0x${digits(32)}` }),
    () => ({ timestamp: "0x60000000" }),
  ])();
}

/** The output of a program with some of it changed. */
function oddOutput(
  reply: Reply,
  random: SeededRandom,
  digits: (bytes: number) => string,
): Reply {
  const data = reply.ok ? "" : String(reply.data);
  if (reply.ok || data.length < HEADER_DIGITS) {
    return { ok: true, result: "0x" };
  }
  const at = (start: number, text: string): Reply => ({
    ...reply,
    data: `${data.slice(0, start)}${text}${data.slice(start + text.length)}`,
  });
  const somewhere =
    HEADER_DIGITS + random.below(Math.max(1, data.length - HEADER_DIGITS));
  return random.pick<() => Reply>([
    () => ({ ok: true, result: "0x" }),
    () => at(2 + 64, digits(4).padStart(64, "0")),
    () => at(2 + 2 * 64, "3".padStart(64, "0")),
    () => ({ ...reply, data: data.slice(0, -8) }),
    () => at(somewhere, digits(1).slice(0, data.length - somewhere)),
    () => withoutEntry(reply, data, random),
  ])();
}

/** The output of the probe with no code at one of its addresses. */
function withoutEntry(reply: Reply, data: string, random: SeededRandom): Reply {
  const entries: [start: number, end: number][] = [];
  for (let at = HEADER_DIGITS; at < data.length; ) {
    const size = Number.parseInt(data.slice(at, at + 8), 16);
    const end = at + (size === 0 ? 8 : 8 + 64);
    entries.push([at, end]);
    at = end;
  }
  const [start, end] = entries[random.below(entries.length)] ?? [0, 0];
  return {
    ...reply,
    data: `${data.slice(0, start)}00000000${data.slice(end)}`,
  } as Reply;
}

/** What came of trials. */
export interface OddAnswerTrials {
  readonly trials: number;
  readonly falseNegatives: readonly string[];
  readonly falsePositives: readonly string[];
  /** Of the trials, those whose outcome is the true one, by outcome. */
  readonly trueOutcomes: Readonly<Record<string, number>>;
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
      { request: odd },
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
  };
}
