import { once } from "node:events";
import { createServer, type Socket } from "node:net";

/** A node that takes requests and never answers. */
export interface HangingNode {
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
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") {
    throw new Error("the node has no port");
  }
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    async close() {
      for (const socket of sockets) {
        socket.destroy();
      }
      server.close();
      await once(server, "close");
    },
  };
}
