import { once } from "node:events";
import type { Server } from "node:net";

/** Nothing listens at this port, and no program is ever given it by chance. */
export const DEAD_URL = "http://127.0.0.1:1";

/** Has a server listen on a port of this machine alone, and gives the port. */
export async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") {
    throw new Error("the server has no port");
  }
  return address.port;
}
