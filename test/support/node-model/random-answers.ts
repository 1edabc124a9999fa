import { isDeepStrictEqual } from "node:util";
import { expect } from "chai";
import type { FaultChains } from "./chains.ts";
import { describeResult, type FaultResult, runFaultCase } from "./run-case.ts";
import { type Behaviour, type Exchange, honest } from "./server.ts";
import { runPooled, type SeededRandom, seededRandom } from "./trials.ts";

/** A request, the true answer to it, and the text that was sent in its place. */
export interface SentAnswer {
  readonly method: string;
  readonly id: number;
  readonly honest: Readonly<Record<string, unknown>>;
  readonly text: string;
}

const HEX = /^0x([0-9a-f]{2})*$/i;
const QUANTITY = /^0x[0-9a-f]{1,64}$/i;
const HASH = /^0x[0-9a-f]{64}$/i;
/** The probe's first word; nothing else begins so. */
const PROBE_MAGIC = /^0x0{56}63616c70/i;

/**
 * Why some honest node (of another chain, another block, another state) could
 * have given an answer that is not the true one; `undefined` if none could, or if
 * it says the same as the true one. Written without any of the decoders that it
 * judges: of what can be read at all, only what is well-formed counts.
 */
function honestPossible({
  method,
  id,
  honest,
  text,
}: SentAnswer): string | undefined {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { jsonrpc, id: answerId, result, error } = Object(answer);
  if (Array.isArray(answer) || jsonrpc !== "2.0" || answerId !== id) {
    return undefined;
  }
  switch (method) {
    case "eth_chainId":
      return isOther(result, honest["result"]) && isQuantity(result)
        ? "another chain id"
        : undefined;
    case "eth_getBlockByNumber":
      return isOtherBlock(result, honest["result"])
        ? "another block"
        : undefined;
    case "eth_syncing":
      return isOther(result, honest["result"]) &&
        (result === false || (typeof result === "object" && result !== null))
        ? "another state of syncing"
        : undefined;
    case "eth_getCode":
      return isOther(result, honest["result"]) && isMatch(HEX, result)
        ? "another code"
        : undefined;
    case "eth_getStorageAt":
      return isOther(result, honest["result"]) && isQuantity(result)
        ? "another storage slot"
        : undefined;
    case "eth_call": {
      const said = textsIn([result, error]).filter(isProbeData);
      const [truth] = textsIn([honest["error"]]).filter(isProbeData);
      return said.some((data) => data !== truth)
        ? "another output of the probe"
        : undefined;
    }
    default:
      return undefined;
  }
}

function isOther(value: unknown, truth: unknown): boolean {
  return !isDeepStrictEqual(value, truth);
}

function isMatch(form: RegExp, value: unknown): boolean {
  return typeof value === "string" && form.test(value);
}

function isQuantity(value: unknown): boolean {
  return isMatch(QUANTITY, value);
}

function isOtherBlock(value: unknown, truth: unknown): boolean {
  const { number, hash, timestamp } = Object(value);
  const honest = Object(truth);
  return (
    isQuantity(number) &&
    isMatch(HASH, hash) &&
    isQuantity(timestamp) &&
    (number !== honest.number ||
      hash !== honest.hash ||
      timestamp !== honest.timestamp)
  );
}

function isProbeData(text: string): boolean {
  return PROBE_MAGIC.test(text);
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") {
    return [value];
  }
  return typeof value === "object" && value !== null
    ? Object.values(value).flatMap(textsIn)
    : [];
}

/** What randomness does to answers. */
export const FAULT_KINDS = [
  "shuffle",
  "drop",
  "duplicate",
  "truncate",
  "delay",
  "corrupt bytes",
  "corrupt a value",
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

/** What has been done so far. */
export interface RandomFaultsLog {
  readonly counts: Map<FaultKind, number>;
  /** Why an honest node could have given one of the answers. */
  readonly excuses: Set<string>;
}

export interface RandomFaultsParameters {
  readonly seed: number;
  /** Of requests, how many are hit, from 0 to 1. */
  readonly rate: number;
  readonly kinds: readonly [FaultKind, ...FaultKind[]];
  readonly log: RandomFaultsLog;
}

const MAX_DELAY_MS = 25;
const JUNK: readonly [unknown, ...unknown[]] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e300,
  "",
  "0x",
  "0x0",
  "0x00",
  "0x1",
  "latest",
  "null",
  "\u0000\u001b[2J",
  "0xzz",
  `0x${"f".repeat(64)}`,
  [],
  {},
  ["0x"],
  { result: "0x" },
];

