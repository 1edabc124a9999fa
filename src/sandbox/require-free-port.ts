import { once } from "node:events";
import { createServer } from "node:net";

import { alphaError } from "../errors.ts";

/** Why a hostname or port cannot be had, by the system's code. */
const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE:
    "it is taken. End the program that has it, or choose another one with --port (0 takes a free one)",
  EACCES:
    "this user may not open it. Choose one above 1023 with --port (0 takes a free one)",
  EADDRNOTAVAIL:
    "this machine has no such address. Choose another --hostname, such as 127.0.0.1",
  ENOTFOUND:
    "there is no such host. Choose another --hostname, such as 127.0.0.1",
};

/**
 * Checks that a server can listen on a port of a hostname, by doing it for a
 * moment.
 *
 * @param port 0 for any: then the hostname alone is checked.
 * @throws HardhatPluginError that names both and says what to do.
 */
export async function requireFreePort(
  port: number,
  hostname: string,
): Promise<void> {
  const server = createServer();
  try {
    server.listen(port, hostname);
    await once(server, "listening");
  } catch (error) {
    const code =
      error instanceof Error && "code" in error ? String(error.code) : "";
    throw alphaError(
      `The sandbox cannot be served on port ${port} of ${hostname}: ${REASONS[code] ?? `the system says ${code}`}.`,
      error,
    );
  }
  server.close();
  await once(server, "close");
}
