import { expect } from "chai";
import type { Reply } from "../../../src/http/types.ts";
import type { RpcTransport } from "../../../src/rpc/types.ts";
import type { VerifyLevel } from "../../../src/verify/report.ts";
import { type ModelNode, modelNode } from "./model-chain.ts";
import { runPooled, type SeededRandom, seededRandom } from "./trials.ts";
import {
  falseVerdicts,
  WORLD_TIME,
  type World,
  type Worlds,
} from "./worlds.ts";

/** One request, as a pool sees it. */
interface PoolRequest {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly socket: number;
}

/** Answers a request from one of two backends. */
type Balance = (request: PoolRequest) => Promise<Reply>;

interface Backends {
  readonly own: ModelNode;
  readonly foreign: ModelNode;
}

const CODE_METHODS = ["eth_call", "eth_getCode", "eth_getStorageAt"];
const SOCKETS = 8;
const HEAD = 1_000n;
/** The latest block of a node that is behind. */
const EARLIER = HEAD - 2n;
/**
 * More than any verification makes: in seven passes at level wiring about 8,000, where
 * no program runs and half of the requests are refused for the form of their block.
 */
const MAX_REQUESTS = 20_000;

/** The methods that the second backend answers for, where it does so each time. */
const BY_METHOD: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ["eth_chainId"],
    ["eth_getBlockByNumber"],
    ["eth_syncing"],
    ["eth_call"],
    ["eth_getCode"],
    ["eth_getStorageAt"],
    CODE_METHODS,
    [...CODE_METHODS, "eth_getBlockByNumber"],
  ].map((methods) => [`by method: ${methods.join(", ")}`, methods]),
);

/** Ways in which an endpoint chooses the backend that answers. */
const BALANCES: Readonly<
  Record<string, (backends: Backends, random: SeededRandom) => Balance>
> = {
  ...Object.fromEntries(
    [...BY_METHOD].map(([name, methods]) => [
      name,
      (backends: Backends) =>
        chosenBy(backends, ({ method }) => methods.includes(method)),
    ]),
  ),
  "by connection": (backends, random) => {
    const sockets = new Map<number, boolean>();
    return chosenBy(backends, ({ socket }) => {
      const isForeign = sockets.get(socket) ?? random.fraction() < 0.5;
      sockets.set(socket, isForeign);
      return isForeign;
    });
  },
  "in turn": (backends) => {
    let requests = 0;
    return chosenBy(backends, () => requests++ % 2 === 1);
  },
  "at random": (backends, random) =>
    chosenBy(backends, () => random.fraction() < 0.5),
};

/** Ways in which one backend's answers go to the wrong requests. */
const SHIFTS: typeof BALANCES = {
  "the previous answer": ({ own }) => shifted(own, () => ""),
  "the previous answer of the connection": ({ own }) =>
    shifted(own, ({ socket }) => String(socket)),
  "the previous answer of the method": ({ own }) =>
    shifted(own, ({ method }) => method),
};

/** What the second backend is. */
const FOREIGN = [
  "another chain",
  "another chain with the same id",
  "a state without a contract",
  "a node that is behind",
] as const;

/** An endpoint to verify. */
export interface PoolCase {
  readonly balance: string;
  /** The methods that the second backend answers for each time. */
  readonly foreignMethods: readonly string[];
  readonly foreign: (typeof FOREIGN)[number] | "none";
  /** The chain that is meant: the whole one, or one that lacks a contract. */
  readonly own: World;
  readonly other: World;
  /** Which backends take a block's hash. */
  readonly hashes: "both" | "own" | "none";
  readonly runsPrograms: boolean;
  readonly level: VerifyLevel;
  readonly isLocked: boolean;
}

/** Every kind of endpoint, once. */
function poolCases({ all, whole }: Worlds): readonly PoolCase[] {
  const lacking = all.find(({ name }) => name === "lacks a template");
  if (lacking === undefined) {
    throw new Error("there is no chain that lacks a template");
  }
  const backends = [
    ...FOREIGN.flatMap((foreign) =>
      Object.keys(BALANCES).map((balance) => ({ foreign, balance })),
    ),
    ...Object.keys(SHIFTS).map((balance) => ({
      foreign: "none" as const,
      balance,
    })),
  ];
  return backends.flatMap(({ foreign, balance }) =>
    [
      { own: whole, other: lacking },
      // What is lost is there on the chain, so there is no other way round.
      ...(foreign === "a state without a contract"
        ? []
        : [{ own: lacking, other: whole }]),
    ].flatMap((chains) =>
      (["both", "own", "none"] as const).flatMap((hashes) =>
        [true, false].flatMap((runsPrograms) =>
          (["presence", "identity", "wiring"] as const).flatMap((level) =>
            [true, false].map((isLocked) => ({
              ...chains,
              balance,
              foreignMethods: BY_METHOD.get(balance) ?? [],
              foreign,
              hashes,
              runsPrograms,
              level,
              isLocked,
            })),
          ),
        ),
      ),
    ),
  );
}

