import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { EthereumProvider } from "hardhat/types/providers";
import { type WebSocket, WebSocketServer } from "ws";
import { answerRpc } from "./answer-rpc.ts";
import { type ServerAccess, whyRejected } from "./judge-access.ts";

const MAX_BODY_BYTES = 10_000_000;

/** A JSON-RPC server over HTTP and WebSocket. */
export interface RpcServer {
  readonly port: number;
  /** Answers with this provider; until then, requests wait. */
  start(provider: EthereumProvider): void;
  /** Closes the server and its connections immediately. */
  close(): Promise<void>;
}

/**
 * Listens for JSON-RPC requests. Hardhat's own server answers every web page, and ends
 * with an invalid WebSocket frame.
 *
 * @throws the system's error if it cannot listen
 */
export async function openRpcServer(
  port: number,
  access: ServerAccess,
): Promise<RpcServer> {
  const { promise: provider, resolve: start } =
    Promise.withResolvers<EthereumProvider>();
  const server = createServer((request, response) => {
    answerHttp(request, response, access, provider).catch(() =>
      response.destroy(),
    );
  });
  const sockets = new WebSocketServer({
    server,
    maxPayload: MAX_BODY_BYTES,
    verifyClient: ({ req }, callback) =>
      callback(whyRejected(req.headers, access) === undefined, 403),
  });
  // One that cannot be accepted, such as for lack of file handles, ends nothing.
  sockets.on("error", () => undefined);
  serveSockets(sockets, provider);
  server.listen(port, access.hostname);
  await once(sockets, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" ? (address?.port ?? port) : port,
    start,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      for (const client of sockets.clients) {
        client.terminate();
      }
      await closed;
    },
  };
}

async function answerHttp(
  request: IncomingMessage,
  response: ServerResponse,
  access: ServerAccess,
  provider: Promise<EthereumProvider>,
): Promise<void> {
  const { method, headers } = request;
  const refuse = (status: number, reason: string) => {
    response.writeHead(status, {
      "Content-Type": "text/plain",
      Connection: "close",
    });
    response.end(`${reason}\n`);
  };
  const rejection = whyRejected(headers, access);
  if (rejection !== undefined) {
    return refuse(403, rejection);
  }
  if (headers.origin !== undefined) {
    response.setHeader("Access-Control-Allow-Origin", headers.origin);
    response.setHeader("Vary", "Origin");
  }
  if (method === "OPTIONS") {
    response.setHeader("Access-Control-Allow-Methods", "POST");
    response.setHeader("Access-Control-Allow-Headers", "Content-Type");
    response.writeHead(204).end();
    return;
  }
  if (method !== "POST") {
    return refuse(405, "Send JSON-RPC requests with POST.");
  }
  // Pages of any origin may send other types without asking.
  if (!/^application\/json\b/i.test(headers["content-type"] ?? "")) {
    return refuse(415, "The Content-Type must be application/json.");
  }
  const body = await readBody(request);
  if (body === undefined) {
    return refuse(
      413,
      `The maximum size of a request is ${MAX_BODY_BYTES} bytes.`,
    );
  }
  const answer = await answerRpc(await provider, body);
  response.setHeader("Content-Type", "application/json");
  response.end(answer);
}

/** `undefined` if it is too large. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Kept open, so that the client receives the answer.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) {
      return undefined;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Answers the requests of clients, and sends each what it has subscribed to. */
function serveSockets(
  sockets: WebSocketServer,
  opening: Promise<EthereumProvider>,
): void {
  const subscribers = new Map<unknown, WebSocket>();
  const ready = opening.then((provider) => {
    provider.on("notification", (params: { readonly subscription: unknown }) =>
      subscribers.get(params.subscription)?.send(
        JSON.stringify({
          jsonrpc: "2.0",
          method: "eth_subscription",
          params,
        }),
      ),
    );
    return provider;
  });
  sockets.on("connection", (client) => {
    const request: EthereumProvider["request"] = async (asked) => {
      const result = await (await ready).request(asked);
      if (asked.method === "eth_subscribe") {
        subscribers.set(result, client);
      }
      return result;
    };
    // An invalid frame closes the connection; without a listener, it ends the process.
    client.on("error", () => client.terminate());
    client.on("message", (data) => {
      answerRpc({ request }, data.toString())
        .then((answer) => client.send(answer))
        .catch(() => client.terminate());
    });
    client.on("close", () => {
      for (const [id, subscriber] of subscribers) {
        if (subscriber === client) {
          subscribers.delete(id);
          request({ method: "eth_unsubscribe", params: [id] }).catch(() => {});
        }
      }
    });
  });
}
