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

const BEHIND = { head: EARLIER, timestamp: WORLD_TIME - 10 };

/** The kinds of second backends. */
const FOREIGN: Readonly<
  Record<string, (own: World) => Partial<Parameters<typeof modelNode>[0]>>
> = {
  "another chain": ({ chainId }) => ({ chainId: chainId + 1, name: "another" }),
  "another chain with the same id": () => ({
    name: "another",
    timestamp: WORLD_TIME - 2,
  }),
  "a state without a contract": () => ({}),
  "a node that is behind": () => BEHIND,
};

/** An endpoint to verify. */
interface PoolCase {
  readonly balance: string;
  /** The methods that the second backend answers for each time. */
  readonly foreignMethods: readonly string[];
  readonly foreign: string;
  /** The chain that is meant: the whole one, or one that lacks a contract. */
  readonly own: World;
  readonly other: World;
  /** Which backends take a block's hash. */
  readonly hashes: "both" | "own" | "none";
  readonly runsPrograms: boolean;
  readonly level: VerifyLevel;
  readonly isLocked: boolean;
}

/** Every kind of endpoint, once, about half of them with a lock. */
function poolCases({ whole, lacking }: Worlds): readonly PoolCase[] {
  const backends = [
    ...Object.keys(FOREIGN).flatMap((foreign) =>
      Object.keys(BALANCES).map((balance) => ({ foreign, balance })),
    ),
    ...Object.keys(SHIFTS).map((balance) => ({
      foreign: "none",
      balance,
    })),
  ];
  const chains = [
    { own: whole, other: lacking },
    { own: lacking, other: whole },
  ];
  const cases = backends.flatMap((one) =>
    chains.flatMap((pair) =>
      (["both", "own", "none"] as const).flatMap((hashes) =>
        [true, false].flatMap((runsPrograms) =>
          (["presence", "identity", "wiring"] as const).map((level) => ({
            ...one,
            ...pair,
            hashes,
            runsPrograms,
            level,
          })),
        ),
      ),
    ),
  );
  return cases
    .map((one, index) => ({
      ...one,
      foreignMethods: BY_METHOD.get(one.balance) ?? [],
      isLocked: seededRandom(index).fraction() < 0.5,
    }))
    .filter(
      ({ foreign, own }) =>
        // A lost contract is on the chain, so there is no other way round.
        own === whole || foreign !== "a state without a contract",
    );
}

/** An endpoint, and what it has shown. */
interface Pool extends RpcTransport {
  /** It has answered with two blocks of one number. */
  hasForked(): boolean;
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
  return { ...open(), hasForked: () => hasForked };
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

function backendsOf(one: PoolCase): Backends {
  const { foreign, own, other, hashes, runsPrograms } = one;
  const ofOwn = { takesBlockHash: hashes !== "none", runsPrograms };
  const node = nodeOf(own, ofOwn);
  return {
    own:
      foreign === "a node that is behind"
        ? withHistory(node, nodeOf(other, { ...ofOwn, ...BEHIND }))
        : node,
    foreign: nodeOf(other, {
      takesBlockHash: hashes === "both",
      runsPrograms,
      ...FOREIGN[foreign]?.(own),
    }),
  };
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

const CODE = "eth_getCode";
const BLOCK = "eth_getBlockByNumber";

/**
 * Pools of which no client could know the truth. In each, one backend answers for a method every
 * time, whatever connection and moment a request has, so that no repetition shows the
 * other one. Where the bulk programs run, they tell the chain, its block and its codes in
 * one answer: then only a backend that has lost part of a state that it claims to have
 * remains.
 */
function isUnknowable(one: PoolCase): boolean {
  const { foreign, hashes, runsPrograms } = one;
  if (foreign === "a state without a contract") {
    return (
      isForeign(one, CODE) && (isForeign(one, "eth_call") || !runsPrograms)
    );
  }
  if (!foreign.startsWith("another chain") || runsPrograms) {
    return false;
  }
  // No program tells the chain: only the backends' other answers do.
  return isForeign(one, CODE)
    ? isForeign(one, BLOCK)
      ? foreign === "another chain"
      : hashes !== "both"
    : foreign === "another chain"
      ? isForeign(one, "eth_chainId")
      : isForeign(one, BLOCK) && hashes === "none";
}

/** The second backend answers each request of a method. */
function isForeign({ foreignMethods }: PoolCase, method: string): boolean {
  return foreignMethods.includes(method);
}

const AT_A_TIME = 20;

/**
 * Verifies each `step`th kind of pool, with seeds from `seed` on. Fails where a verdict
 * is wrong that a client could know, and names the first ones.
 *
 * @returns how many there were
 */
export async function expectTruthOfPools(
  worlds: Worlds,
  { seed, step }: Readonly<Record<"seed" | "step", number>>,
): Promise<number> {
  const trials = poolCases(worlds)
    .map((one, index) => ({ one, seed: seed + index }))
    .filter(({ one }, index) => index % step === 0 && !isUnknowable(one));
  const truths = new Map<string, ReturnType<Worlds["verify"]>>();
  const wrongs = await runPooled(trials, AT_A_TIME, async (trial) => {
    const { own, other, foreignMethods, ...shown } = trial.one;
    const name = `seed ${trial.seed}, ${own.name}, ${other.name}, ${JSON.stringify(shown)}`;
    const { level, isLocked } = trial.one;
    const random = seededRandom(Math.imul(trial.seed, 0x85ebca6b));
    const pool = poolOf(trial.one, random);
    const report = await worlds.verify(pool, {
      level,
      isLocked,
      random: () => random.fraction(),
    });
    const world = await worldOf(trial.one, report.block);
    const key = `${world.name} ${level}`;
    const truth =
      truths.get(key) ?? worlds.verify({ request: nodeOf(world) }, { level });
    truths.set(key, truth);
    const isUnheeded = pool.hasForked() && report.outcome !== "unknown";
    return [
      ...falseVerdicts(report, await truth, worlds.lock),
      ...(isUnheeded ? ["two blocks of one number, and a verdict"] : []),
    ].map((line) => `${name}: ${line}`);
  });
  expect(wrongs.flat().slice(0, 20)).to.deep.equal([]);
  return trials.length;
}
