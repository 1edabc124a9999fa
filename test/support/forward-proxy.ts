import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect, type Socket } from "node:net";

import { closing } from "./connections.ts";
import { listen } from "./listen.ts";

/** No proxy, whatever the machine's own environment says. */
export const NO_PROXIES = Object.fromEntries(
  ["http_proxy", "https_proxy", "no_proxy"].flatMap((name) => [
    [name, ""],
    [name.toUpperCase(), ""],
  ]),
);

/** Ends a server and its connections. */
async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}

/**
 * A forward proxy that notes what it is asked for, and may refuse all of it. All
 * tunnels lead to a port of this machine, that of the request by default.
 */
export async function startProxy(
  refusal?: number | "hangs up",
  tunnelTo?: number,
) {
  const seen: string[] = [];
  const tunnels = new Set<Socket>();
  const server = createServer((request, response) => {
    seen.push(
      `${request.url} ${request.headers["proxy-authorization"] ?? "-"}`,
    );
    if (refusal === "hangs up") {
      request.socket.destroy();
      return;
    }
    if (refusal !== undefined) {
      response.writeHead(refusal).end();
      return;
    }
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { id } = JSON.parse(Buffer.concat(chunks).toString());
      response.end(JSON.stringify({ jsonrpc: "2.0", id, result: "0x64" }));
    });
  });
  server.on("connect", (request, socket: Socket) => {
    seen.push(`CONNECT ${request.url}`);
    tunnels.add(socket);
    socket.on("error", () => undefined);
    if (refusal === "hangs up") {
      socket.destroy();
      return;
    }
    if (refusal !== undefined) {
      socket.end(`HTTP/1.1 ${refusal} No\r\n\r\n`);
      return;
    }
    const port = tunnelTo ?? Number(request.url?.split(":").at(-1));
    const upstream = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      socket.pipe(upstream).pipe(socket);
    });
    tunnels.add(upstream);
    upstream.on("error", () => undefined);
  });
  const port = await listen(server);
  return closing({
    url: `http://user:proxypassword@127.0.0.1:${port}`,
    seen: seen as readonly string[],
    close: async () => {
      for (const socket of tunnels) {
        socket.destroy();
      }
      await stop(server);
    },
  });
}