/** An endpoint, and what it has shown. */
export interface Pool extends RpcTransport {
  /** Whether it has answered with two blocks of one number. */
  hasForked(): boolean;
  /** Whether it was asked more often than any verification asks. */
  isEndless(): boolean;
}

/** Two backends behind one endpoint, which is reached by up to eight sockets. */
function poolOf(one: PoolCase, random: SeededRandom): Pool {
  const makeBalance = BALANCES[one.balance] ?? SHIFTS[one.balance];
  const answer = makeBalance?.(backendsOf(one), random);
  if (answer === undefined) {
    throw new Error(`there is no balance ${one.balance}`);
  }
  const busy = new Set<number>();
  const hashes = new Map<string, string>();
  let transports = 0;
  let requests = 0;
  let hasForked = false;
  const open = (): RpcTransport => {
    const first = transports * SOCKETS;
    transports += 1;
    return {
      endpoint: "http://127.0.0.1",
      close: async () => {},
      separate: open,
      request: async (method, params) => {
        requests += 1;
        if (requests > MAX_REQUESTS) {
          throw new Error(`more than ${MAX_REQUESTS} requests were made`);
        }
        const sockets = Array.from({ length: SOCKETS }, (_, at) => first + at);
        const socket = sockets.find((at) => !busy.has(at)) ?? first;
        busy.add(socket);
        const reply = await answer({ method, params, socket });
        busy.delete(socket);
        if (reply.ok && method === "eth_getBlockByNumber") {
          const { number, hash } = Object(reply.result);
          hasForked ||= (hashes.get(number) ?? hash) !== hash;
          hashes.set(number, hash);
        }
        return reply;
      },
    };
  };
  return {
    ...open(),
    hasForked: () => hasForked,
    isEndless: () => requests > MAX_REQUESTS,
  };
}

/** An honest node of a chain. */
function nodeOf(
  { state, chainId }: World,
  options: Partial<Parameters<typeof modelNode>[0]> = {},
): ModelNode {
  return modelNode({
    state,
    chainId,
    name: "devnet",
    head: HEAD,
    timestamp: WORLD_TIME,
    ...options,
  });
}

function backendsOf({
  foreign,
  own,
  other,
  hashes,
  runsPrograms,
}: PoolCase): Backends {
  const ofOwn = { takesBlockHash: hashes !== "none", runsPrograms };
  const ofForeign = { takesBlockHash: hashes === "both", runsPrograms };
  const behind = { head: EARLIER, timestamp: WORLD_TIME - 10 };
  const ownNode = nodeOf(own, ofOwn);
  switch (foreign) {
    case "a node that is behind":
      return {
        own: withHistory(ownNode, nodeOf(other, { ...ofOwn, ...behind })),
        foreign: nodeOf(other, { ...ofForeign, ...behind }),
      };
    case "another chain":
      return {
        own: ownNode,
        foreign: nodeOf(other, {
          ...ofForeign,
          chainId: own.chainId + 1,
          name: foreign,
        }),
      };
    case "another chain with the same id":
      return {
        own: ownNode,
        foreign: nodeOf(other, {
          ...ofForeign,
          name: foreign,
          timestamp: WORLD_TIME - 2,
        }),
      };
    default:
      return { own: ownNode, foreign: nodeOf(other, ofForeign) };
  }
}

/** A node that has another state at an earlier block, as a node there has. */
function withHistory(node: ModelNode, earlier: ModelNode): ModelNode {
  const number = `0x${EARLIER.toString(16)}`;
  const header = earlier("eth_getBlockByNumber", [number, false]);
  return async (method, params) => {
    const block = params.at(-1);
    const reply = await header;
    const hash = reply.ok ? Object(reply.result).hash : undefined;
    return block === number || Object(block).blockHash === hash
      ? await earlier(method, params)
      : await node(method, params);
  };
}

function chosenBy(
  { own, foreign }: Backends,
  isForeign: (request: PoolRequest) => boolean,
): Balance {
  return async (request) =>
    await (isForeign(request) ? foreign : own)(request.method, request.params);
}

/** Answers each request with the answer to the one before of the same kind. */
function shifted(
  node: ModelNode,
  kindOf: (request: PoolRequest) => string,
): Balance {
  const previous = new Map<string, Promise<Reply>>();
  return async (request) => {
    const kind = kindOf(request);
    const reply = node(request.method, request.params);
    const shown = previous.get(kind) ?? reply;
    previous.set(kind, reply);
    return await shown;
  };
}

