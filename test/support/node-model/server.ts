import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import {
  createHttpTransport,
  type HttpTransportOptions,
} from "../../../src/rpc/http-transport.ts";
import { listen } from "../listen.ts";

/** A request as it came. */
interface ReceivedRequest {
  readonly httpMethod: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The parts of a faulty answer. */
export interface Answer {
  readonly status?: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Uint8Array;
}

/** One request to a faulty server, and the means to answer it. */
export interface Exchange extends Arrival {
  readonly received: ReceivedRequest;
  /** The method, of a batch that of its first request, as are `params` and `id`. */
  readonly method: string;
  readonly params: readonly unknown[];
  readonly id: number;
  readonly isBatch: boolean;
  /** The methods of all requests of a batch. */
  readonly methods: readonly string[];
  readonly response: ServerResponse;
  readonly socket: Socket;
  /** The answer an honest node would give, as JSON-RPC; of a batch, the first one. */
  honest(): Record<string, unknown>;
  /** The body of an honest node: the answer, or those to a batch. */
  honestBody(): unknown;
  send(answer: Answer): void;
  /** Sends a JSON value as a plain 200. */
  json(value: unknown): void;
  /** Repeats something until the socket or the server ends. */
  every(ms: number, action: () => void): void;
}

/** A way to answer: honestly, wrongly, or not at all. */
export type Behaviour = (exchange: Exchange) => void;

/** An error that an honest node answers with. */
export interface NodeError {
  readonly error: { code: number; message: string; data?: unknown };
}

/** How a request came, which is what a pool of nodes chooses by. */
export interface Arrival {
  /** Which request of the server's life it is, from 1. */
  readonly nth: number;
  /** Which connection of the server's life it came by, from 1. */
  readonly connection: number;
  readonly isBatch: boolean;
}

export interface FaultyServerOptions {
  /** The answer of an honest node: a result, or a {@link NodeError}. */
  readonly node?: (method: string, params: readonly unknown[]) => unknown;
  /** Asks a real node instead, before the behaviour sets in. */
  readonly ask?:
    | ((
        method: string,
        params: readonly unknown[],
        arrival: Arrival,
      ) => Promise<unknown>)
    | undefined;
  /** Default: honest. */
  readonly behaviour?: Behaviour;
}

export interface FaultyServer extends AsyncDisposable {
  /** `http://127.0.0.1:port` */
  readonly url: string;
  readonly port: number;
  readonly received: readonly ReceivedRequest[];
  /** The most sockets that were open at the same time. */
  readonly mostSockets: number;
  /** How many sockets are open now. */
  readonly openSockets: number;
  behave(behaviour: Behaviour): void;
  /** Closes all connections, as after a time without requests. */
  disconnect(): void;
  close(): Promise<void>;
}

/** Answers as an honest node does. */
export const honest: Behaviour = (exchange) =>
  exchange.json(exchange.honestBody());

/**
 * An HTTP server on loopback that behaves as it is told, honest unless told
 * otherwise. Closing it ends every socket and timer it has.
 */
export async function startFaultyServer(
  options: FaultyServerOptions = {},
): Promise<FaultyServer> {
  const { node = () => "0x1", ask } = options;
  let { behaviour = honest } = options;
  const received: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  const timers = new Set<NodeJS.Timeout>();
  const connections = new WeakMap<object, number>();
  let connected = 0;
  let mostSockets = 0;

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { socket, headers } = request;
      const body = Buffer.concat(chunks).toString("utf8");
      const { calls, isBatch } = readRequests(body);
      const entry: ReceivedRequest = {
        httpMethod: request.method ?? "",
        path: request.url ?? "",
        headers,
        body,
      };
      const nth = received.push(entry);
      const connection = connections.get(socket) ?? 0;
      const act = (resultOf: Parts["resultOf"]) =>
        behaviour(
          toExchange({
            ...{ received: entry, calls, isBatch, resultOf },
            ...{ response, socket, nth, connection, timers },
          }),
        );
      if (ask === undefined) {
        act(({ method, params }) => node(method, params));
        return;
      }
      Promise.all(
        calls.map(({ method, params }) =>
          ask(method, params, { nth, connection, isBatch }),
        ),
      ).then(
        (results) => {
          // A client that has hung up gets no answer; to reset a socket that
          // is shutting down would keep this process from ever ending.
          const { destroyed, readableEnded, writableEnded } = socket;
          if (!destroyed && !readableEnded && !writableEnded) {
            act((_, index) => results[index]);
          }
        },
        () => socket.destroy(),
      );
    });
  });
  server.on("connection", (socket) => {
    connections.set(socket, ++connected);
    sockets.add(socket);
    mostSockets = Math.max(mostSockets, sockets.size);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
  });
  const port = await listen(server);

  const disconnect = () => {
    for (const socket of sockets) {
      socket.destroy();
    }
  };
  const close = async () => {
    for (const timer of timers) {
      clearInterval(timer);
    }
    disconnect();
    server.close();
    await once(server, "close");
  };

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    get mostSockets() {
      return mostSockets;
    },
    get openSockets() {
      return sockets.size;
    },
    behave(next) {
      behaviour = next;
    },
    disconnect,
    close,
    [Symbol.asyncDispose]: close,
  };
}

