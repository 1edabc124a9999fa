import dns from "node:dns";
import { createRequire } from "node:module";
import { type LookupFunction, Socket } from "node:net";
import type * as undiciPackage from "undici";
import type { buildConnector, Dispatcher, Pool } from "undici";

type Undici = Pick<
  typeof undiciPackage,
  "buildConnector" | "errors" | "Pool" | "ProxyAgent"
>;

const undici = loadUndici();

/**
 * The parts of undici that are used. The package loads fetch, WebSocket and caches, too,
 * which takes most of the time of a command whose node does not answer.
 */
function loadUndici(): Undici {
  const load = createRequire(import.meta.url);
  try {
    // As the package does: pools get their methods, such as `request`.
    const { prototype } = load("undici/lib/dispatcher/dispatcher.js");
    Object.assign(prototype, load("undici/lib/api/index.js"));
    return {
      buildConnector: load("undici/lib/core/connect.js"),
      errors: load("undici/lib/core/errors.js"),
      Pool: load("undici/lib/dispatcher/pool.js"),
      ProxyAgent: load("undici/lib/dispatcher/proxy-agent.js"),
    };
  } catch {
    return load("undici");
  }
}

/** The maximum number of sockets to one host. */
export const MAX_SOCKETS = 8;

/** A pool of connections that can be destroyed. */
export interface Connections {
  readonly dispatcher: Dispatcher;
  /** Destroys every socket, those still connecting included. */
  destroy(): Promise<void>;
}

/**
 * Connections to one endpoint, through a proxy if there is one. HTTP/1.1 only, with one
 * request at a time per socket, so that an invalid response cannot affect another
 * request.
 *
 * @param timeoutMs for one connection, in whole ms
 * @param proxy its http or https URL
 */
export function openConnections(
  { origin }: URL,
  timeoutMs: number,
  proxy: string | undefined,
): Connections {
  const sockets = new Set<Socket>();
  // undici does not destroy sockets that are still connecting, whose timers would keep
  // the process alive.
  const tracked =
    (connect: buildConnector.connector): buildConnector.connector =>
    (options, callback) => {
      const socket: unknown = connect(options, callback);
      if (socket instanceof Socket) {
        sockets.add(socket);
        socket.once("close", () => sockets.delete(socket));
      }
    };
  const timeout = { timeout: timeoutMs };
  const options = { allowH2: false, connections: MAX_SOCKETS, pipelining: 1 };
  const open = tracked(
    undici.buildConnector({ ...timeout, allowH2: false, lookup: sharedLookup }),
  );
  const withTracking = ({ connect, ...settings }: Pool.Options) => ({
    ...settings,
    connect: typeof connect === "function" ? tracked(connect) : open,
  });
  const dispatcher =
    proxy === undefined
      ? new undici.Pool(origin, { ...options, connect: open })
      : new undici.ProxyAgent({
          ...options,
          uri: proxy,
          // Many proxies allow a tunnel to port 443 only.
          proxyTunnel: false,
          proxyTls: timeout,
          requestTls: timeout,
          clientFactory: (url, settings) =>
            new ProxyPool(url, {
              ...withTracking(settings),
              // For the response to CONNECT; the default is five minutes.
              headersTimeout: timeoutMs,
            }),
          factory: (url, settings) =>
            new undici.Pool(url, withTracking(settings)),
        });
  return {
    dispatcher,
    async destroy() {
      const ended = dispatcher.destroy();
      for (const socket of sockets) {
        socket.destroy();
      }
      await ended;
    },
  };
}

/**
 * Connections to a proxy. If a proxy closes the connection on `CONNECT`, undici 7 retries
 * without end or delay (nodejs/undici#3897); an error with another code fails the
 * request. undici 8 has an error with this code.
 */
class ProxyPool extends undici.Pool {
  override async connect(
    options: Omit<Dispatcher.ConnectOptions, "origin">,
  ): Promise<Dispatcher.ConnectData> {
    try {
      return await super.connect(options);
    } catch (cause) {
      throw cause instanceof undici.errors.SocketError
        ? Object.assign(new Error("the proxy hung up", { cause }), {
            code: "UND_ERR_PRX_CONN",
          })
        : cause;
    }
  }
}

type Callback = Parameters<LookupFunction>[2];

const pending = new Map<string, Callback[]>();

/**
 * `dns.lookup`, once for all connections that are opened to a host at the same time.
 * Node.js runs at most four lookups at a time, so that those of many requests would
 * wait for each other where the resolver answers late.
 */
export const sharedLookup: LookupFunction = (hostname, options, callback) => {
  const key = JSON.stringify([hostname, options]);
  const others = pending.get(key);
  if (others !== undefined) {
    others.push(callback);
    return;
  }
  const callbacks = [callback];
  pending.set(key, callbacks);
  dns.lookup(hostname, options, (...result) => {
    pending.delete(key);
    for (const each of callbacks) {
      each(...result);
    }
  });
};
