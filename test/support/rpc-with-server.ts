import {
  createHttpTransport,
  type HttpTransport,
  type HttpTransportOptions,
} from "../../src/rpc/http-transport.ts";
import {
  type FaultyServer,
  type FaultyServerOptions,
  startFaultyServer,
} from "./faulty-server.ts";

/** A server, and a transport to it that is quick to give up. */
export interface ServerAndTransport {
  readonly server: FaultyServer;
  readonly transport: HttpTransport;
}

/**
 * Runs a test with a server and a transport of its own. Afterwards both are
 * closed, and no socket may be left.
 */
export async function withServer(
  options: FaultyServerOptions & {
    readonly transport?: Partial<HttpTransportOptions>;
    /** Behind the origin, or a whole URL made of the port. */
    readonly url?: (server: FaultyServer) => string;
  },
  test: (context: ServerAndTransport) => Promise<void>,
): Promise<void> {
  const { transport: overrides, url = ({ url }) => url } = options;
  const server = await startFaultyServer(options);
  const transport = createHttpTransport({
    url: url(server),
    retries: 2,
    retryBaseMs: 1,
    ...overrides,
  });
  try {
    await test({ server, transport });
    await transport.close();
    while (server.openSockets > 0) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  } finally {
    await transport.close();
    await server.close();
  }
}
