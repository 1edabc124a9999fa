import type { Reply } from "../../src/http/types.ts";
import type { RpcTransport } from "../../src/rpc/types.ts";
import type { VerifyLevel } from "../../src/verify/report.ts";
import { type ModelNode, modelNode } from "./model-chain.ts";
import { WORLD_TIME, type World, type Worlds } from "./model-worlds.ts";
import type { SeededRandom } from "./seeded-random.ts";

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
export function poolCases({ all, whole }: Worlds): readonly PoolCase[] {
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
export function poolOf(one: PoolCase, random: SeededRandom): Pool {
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
export function nodeOf(
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
export async function worldOf(
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
