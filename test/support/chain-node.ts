import { forwardTo } from "./connections.ts";
import {
  type FaultyServer,
  honest as honestly,
  startFaultyServer,
} from "./node-model/server.ts";

/** The block 0 of Gnosis Chain, which has the third network's chain id. */
export const GNOSIS_GENESIS =
  "0x4f1dd23188aab3a76b463e4af801b52b1248ef073c648cbdc4c9333d3da79756";
export const OTHER_GENESIS = `0x${"7a".repeat(32)}`;

/** What a node of the tests answers; anything else is an honest one's. */
export interface ChainNodeOptions {
  readonly chainId?: number;
  readonly genesis?: string | null;
  /** The code at every address. */
  readonly code?: string;
  /** Answers in place of the above: a result, or `undefined` to leave it. */
  readonly answer?: (
    method: string,
    params: readonly unknown[],
    nth: number,
  ) => unknown;
  /** Leaves a request, the nth of its life, without any answer, if true. */
  readonly isSilent?: (nth: number) => boolean;
}

export interface ChainNode extends AsyncDisposable {
  /** `http://127.0.0.1:port` */
  readonly url: string;
  /** The methods of each HTTP request: a list of one, or a batch's. */
  readonly requests: readonly (readonly string[])[];
  /** All methods that were asked for. */
  readonly methods: readonly string[];
  /** Closes all connections, as after a time without requests. */
  disconnect(): void;
  close(): Promise<void>;
}

/** A node of some chain on a free port of the loopback, which counts. */
export async function startChainNode({
  chainId = 100,
  genesis = OTHER_GENESIS,
  code = "0x600160005260206000f3",
  answer = () => undefined,
  isSilent = () => false,
}: ChainNodeOptions = {}): Promise<ChainNode> {
  const counts = new Map<string, number>();
  const block = (number: string, hash: string) => ({
    number,
    hash,
    timestamp: "0x65000000",
    parentHash: `0x${"00".repeat(32)}`,
    baseFeePerGas: "0x1",
  });
  const honest = (method: string, [first]: readonly unknown[]): unknown => {
    switch (method) {
      case "eth_chainId":
        return `0x${chainId.toString(16)}`;
      case "eth_getBlockByNumber":
        return first === "0x0"
          ? genesis && block("0x0", genesis)
          : block("0x10", `0x${"11".repeat(32)}`);
      case "eth_getCode":
        return code;
      case "eth_sendTransaction":
      case "eth_sendRawTransaction":
        return `0x${"22".repeat(32)}`;
      case "eth_signTransaction":
        return { raw: "0x22" };
      default:
        return "0x1";
    }
  };
  const server = await startFaultyServer({
    ask: async (method, params) => {
      const nth = (counts.get(method) ?? 0) + 1;
      counts.set(method, nth);
      const given = answer(method, params, nth);
      return given === undefined ? honest(method, params) : given;
    },
    behaviour: (exchange) => {
      if (!isSilent(exchange.nth)) {
        honestly(exchange);
      }
    },
  });
  const requestsOf = () =>
    server.received.map(({ body }) =>
      [JSON.parse(body)].flat().map(({ method }) => String(method)),
    );
  return {
    url: server.url,
    get requests() {
      return requestsOf();
    },
    get methods() {
      return requestsOf().flat();
    },
    disconnect: server.disconnect,
    close: server.close,
    [Symbol.asyncDispose]: server.close,
  };
}

type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>;

/**
 * A server before a real node. What `instead` returns is its answer; `undefined` leaves
 * the request to the node, which is the last argument.
 */
export async function startFrontServer(
  nodeUrl: string,
  instead: (...request: [...Parameters<Ask>, node: Ask]) => unknown,
): Promise<FaultyServer> {
  const node = forwardTo(nodeUrl);
  return await startFaultyServer({
    ask: async (method, params) => {
      const answer = await instead(method, params, node);
      return answer === undefined ? await node(method, params) : answer;
    },
  });
}
