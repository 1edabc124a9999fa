import { createServer, type IncomingHttpHeaders } from "node:http";

import { stop } from "./forward-proxy.ts";
import { listen } from "./listen.ts";

/** A request to a pool of nodes. */
export interface PoolRequest {
  /** Which request of the pool's life this is, from 0. */
  readonly nth: number;
  /** Which connection of the pool's life it came by, from 0. */
  readonly connection: number;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

/** A server that passes each request on to the node whose URL `choose` returns. */
export async function startNodePool(
  choose: (request: PoolRequest) => string,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  let requests = 0;
  let connections = 0;
  const numbers = new WeakMap<object, number>();
  const server = createServer(async (request, response) => {
    const nth = requests++;
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) {
      body += chunk;
    }
    const url = choose({
      nth,
      connection: numbers.get(request.socket) ?? 0,
      method: JSON.parse(body).method,
      headers: request.headers,
    });
    const answer = await fetch(url, { method: "POST", body });
    response.end(await answer.text());
  });
  server.on("connection", (socket) => numbers.set(socket, connections++));
  return {
    url: `http://127.0.0.1:${await listen(server)}`,
    close: async () => await stop(server),
  };
}
