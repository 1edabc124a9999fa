import type { Socket } from "node:net";
import {
  getProxyUrl,
  shouldUseProxy,
} from "@nomicfoundation/hardhat-utils/request";
import type * as Undici from "undici";
import type { buildConnector, Dispatcher, errors, Pool } from "undici";
import { sharedLookup } from "./shared-lookup.ts";
import { loadDirectUndici, loadUndici } from "./undici.ts";

/** How connections are opened. */
export interface CreateDispatcherParameters {
  /** The maximum number of sockets to one host. */
  readonly maxSockets: number;
  readonly connectTimeoutMs: number;
  /** The URL of the proxy; `undefined` if there is none. */
  readonly proxy: string | undefined;
  readonly onConnection: () => void;
}

/** A pool of connections that can be destroyed. */
export interface OwnedDispatcher {
  readonly dispatcher: Dispatcher;
  /** Destroys every socket, those still connecting included. */
  destroy(): Promise<void>;
}

/**
 * Connections to one endpoint, through a proxy if there is one. HTTP/1.1 only, with one
 * request at a time per socket, so that an invalid response cannot affect another
 * request.
 *
 * @returns `undefined` if the proxy's URL is not an http or https URL.
 */
export function createDispatcher(
  parameters: CreateDispatcherParameters,
): OwnedDispatcher | undefined {
  const { maxSockets, connectTimeoutMs, proxy, onConnection } = parameters;
  const sockets = new Set<Socket>();
  // undici does not destroy sockets that are still connecting, whose timers would keep
  // the process alive.
  const track = (socket: unknown): void => {
    if (isSocket(socket)) {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
    }
  };
  const options = {
    allowH2: false,
    connections: maxSockets,
    connectTimeout: connectTimeoutMs,
    pipelining: 1,
  };
  const createAgent = (): Dispatcher => {
    const undici = loadDirectUndici();
    const open = undici.buildConnector({
      timeout: connectTimeoutMs,
      allowH2: false,
      lookup: sharedLookup,
    });
    return new undici.Agent({
      ...options,
      connect: (
        ...[target, callback]: Parameters<buildConnector.connector>
      ) => {
        onConnection();
        track(open(target, callback));
      },
    });
  };
  const tracked = ({ connect, ...settings }: Pool.Options): Pool.Options => ({
    ...settings,
    ...(typeof connect === "function"
      ? {
          connect: (
            ...[target, callback]: Parameters<buildConnector.connector>
          ) => track(connect(target, callback)),
        }
      : {}),
  });
  const createProxyAgent = (
    { Pool, ProxyAgent, errors }: typeof Undici,
    uri: string,
  ): Dispatcher => {
    const ProxyPool = proxyPool(Pool, errors.SocketError);
    return new ProxyAgent({
      ...options,
      uri,
      // Many proxies allow a tunnel to port 443 only.
      proxyTunnel: false,
      proxyTls: { timeout: connectTimeoutMs },
      requestTls: { timeout: connectTimeoutMs },
      clientFactory: (origin, settings) =>
        new ProxyPool(origin, {
          ...tracked(settings),
          // For the response to CONNECT; undici's default is five minutes.
          headersTimeout: connectTimeoutMs,
        }),
      factory: (origin, settings) => new Pool(origin, tracked(settings)),
    });
  };
  let dispatcher: Dispatcher;
  if (proxy === undefined) {
    dispatcher = createAgent();
  } else if (/^https?:\/\//i.test(proxy)) {
    const undici = loadUndici();
    try {
      dispatcher = createProxyAgent(undici, proxy);
    } catch {
      return undefined;
    }
  } else {
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

/**
 * Connections to a proxy. If a proxy closes the connection on `CONNECT`, undici 7 retries
 * without end or delay (nodejs/undici#3897); an error with another code fails the
 * request.
 */
function proxyPool(
  base: typeof Pool,
  SocketError: typeof errors.SocketError,
): typeof Pool {
  return class ProxyPool extends base {
    override async connect(
      options: Omit<Dispatcher.ConnectOptions, "origin">,
    ): Promise<Dispatcher.ConnectData> {
      try {
        return await super.connect(options);
      } catch (cause) {
        throw cause instanceof SocketError
          ? new ProxyConnectionError("the proxy hung up", { cause })
          : cause;
      }
    }
  };
}

/** A proxy closed the connection; undici 8 has an error with this code. */
class ProxyConnectionError extends Error {
  readonly code = "UND_ERR_PRX_CONN";
}

function isSocket(value: unknown): value is Socket {
  return (
    typeof value === "object" &&
    value !== null &&
    "destroy" in value &&
    "once" in value
  );
}

/**
 * The proxy for a URL by Hardhat's own rules, so that requests use the same route as
 * Hardhat's provider: loopback names and hosts in `NO_PROXY` are direct, an empty
 * variable counts as not set, and each scheme falls back to the variable of the other.
 */
export function environmentProxy(url: string): string | undefined {
  return URL.canParse(url) && shouldUseProxy(url)
    ? getProxyUrl(url)
    : undefined;
}

/** The URL and headers of a request. */
export interface HttpTarget {
  /** Without user, password and fragment. */
  readonly url: URL;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

const DEFAULT_HEADERS = {
  accept: "application/json",
  "user-agent": "hardhat-alpha-networks",
};
const FIXED_HEADERS = {
  "content-type": "application/json",
  "accept-encoding": "gzip, br",
};

/**
 * Path and query of the URL are kept; user and password become a basic authorization
 * header unless one is configured. Headers that determine the encoding of bodies cannot
 * be configured.
 *
 * @returns `undefined` if the URL is not one of http or https.
 */
export function httpTarget(
  source: string,
  configured: Readonly<Record<string, string>> = {},
): HttpTarget | undefined {
  const url = URL.parse(source);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return undefined;
  }
  const { username, password } = url;
  url.username = "";
  url.password = "";
  url.hash = "";
  return {
    url,
    headers: {
      ...DEFAULT_HEADERS,
      ...(username === "" && password === ""
        ? {}
        : { authorization: basic(username, password) }),
      ...Object.fromEntries(
        Object.entries(configured).map(([name, value]) => [
          name.toLowerCase(),
          value,
        ]),
      ),
      ...FIXED_HEADERS,
    },
  };
}

function basic(username: string, password: string): string {
  const credentials = `${decode(username)}:${decode(password)}`;
  return `Basic ${Buffer.from(credentials, "utf8").toString("base64")}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