interface Parts extends Arrival {
  readonly received: ReceivedRequest;
  readonly calls: readonly Call[];
  readonly isBatch: boolean;
  readonly resultOf: (call: Call, index: number) => unknown;
  readonly response: ServerResponse;
  readonly socket: Socket;
  readonly timers: Set<NodeJS.Timeout>;
}

function toExchange(parts: Parts): Exchange {
  const { calls, isBatch, resultOf, response, socket, timers } = parts;
  const [first = NO_CALL] = calls;
  const answerTo = (call: Call, index: number): Record<string, unknown> => {
    const result = resultOf(call, index);
    return isNodeError(result)
      ? { jsonrpc: "2.0", id: call.id, error: result.error }
      : { jsonrpc: "2.0", id: call.id, result };
  };
  const send = ({ status = 200, headers = {}, body = "" }: Answer): void => {
    const bytes = Buffer.from(body);
    response.writeHead(status, {
      "content-type": "application/json",
      "content-length": bytes.length,
      ...headers,
    });
    response.end(bytes);
  };
  return {
    ...parts,
    ...first,
    methods: calls.map(({ method }) => method),
    send,
    json: (value) => send({ body: JSON.stringify(value) }),
    honest: () => answerTo(first, 0),
    honestBody: () => (isBatch ? calls.map(answerTo) : answerTo(first, 0)),
    every: (ms, action) => {
      const timer = setInterval(() => {
        if (socket.destroyed) {
          clearInterval(timer);
        } else {
          action();
        }
      }, ms);
      timers.add(timer);
      socket.on("close", () => clearInterval(timer));
    },
  };
}

interface Call {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly id: number;
}

const NO_CALL: Call = { method: "undefined", params: [], id: Number.NaN };

/** The request of a body, or those of a batch. */
function readRequests(body: string) {
  let request: unknown;
  try {
    request = JSON.parse(body);
  } catch {
    // A request that is no JSON has no method either.
  }
  const calls = [request].flat().map((one): Call => {
    const { method, params, id } = Object(one);
    return {
      method: String(method),
      params: Array.isArray(params) ? params : [],
      id: Number(id),
    };
  });
  return { calls, isBatch: Array.isArray(request) };
}

function isNodeError(value: unknown): value is NodeError {
  const { error } = Object(value);
  return typeof error === "object" && error !== null;
}

/** How a server behaves, and how a transport asks it. */
export interface ServedOptions extends FaultyServerOptions {
  readonly transport?: Partial<HttpTransportOptions>;
  /** Behind the origin, or a whole URL made of the port. */
  readonly url?: (server: FaultyServer) => string;
}

/** A server, and a transport to it that is quick to give up. */
async function openBoth({
  transport,
  url = (server) => server.url,
  ...options
}: ServedOptions) {
  const server = await startFaultyServer(options);
  const limits = { retries: 2, retryBaseMs: 1, ...transport };
  return {
    server,
    transport: createHttpTransport({ url: url(server), ...limits }),
  };
}

type Opened = Awaited<ReturnType<typeof openBoth>>;

/** Uses a server and a transport to it, and closes both. */
export async function withServer<T>(
  options: ServedOptions,
  use: (opened: Opened) => Promise<T>,
): Promise<T> {
  const { server, transport } = await openBoth(options);
  try {
    return await use({ server, transport });
  } finally {
    await transport.close();
    await server.close();
  }
}

/**
 * Opens servers with transports for the tests of a suite. After each test they are
 * closed, and no socket may be left.
 */
export function useServers() {
  const opened: Opened[] = [];
  afterEach(async () => {
    for (const { server, transport } of opened.splice(0)) {
      await transport.close();
      while (server.openSockets > 0) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      await server.close();
    }
  });
  return async (options: ServedOptions = {}) => {
    const both = await openBoth(options);
    opened.push(both);
    return both;
  };
}