/** A node of which some answers are shuffled, dropped, doubled, cut, late or damaged. */
function randomFaults(parameters: RandomFaultsParameters): Behaviour {
  const { seed, rate, kinds, log } = parameters;
  let held: { exchange: Exchange; text: string } | undefined;

  function send(exchange: Exchange, text: string): void {
    const { method, id } = exchange;
    const excuse = honestPossible({
      method,
      id,
      honest: exchange.honest(),
      text,
    });
    if (excuse !== undefined) {
      log.excuses.add(excuse);
    }
    if (!exchange.socket.destroyed) {
      exchange.send({ body: text });
    }
  }

  function shuffle(exchange: Exchange, text: string): void {
    if (held === undefined) {
      const mine = { exchange, text };
      held = mine;
      setTimeout(() => {
        if (held === mine) {
          held = undefined;
          send(exchange, text);
        }
      }, MAX_DELAY_MS);
      return;
    }
    const other = held;
    held = undefined;
    send(exchange, other.text);
    send(other.exchange, text);
  }

  return (exchange) => {
    const random = seededRandom(Math.imul(seed, 0x85ebca6b) ^ exchange.nth);
    if (random.fraction() >= rate) {
      honest(exchange);
      return;
    }
    const kind = random.pick(kinds);
    log.counts.set(kind, (log.counts.get(kind) ?? 0) + 1);
    const text = JSON.stringify(exchange.honest());
    switch (kind) {
      case "shuffle":
        return shuffle(exchange, text);
      case "drop":
        return drop(exchange, text, random);
      case "duplicate":
        return send(exchange, duplicated(text, random));
      case "truncate":
        return send(exchange, text.slice(0, random.below(text.length)));
      case "delay":
        setTimeout(() => send(exchange, text), random.below(MAX_DELAY_MS));
        return;
      case "corrupt bytes":
        return send(exchange, corrupted(text, random));
      case "corrupt a value":
        return send(exchange, withJunk(text, random));
    }
  };
}

function drop({ socket }: Exchange, text: string, random: SeededRandom): void {
  const cut = text.slice(0, random.below(text.length));
  random.pick([
    () => socket.destroy(),
    () => socket.resetAndDestroy(),
    () =>
      socket.end(
        `HTTP/1.1 200 OK\r\nContent-Length: ${text.length}\r\n\r\n${cut}`,
      ),
  ])();
}

function duplicated(text: string, random: SeededRandom): string {
  return random.pick([
    `${text}${text}`,
    `${text}\n${text}`,
    `[${text},${text}]`,
    `[${text}]`,
    text.replace("{", `{${text.slice(1, -1)},`),
  ]);
}

function corrupted(text: string, random: SeededRandom): string {
  const characters = [...text];
  const count = 1 + random.below(4);
  for (let nth = 0; nth < count; nth++) {
    // The start of an answer holds its structure; the rest is mostly hex.
    const within = random.fraction() < 0.5 ? 80 : characters.length;
    const at = random.below(Math.min(within, characters.length));
    characters[at] = String.fromCharCode(random.below(0x80));
  }
  return characters.join("");
}

function withJunk(text: string, random: SeededRandom): string {
  const answer: unknown = JSON.parse(text);
  const places = placesIn(answer);
  const place = places[random.below(places.length)];
  if (place !== undefined && random.fraction() < 0.2) {
    Reflect.deleteProperty(place.holder, place.name);
  } else if (place !== undefined) {
    Reflect.set(place.holder, place.name, random.pick(JUNK));
  }
  return JSON.stringify(answer);
}

/** Every member of every object within an answer. */
function placesIn(value: unknown): { holder: object; name: string }[] {
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, member]) => [
        { holder: value, name },
        ...placesIn(member),
      ])
    : [];
}

/** What came of many trials. */
export interface RandomTrials {
  readonly trials: number;
  /** Those of which no answer could be an honest node's. */
  readonly counted: number;
  readonly true: number;
  readonly unknown: number;
  /** Trials that must not be, one line each. */
  readonly failures: readonly string[];
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
  return {
    trials: done.length,
    counted: counted.length,
    true: verdicts("true"),
    unknown: verdicts("unknown"),
    failures,
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
