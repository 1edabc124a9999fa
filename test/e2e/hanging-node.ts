import { once } from "node:events";
import { createServer, type Socket } from "node:net";

import { listen } from "../support/listen.ts";

/** A node that takes requests and never answers. */
export interface HangingNode extends AsyncDisposable {
  readonly url: string;
  /** Fulfilled with the first bytes that reach it. */
  readonly asked: Promise<unknown>;
  close(): Promise<void>;
}

/** Starts one. Close it. */
export async function startHangingNode(): Promise<HangingNode> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("data", () => server.emit("asked"));
  });
  const asked = once(server, "asked");
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    [Symbol.asyncDispose](this: HangingNode) {
      return this.close();
    },
    async close() {
      for (const socket of sockets) {
        socket.destroy();
      }
      server.close();
      await once(server, "close");
    },
  };
}
