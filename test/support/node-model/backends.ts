import type { ProfileChain } from "./chains.ts";
import type { Arrival, NodeError } from "./server.ts";
import type { SeededRandom } from "./trials.ts";

/** Answers one call: a result, or an error. */
export type Backend = (
  method: string,
  params: readonly unknown[],
) => Promise<unknown>;

/** How a client names itself, and what it says of what it cannot do. */
export interface Client {
  readonly version: string;
  /** For a block that is named by its hash, or by its number. */
  unknownBlock(block: string, isHash: boolean): unknown;
  /** The answer to reads of code and storage at it. Default: the same. */
  readonly unknownState?: unknown;
  /** Puts the data of a call that reverts where this client has it. */
  readonly reverts?: (data: string) => NodeError;
}

/** A node of a client, geth unless it says otherwise. */
export interface BackendOptions extends Partial<Client> {
  /** The number of its latest block. Default: the chain's. */
  readonly head?: () => number;
  /** Its own answers to methods, made of the client's. */
  readonly answers?: Readonly<
    // biome-ignore lint/suspicious/noExplicitAny: what a node answers has no type.
    Record<string, (answer: any, params: readonly unknown[]) => unknown>
  >;
  /** The answer to a block's hash if it takes none (EIP-1898). */
  readonly refusesHashes?: NodeError;
}

export function nodeError(
  code: number,
  message: string,
  data?: unknown,
): NodeError {
  return {
    error: { code, message, ...(data === undefined ? {} : { data }) },
  };
}

export const GETH: Client = {
  version: "Geth/v1.14.12-stable/linux-amd64/go1.23.2",
  unknownBlock: (_, isHash) =>
    nodeError(-32000, `header ${isHash ? "for hash " : ""}not found`),
};

/** A node that knows the blocks of a chain up to its own latest one. */
export function backend(
  chain: ProfileChain,
  options: BackendOptions = {},
): Backend {
  const client = { ...GETH, ...options };
  const { head = () => chain.head, answers = {}, refusesHashes } = options;
  /** The number of the block that a parameter names, or the client's refusal. */
  const blockOf = (block: unknown): number | { readonly refusal: unknown } => {
    if (block === "latest" || block === "pending") {
      return head();
    }
    if (typeof block === "object" && block !== null) {
      if (refusesHashes !== undefined) {
        return { refusal: refusesHashes };
      }
      const hash = String(Object(block).blockHash);
      const number = chain.numberOf(hash);
      return number === undefined || number > head()
        ? { refusal: client.unknownBlock(hash, true) }
        : number;
    }
    const number = String(block);
    return /^0x[0-9a-f]+$/.test(number) && Number(number) <= head()
      ? Number(number)
      : { refusal: client.unknownBlock(number, false) };
  };
  const answerTo: Backend = async (method, params) => {
    switch (method) {
      case "web3_clientVersion":
        return client.version;
      case "eth_chainId":
        return `0x${chain.chainId.toString(16)}`;
      case "eth_syncing":
        return false;
      case "eth_getBlockByNumber": {
        const number = blockOf(params[0]);
        return typeof number === "number" ? chain.header(number) : null;
      }
    }
    const number = blockOf(params.at(-1));
    if (typeof number !== "number") {
      const isCall = method === "eth_call" || client.unknownState === undefined;
      return isCall ? number.refusal : client.unknownState;
    }
    const answer = await chain.ask(method, [
      ...params.slice(0, -1),
      `0x${number.toString(16)}`,
    ]);
    const data: unknown = Object(Object(answer).error).data;
    const isRevert = typeof data === "string" && data.startsWith("0x");
    return isRevert && method === "eth_call"
      ? (client.reverts?.(data) ?? answer)
      : answer;
  };
  return async (method, params) => {
    const answer = await answerTo(method, params);
    const own = answers[method];
    return own === undefined ? answer : own(answer, params);
  };
}

/** Which of several backends takes a request. */
export type Route = (arrival: Arrival, random: SeededRandom) => number;

/** Ways in which load balancers choose a backend. */
export const ROUTES = {
  "in turn": ({ nth }) => nth,
  "at random": (_, random) => random.below(2 ** 20),
  "by connection": ({ connection }) => connection,
} as const satisfies Record<string, Route>;

/** Several backends behind one endpoint. */
export function pooled(
  backends: readonly Backend[],
  route: Route,
  random: SeededRandom,
) {
  const chosen = new Map<number, Backend | undefined>();
  return async (
    method: string,
    params: readonly unknown[],
    arrival: Arrival,
  ): Promise<unknown> => {
    // All calls of one batch have one backend.
    const choose = () => backends[route(arrival, random) % backends.length];
    const one = chosen.get(arrival.nth) ?? choose();
    chosen.set(arrival.nth, one);
    return await one?.(method, params);
  };
}
