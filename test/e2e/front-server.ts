import { createServer, type IncomingHttpHeaders } from "node:http";
import type { Socket } from "node:net";

import { listen } from "../support/listen.ts";

/** A request as it came over HTTP. */
export interface FrontRequest {
  readonly httpMethod: string | undefined;
  /** Path and query. */
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly rpc: Readonly<Record<string, unknown>>;
  /** When the answer was sent, or whoever asked has hung up. */
  readonly closed: Promise<void>;
}

export interface FrontServer extends AsyncDisposable {
  /** `http://127.0.0.1:port` */
  readonly url: string;
  readonly received: readonly FrontRequest[];
  close(): Promise<void>;
}

/**
 * Waited for before a request is passed on. What it returns is the JSON-RPC
 * answer's `result` or `error` instead of the node's; `undefined` leaves it to
 * the node.
 */
export type Intercept = (
  request: FrontRequest,
) => Promise<object | undefined> | object | undefined;

/**
 * A server on loopback that records each request and passes it on to a node.
 */
export async function startFrontServer(
  nodeUrl: string,
  intercept: Intercept = () => undefined,
): Promise<FrontServer> {
  const received: FrontRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer(async (incoming, response) => {
    incoming.setEncoding("utf8");
    let body = "";
    for await (const chunk of incoming) {
      body += chunk;
    }
    const request: FrontRequest = {
      httpMethod: incoming.method,
      path: incoming.url,
      headers: incoming.headers,
      body,
      rpc: JSON.parse(body),
      closed: new Promise((resolve) => {
        response.once("close", resolve);
      }),
    };
    received.push(request);
    const instead = await intercept(request);
    const answer =
      instead === undefined
        ? await (
            await fetch(nodeUrl, {
              method: "POST",
              headers: { "content-type": "application/json" },
              body,
            })
          ).text()
        : JSON.stringify({
            jsonrpc: "2.0",
            id: request.rpc["id"],
            ...instead,
          });
    response.setHeader("content-type", "application/json");
    response.end(answer);
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    [Symbol.asyncDispose](this: FrontServer) {
      return this.close();
    },
    close: async () => {
      for (const socket of sockets) {
        socket.destroy();
      }
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
