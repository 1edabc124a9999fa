import type { Socket } from "node:net";
import {
  Agent,
  buildConnector,
  type Dispatcher,
  EnvHttpProxyAgent,
} from "undici";

import type { ProxySettings } from "./proxy-of.ts";

/** How connections are opened. */
export interface CreateDispatcherParameters {
  /** The most sockets to one host. */
  readonly maxSockets: number;
  readonly connectTimeoutMs: number;
  readonly proxy: ProxySettings;
  readonly onConnection: () => void;
}

/** A pool of connections, and the end of it. */
export interface OwnedDispatcher {
  readonly dispatcher: Dispatcher;
  /** Destroys every socket, those still connecting included. */
  destroy(): Promise<void>;
}

/**
 * Connections for one endpoint, through proxies where there are any. HTTP/1.1
 * only, one request at a time on a socket, so that a broken answer can never
 * touch another request.
 *
 * @returns `undefined` if a proxy's URL is none.
 */
export function createDispatcher(
  parameters: CreateDispatcherParameters,
): OwnedDispatcher | undefined {
  const { maxSockets, connectTimeoutMs, proxy, onConnection } = parameters;
  const sockets = new Set<Socket>();
  const open = buildConnector({ timeout: connectTimeoutMs, allowH2: false });
  const options = {
    allowH2: false,
    connections: maxSockets,
    connectTimeout: connectTimeoutMs,
    pipelining: 1,
    // undici leaves a socket that is still connecting to its own timer, which
    // would keep the process alive; so the sockets are kept here, too.
    connect: (...[target, callback]: Parameters<buildConnector.connector>) => {
      onConnection();
      const socket: unknown = open(target, callback);
      if (isSocket(socket)) {
        sockets.add(socket);
        socket.once("close", () => sockets.delete(socket));
      }
    },
  };
  let dispatcher: Dispatcher;
  try {
    dispatcher =
      proxy.httpProxy === "" && proxy.httpsProxy === ""
        ? new Agent(options)
        : new EnvHttpProxyAgent({ ...options, ...proxy });
  } catch {
    return undefined;
  }
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

function isSocket(value: unknown): value is Socket {
  return (
    typeof value === "object" &&
    value !== null &&
    "destroy" in value &&
    "once" in value
  );
}