/** The world that a report is about, by the block that it names. */
async function worldOf(
  { foreign, own, other }: PoolCase,
  block: { readonly number: string; readonly hash: string } | undefined,
): Promise<World> {
  if (foreign === "a node that is behind") {
    return block?.number === EARLIER.toString() ? other : own;
  }
  if (foreign !== "another chain with the same id" || block === undefined) {
    return own;
  }
  const header = await nodeOf(own)("eth_getBlockByNumber", ["latest", false]);
  return header.ok && Object(header.result).hash !== block.hash ? other : own;
}

/** Endpoints on which a wrong verdict cannot be avoided, and why. */
interface PoolLimit {
  readonly why: string;
  readonly applies: (one: PoolCase) => boolean;
}

const CODE = "eth_getCode";
const CALL = "eth_call";
const BLOCK = "eth_getBlockByNumber";

/**
 * In each of these, one backend answers for a method every time, whatever connection
 * and moment a request has, so that no repetition shows the other one. Where the bulk
 * programs run, they tell the chain, its block and its codes in one answer: then only
 * a backend that has lost part of a state that it claims to have remains.
 */
const LIMITS: readonly PoolLimit[] = [
  {
    why: "every answer about code comes from a backend that knows the block and has lost a contract, as if it were not there",
    applies: (one) =>
      one.foreign === "a state without a contract" &&
      isForeign(one, CODE) &&
      (isForeign(one, CALL) || !one.runsPrograms),
  },
  {
    why: "every code comes from another chain, whose backend takes no block's hash and runs no program: nothing it says tells its chain",
    applies: (one) =>
      isOtherChain(one) &&
      isForeign(one, CODE) &&
      !isForeign(one, BLOCK) &&
      one.hashes !== "both",
  },
  {
    why: "every chain id is another chain's, and no program runs that tells the chain id in another way",
    applies: (one) =>
      isOtherChain(one) &&
      one.foreign === "another chain" &&
      isForeign(one, "eth_chainId") &&
      // Else the outcome is the same one by chance.
      one.own.name === "whole",
  },
  {
    why: "every block and every code is another chain's, only the chain id is right, and no program runs that tells it in another way",
    applies: (one) =>
      isOtherChain(one) &&
      one.foreign === "another chain" &&
      isForeign(one, CODE) &&
      isForeign(one, BLOCK),
  },
  {
    why: "every block comes from another chain with the same id, all else does not, takes no block's hash, and runs no program",
    applies: (one) =>
      isOtherChain(one) &&
      one.foreign === "another chain with the same id" &&
      isForeign(one, BLOCK) &&
      !isForeign(one, CODE) &&
      one.hashes === "none",
  },
];

/** Why no client could know; `undefined` where one could. */
function whyUnknowable(one: PoolCase): string | undefined {
  return LIMITS.find(({ applies }) => applies(one))?.why;
}

/** Whether a backend of another chain is there, and no program tells the chain. */
function isOtherChain({ foreign, runsPrograms }: PoolCase): boolean {
  return foreign.startsWith("another chain") && !runsPrograms;
}

/** Whether the second backend answers each request of a method. */
function isForeign({ foreignMethods }: PoolCase, method: string): boolean {
  return foreignMethods.includes(method);
}

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
  /** Endpoints that are said to be such, without a wrong verdict. */
  readonly avoided: readonly string[];
}

/** Fails where a verdict is wrong that a client could know, and names the first ones. */
export function expectNoneWrong(done: PoolTrials): void {
  expect(done.falseNegatives.slice(0, 20)).to.deep.equal([]);
  expect(done.falsePositives.slice(0, 20)).to.deep.equal([]);
  expect(done.hangs).to.deep.equal([]);
  expect(done.unheeded).to.deep.equal([]);
  expect(done.avoided).to.deep.equal([]);
}

/** Verifies each `step`th kind of pool, with seeds from `seed` on. */
export async function runPoolTrials(
  worlds: Worlds,
  { seed, step }: Readonly<Record<"seed" | "step", number>>,
): Promise<PoolTrials> {
  const trials = poolCases(worlds)
    .map((one, index) => ({ one, seed: seed + index }))
    .filter((_, index) => index % step === 0);
  const truths = new Map<string, ReturnType<Worlds["verify"]>>();
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
    const world = await worldOf(one, report.block);
    const key = `${world.name} ${level}`;
    const truth =
      truths.get(key) ?? worlds.verify({ request: nodeOf(world) }, { level });
    truths.set(key, truth);
    const found = falseVerdicts(report, await truth, worlds.lock);
    const isWrong = found.negatives.length + found.positives.length > 0;
    const reason = whyUnknowable(one);
    if (reason !== undefined) {
      avoided.push(...(isWrong ? [] : [name]));
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
    avoided,
  };
}
