import { expect } from "chai";
import type { Reply } from "../../../src/http/types.ts";
import type { JudgedNetwork } from "../../../src/verify/found.ts";
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

type Digits = (bytes: number) => string;

function oddReply(
  method: string,
  params: readonly unknown[],
  reply: Reply,
  random: SeededRandom,
): Reply {
  const digits: Digits = (bytes) =>
    Array.from({ length: bytes }, () =>
      random.below(256).toString(16).padStart(2, "0"),
    ).join("");
  if (random.fraction() < 0.05) {
    return rpcError(-32000, random.pick(["header not found", "bad luck"]));
  }
  if (method === "eth_call") {
    const results = ["0x", `0x${"0".repeat(64)}`, `0x${digits(32)}`];
    return Object(params[0]).to === undefined
      ? oddOutput(reply, random, digits)
      : random.pick<Reply>([
          { ...rpcError(3, "execution reverted"), data: "0x" },
          ...results.map((result) => ({ ok: true, result }) as const),
        ]);
  }
  const odd = oddResults(reply.ok ? reply.result : null, digits)[method]?.();
  return odd === undefined ? reply : { ok: true, result: random.pick(odd) };
}

/** Results that are well-formed and wrong, by method. */
function oddResults(
  result: unknown,
  digits: Digits,
): Readonly<Record<string, () => readonly [unknown, ...unknown[]]>> {
  const header = Object(result);
  return {
    eth_chainId: () => ["0x1", "0x64", "0x7ec9", "0x7ec8"],
    web3_clientVersion: () => ["anvil/v1.0.0", "Geth/v1.10.0", ""],
    eth_syncing: () => [
      false,
      { startingBlock: "0x0", currentBlock: "0x1", highestBlock: "0x2" },
    ],
    eth_getTransactionCount: () => ["0x0", "0x1", "0x50"],
    eth_getCode: () => [
      "0x",
      `0x60${digits(40)}`,
      `0xef0100${digits(20)}`,
      String(result ?? "0x").slice(0, 202),
    ],
    eth_getStorageAt: () => [
      `0x${"0".repeat(64)}`,
      `0x${digits(20).padStart(64, "0")}`,
      `0x${digits(32)}`,
    ],
    eth_getBlockByNumber: () => [
      { ...header, hash: `0x${digits(32)}` },
      { ...header, number: "0x3" },
      { ...header, number: "0xffff", hash: `0x${digits(32)}` },
      { ...header, timestamp: "0x60000000" },
    ],
  };
}

/** The output of a program with some of it changed. */
function oddOutput(reply: Reply, random: SeededRandom, digits: Digits): Reply {
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

const AT_A_TIME = 40;
const LEVELS = ["presence", "identity", "wiring"] as const;

/**
 * Runs `count` trials, each with a seed of its own from `seed` on. Fails where a verdict
 * is wrong, and names the first ones.
 *
 * @returns how many outcomes were the true one, by outcome
 */
export async function expectTruth(
  worlds: Worlds,
  { seed, count, rate }: Readonly<Record<"seed" | "count" | "rate", number>>,
): Promise<Record<JudgedNetwork["outcome"], number>> {
  const truths = new Map<string, Promise<JudgedNetwork>>();
  const counts = { ok: 0, failed: 0, unknown: 0 };

  async function trial(one: number): Promise<readonly string[]> {
    const random = seededRandom(Math.imul(one, 0x85ebca6b));
    const world = random.pick(worlds.all);
    const takesBlockHash = random.fraction() < 0.75;
    const runsPrograms = random.fraction() < 0.75;
    const level = random.pick(LEVELS);
    const options: WorldOptions = {
      level,
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
    const name = [world.name, takesBlockHash, runsPrograms, level].join();
    const telling =
      truths.get(name) ?? worlds.verify({ request: node }, { level });
    truths.set(name, telling);
    const report = await worlds.verify(
      { request: withOddAnswers(node, random, rate) },
      { ...options, random: () => random.fraction() },
    );
    const truth = await telling;
    counts[report.outcome] += report.outcome === truth.outcome ? 1 : 0;
    return falseVerdicts(report, truth, worlds.lock).map(
      (line) => `seed ${one}, ${name}, ${JSON.stringify(options)}: ${line}`,
    );
  }

  const seeds = Array.from({ length: count }, (_, index) => seed + index);
  const wrongs = await runPooled(seeds, AT_A_TIME, trial);
  expect(wrongs.flat().slice(0, 20)).to.deep.equal([]);
  return counts;
}
