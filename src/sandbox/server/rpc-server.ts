import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { EthereumProvider } from "hardhat/types/providers";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
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
    answerHttp(request, response, { provider, access }).catch(() =>
      response.destroy(),
    );
  });
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_BODY_BYTES,
  });
  server.on("upgrade", (request, socket, head) => {
    socket.on("error", () => socket.destroy());
    if (whyRejected(request.headers, access) !== undefined) {
      // Clients may keep their side open.
      socket.once("finish", () => socket.destroy());
      socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n");
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) =>
      serveSocket(client, provider),
    );
  });
  server.listen(port, access.hostname);
  await once(server, "listening");
  return {
    port: portOf(server),
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

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

interface HttpContext {
  readonly provider: Promise<EthereumProvider>;
  readonly access: ServerAccess;
}

async function answerHttp(
  request: IncomingMessage,
  response: ServerResponse,
  { provider, access }: HttpContext,
): Promise<void> {
  const { method, headers } = request;
  const rejection = whyRejected(headers, access);
  if (rejection !== undefined) {
    return refuse(response, 403, rejection);
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
    return refuse(response, 405, "Send JSON-RPC requests with POST.");
  }
  // Pages of any origin may send other types without asking.
  if (!/^application\/json\b/i.test(headers["content-type"] ?? "")) {
    return refuse(response, 415, "The Content-Type must be application/json.");
  }
  const body = await readBody(request);
  if (body === undefined) {
    return refuse(
      response,
      413,
      `The maximum size of a request is ${MAX_BODY_BYTES} bytes.`,
    );
  }
  const answer = await answerRpc(await provider, body);
  response.setHeader("Content-Type", "application/json");
  response.end(answer);
}

function refuse(
  response: ServerResponse,
  status: number,
  reason: string,
): void {
  response.writeHead(status, {
    "Content-Type": "text/plain",
    Connection: "close",
  });
  response.end(`${reason}\n`);
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

/** Answers the requests of a client, and sends what it has subscribed to. */
function serveSocket(
  client: WebSocket,
  opening: Promise<EthereumProvider>,
): void {
  const subscriptions = new Set<unknown>();
  const send = (text: string): void => {
    if (client.readyState === client.OPEN) {
      client.send(text);
    }
  };
  const notify = (payload: { readonly subscription: unknown }): void => {
    if (subscriptions.has(payload.subscription)) {
      const method = "eth_subscription";
      send(JSON.stringify({ jsonrpc: "2.0", method, params: payload }));
    }
  };
  // An invalid frame closes the connection; without a listener, it ends the process.
  client.on("error", () => client.terminate());
  client.on("message", async (data: RawData) => {
    try {
      const provider = await opening;
      send(
        await answerRpc(provider, data.toString(), (id) => {
          subscriptions.add(id);
        }),
      );
    } catch {
      client.terminate();
    }
  });
  opening.then((provider) => {
    if (client.readyState !== client.OPEN) {
      return;
    }
    provider.on("notification", notify);
    client.on("close", () => {
      provider.removeListener("notification", notify);
      for (const id of subscriptions) {
        const method = "eth_unsubscribe";
        provider.request({ method, params: [id] }).catch(() => undefined);
      }
    });
  });
}
