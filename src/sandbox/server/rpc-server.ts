import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { EthereumProvider } from "hardhat/types/providers";
import { type WebSocket, WebSocketServer } from "ws";
import { answerRpc } from "./answer-rpc.ts";
import { type ServerAccess, whyRejected } from "./judge-access.ts";

const MAX_BODY_BYTES = 10_000_000;

/**
 * Listens for JSON-RPC requests over HTTP and WebSocket. Hardhat's own server answers
 * every web page, and ends with an invalid WebSocket frame.
 *
 * @throws the system's error if it cannot listen
 */
export async function openRpcServer(port: number, access: ServerAccess) {
  const { promise: provider, resolve: start } =
    Promise.withResolvers<EthereumProvider>();
  const server = createServer((request, response) => {
    const { origin } = request.headers;
    answerHttp(request, access, provider)
      .then(([status, text]) => {
        const headers = {
          "Content-Type": status === 200 ? "application/json" : "text/plain",
          ...(status >= 400 && { Connection: "close" }),
          ...(status !== 403 &&
            origin !== undefined && {
              "Access-Control-Allow-Origin": origin,
              "Access-Control-Allow-Methods": "POST",
              "Access-Control-Allow-Headers": "Content-Type",
              Vary: "Origin",
            }),
        };
        response.writeHead(status, headers).end(text);
      })
      .catch(() => response.destroy());
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
    /** Answers with a provider; until then, requests wait. */
    start,
    /** Closes the server and its connections immediately. */
    close: async () => {
      const closed = server[Symbol.asyncDispose]();
      server.closeAllConnections();
      for (const client of sockets.clients) {
        client.terminate();
      }
      await closed;
    },
  };
}

/** The HTTP status, and the answer, or why there is none. */
async function answerHttp(
  request: IncomingMessage,
  access: ServerAccess,
  provider: Promise<EthereumProvider>,
): Promise<readonly [status: number, text: string]> {
  const { method, headers } = request;
  const rejection = whyRejected(headers, access);
  if (rejection !== undefined) {
    return [403, `${rejection}\n`];
  }
  if (method === "OPTIONS") {
    return [204, ""];
  }
  if (method !== "POST") {
    return [405, "Send JSON-RPC requests with POST.\n"];
  }
  // Pages of any origin may send other types without asking.
  if (!/^application\/json\b/i.test(headers["content-type"] ?? "")) {
    return [415, "The Content-Type must be application/json.\n"];
  }
  let body = "";
  let size = 0;
  request.setEncoding("utf8");
  // Kept open, so that the client receives the answer.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    body += chunk;
    size += Buffer.byteLength(chunk);
    if (size > MAX_BODY_BYTES) {
      return [
        413,
        `The maximum size of a request is ${MAX_BODY_BYTES} bytes.\n`,
      ];
    }
  }
  return [200, JSON.stringify(await answerRpc(await provider, body))];
}

/** Answers the requests of clients, and sends each what it has subscribed to. */
function serveSockets(
  sockets: WebSocketServer,
  opening: Promise<EthereumProvider>,
): void {
  const subscribers = new Map<unknown, WebSocket>();
  const send = (client: WebSocket | undefined, value: unknown) =>
    client?.send(JSON.stringify(value));
  opening.then((provider) =>
    provider.on("notification", (params: { readonly subscription: unknown }) =>
      send(subscribers.get(params.subscription), {
        jsonrpc: "2.0",
        method: "eth_subscription",
        params,
      }),
    ),
  );
  const unsubscribeAll = (client: WebSocket) => {
    for (const [id, subscriber] of subscribers) {
      if (subscriber === client) {
        subscribers.delete(id);
        const method = "eth_unsubscribe";
        opening
          .then((provider) => provider.request({ method, params: [id] }))
          .catch(() => {});
      }
    }
  };
  sockets.on("connection", (client) => {
    const request: EthereumProvider["request"] = async (asked) => {
      const result = await (await opening).request(asked);
      if (asked.method === "eth_subscribe") {
        subscribers.set(result, client);
        // It may have closed before it was answered.
        if (client.readyState !== client.OPEN) {
          unsubscribeAll(client);
        }
      }
      return result;
    };
    // An invalid frame closes the connection; without a listener, it ends the process.
    client.on("error", () => client.terminate());
    client.on("message", (data) => {
      answerRpc({ request }, data.toString())
        .then((answer) => send(client, answer))
        .catch(() => client.terminate());
    });
    client.on("close", () => unsubscribeAll(client));
  });
}
