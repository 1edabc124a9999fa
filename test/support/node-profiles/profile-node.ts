import type { Arrival, NodeError } from "../faulty-server.ts";
import type { SeededRandom } from "../seeded-random.ts";
import type { ProfileChain } from "./profile-chain.ts";

/** Answers one call: a result, or an error. */
export type Backend = (
  method: string,
  params: readonly unknown[],
) => Promise<unknown>;

/** How a client says that it does not know a block. */
export interface ClientTexts {
  readonly version: string;
  /** For a block that is named by its hash, or by its number. */
  unknownBlock(block: { hash?: string; number?: string }): unknown;
  /** What reads of code and storage say of it. Default: the same. */
  readonly unknownState?: unknown;
}

export interface BackendOptions {
  readonly client?: ClientTexts;
  /** The number of its latest block. Default: the chain's. */
  readonly head?: () => number;
  /** Methods that it answers in its own way. */
  readonly own?: Readonly<
    Record<string, (params: readonly unknown[]) => unknown>
  >;
  /** What it says to a block's hash in place of taking it (EIP-1898). */
  readonly refusesHashes?: NodeError;
  /** Changes answers. */
  readonly change?: (
    method: string,
    answer: unknown,
    params: readonly unknown[],
  ) => unknown;
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

export const GETH: ClientTexts = {
  version: "Geth/v1.14.12-stable/linux-amd64/go1.23.2",
  unknownBlock: ({ hash }) =>
    nodeError(
      -32000,
      hash === undefined ? "header not found" : "header for hash not found",
    ),
};

/** A node that knows the blocks of a chain up to its own latest one. */
export function backend(
  chain: ProfileChain,
  {
    client = GETH,
    head = () => chain.head,
    own = {},
    refusesHashes,
    change = (_, answer) => answer,
  }: BackendOptions = {},
): Backend {
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
        ? { refusal: client.unknownBlock({ hash }) }
        : number;
    }
    const number = String(block);
    return /^0x[0-9a-f]+$/.test(number) && Number(number) <= head()
      ? Number(number)
      : { refusal: client.unknownBlock({ number }) };
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
    return await chain.ask(method, [
      ...params.slice(0, -1),
      `0x${number.toString(16)}`,
    ]);
  };
  return async (method, params) =>
    change(
      method,
      await (own[method]?.(params) ?? answerTo(method, params)),
      params,
    );
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
