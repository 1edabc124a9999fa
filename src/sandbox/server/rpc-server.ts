import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from "node:http";
import { isIP } from "node:net";
import type { EthereumProvider } from "hardhat/types/providers";
import { type WebSocket, WebSocketServer } from "ws";
import { isRecord, recordOf } from "../../base/records.ts";
import type { RequestProvider } from "../../rpc/types.ts";

/** The users of a server, besides programs on this machine. */
export interface ServerAccess {
  /** The hostname or address that it listens on. */
  readonly hostname: string;
  /** Origins of web pages, such as `https://portal.test`. */
  readonly allowedOrigins: readonly string[];
}

/** Origins of browser extensions, such as wallets, which no web page can have. */
const EXTENSION = /^(?:chrome|moz|safari-web)-extension:$/;
/** A name or address, and a port. What else a URL may have there is no host. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d+)?$/i;
/** The name of the header in drafts of the WebSocket protocol. */
const DRAFT_ORIGIN = "sec-websocket-origin";
const LOOPBACK = /^(?:localhost|\[::1\]|127(?:\.\d+){3})$/;

/** The hostnames of all interfaces, with the loopback address of their family. */
export const WILDCARDS: ReadonlyMap<string, string> = new Map([
  ["0.0.0.0", "127.0.0.1"],
  ["::", "::1"],
]);

/**
 * The reason why a request is rejected; `undefined` if it may use the server. Browsers
 * send the origin of a web page with each request, and a name in `Host` that the page's
 * owner may resolve to this machine (DNS rebinding). Programs other than browsers send
 * no origin. Pages on this machine and browser extensions may use the server.
 */
export function whyRejected(
  headers: IncomingHttpHeaders,
  { hostname, allowedOrigins }: ServerAccess,
): string | undefined {
  const { host = "", origin, [DRAFT_ORIGIN]: draftOrigin } = headers;
  const isForeign = [origin, draftOrigin].flat().some((one) => {
    const page = URL.parse(one ?? "");
    return (
      one !== undefined &&
      !allowedOrigins.includes(one) &&
      !LOOPBACK.test(page?.hostname ?? "") &&
      !EXTENSION.test(page?.protocol ?? "")
    );
  });
  if (isForeign) {
    return "This origin is not allowed. Pass it to alpha sandbox with --allow-origin.";
  }
  const name = HOST.test(host)
    ? URL.parse(`http://${host}`)?.hostname
    : undefined;
  if (name !== undefined && (LOOPBACK.test(name) || isBound(name, hostname))) {
    return undefined;
  }
  return "This host name is not allowed. Use the address of the sandbox, or pass the name with --hostname.";
}

/** On all interfaces, any address, and names without a dot, which no page can own. */
function isBound(name: string, hostname: string): boolean {
  const address = name.replace(/^\[(.*)\]$/, "$1");
  if (WILDCARDS.has(hostname)) {
    return isIP(address) !== 0 || !name.includes(".");
  }
  return address === hostname.toLowerCase();
}

const MAX_BODY_BYTES = 10_000_000;

/**
 * Listens for JSON-RPC requests over HTTP and WebSocket. Hardhat's own server answers
 * every web page, and ends with an invalid WebSocket frame.
 *
 * @throws the system's error if it cannot listen
 */
export async function openRpcServer(port: number, access: ServerAccess) {
  const { promise: provider, resolve: start } =
    Promise.withResolvers<EthereumProvider>();
  const server = createServer((request, response) => {
    const { origin } = request.headers;
    answerHttp(request, access, provider)
      .then(([status, text]) => {
        const headers = {
          "Content-Type": status === 200 ? "application/json" : "text/plain",
          ...(status >= 400 && { Connection: "close" }),
          ...(status !== 403 &&
            origin !== undefined && {
              "Access-Control-Allow-Origin": origin,
              "Access-Control-Allow-Methods": "POST",
              "Access-Control-Allow-Headers": "Content-Type",
              Vary: "Origin",
            }),
        };
        response.writeHead(status, headers).end(text);
      })
      .catch(() => response.destroy());
  });
  const sockets = new WebSocketServer({
    server,
    maxPayload: MAX_BODY_BYTES,
    verifyClient: ({ req }, callback) =>
      callback(whyRejected(req.headers, access) === undefined, 403),
  });
  // One that cannot be accepted, such as for lack of file handles, ends nothing.
  sockets.on("error", () => undefined);
  serveSockets(sockets, provider);
  server.listen(port, access.hostname);
  await once(sockets, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" ? (address?.port ?? port) : port,
    /** Answers with a provider; until then, requests wait. */
    start,
    /** Closes the server and its connections immediately. */
    close: async () => {
      const closed = server[Symbol.asyncDispose]();
      server.closeAllConnections();
      for (const client of sockets.clients) {
        client.terminate();
      }
      await closed;
    },
  };
}

/** The HTTP status, and the answer, or why there is none. */
async function answerHttp(
  request: IncomingMessage,
  access: ServerAccess,
  provider: Promise<EthereumProvider>,
): Promise<readonly [status: number, text: string]> {
  const { method, headers } = request;
  const rejection = whyRejected(headers, access);
  if (rejection !== undefined) {
    return [403, `${rejection}\n`];
  }
  if (method === "OPTIONS") {
    return [204, ""];
  }
  if (method !== "POST") {
    return [405, "Send JSON-RPC requests with POST.\n"];
  }
  // Pages of any origin may send other types without asking.
  if (!/^application\/json\b/i.test(headers["content-type"] ?? "")) {
    return [415, "The Content-Type must be application/json.\n"];
  }
  let body = "";
  let size = 0;
  request.setEncoding("utf8");
  // Kept open, so that the client receives the answer.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    body += chunk;
    size += Buffer.byteLength(chunk);
    if (size > MAX_BODY_BYTES) {
      return [
        413,
        `The maximum size of a request is ${MAX_BODY_BYTES} bytes.\n`,
      ];
    }
  }
  return [200, JSON.stringify(await answerRpc(await provider, body))];
}

/** Answers the requests of clients, and sends each what it has subscribed to. */
function serveSockets(
  sockets: WebSocketServer,
  opening: Promise<EthereumProvider>,
): void {
  const subscribers = new Map<unknown, WebSocket>();
  const send = (client: WebSocket | undefined, value: unknown) =>
    client?.send(JSON.stringify(value));
  opening.then((provider) =>
    provider.on("notification", (params: { readonly subscription: unknown }) =>
      send(subscribers.get(params.subscription), {
        jsonrpc: "2.0",
        method: "eth_subscription",
        params,
      }),
    ),
  );
  const unsubscribeAll = (client: WebSocket) => {
    for (const [id, subscriber] of subscribers) {
      if (subscriber === client) {
        subscribers.delete(id);
        const method = "eth_unsubscribe";
        opening
          .then((provider) => provider.request({ method, params: [id] }))
          .catch(() => {});
      }
    }
  };
  sockets.on("connection", (client) => {
    const request: EthereumProvider["request"] = async (asked) => {
      const result = await (await opening).request(asked);
      if (asked.method === "eth_subscribe") {
        subscribers.set(result, client);
        // It may have closed before it was answered.
        if (client.readyState !== client.OPEN) {
          unsubscribeAll(client);
        }
      }
      return result;
    };
    // An invalid frame closes the connection; without a listener, it ends the process.
    client.on("error", () => client.terminate());
    client.on("message", (data) => {
      answerRpc({ request }, data.toString())
        .then((answer) => send(client, answer))
        .catch(() => client.terminate());
    });
    client.on("close", () => unsubscribeAll(client));
  });
}

const MAX_BATCH = 1_000;
/** Other names are not passed on, since Hardhat logs them as they are. */
const METHOD = /^[A-Za-z]\w{0,99}$/;
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const INTERNAL_ERROR = -32603;
/** The code of a revert, whose data clients expect without a wrapper. */
const REVERT = 3;

/** Answers the text of a JSON-RPC request or batch, as Hardhat's own server does. */
async function answerRpc(
  provider: RequestProvider,
  text: string,
): Promise<unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return failure(null, PARSE_ERROR, "The request is not valid JSON.");
  }
  if (!Array.isArray(parsed)) {
    return await answer(provider, parsed);
  }
  if (parsed.length === 0 || parsed.length > MAX_BATCH) {
    const problem = `A batch must have 1 to ${MAX_BATCH} requests.`;
    return failure(null, INVALID_REQUEST, problem);
  }
  return await Promise.all(parsed.map((request) => answer(provider, request)));
}

async function answer(
  provider: RequestProvider,
  request: unknown,
): Promise<object> {
  const { jsonrpc, id, method, params = [] } = recordOf(request);
  if (
    jsonrpc !== "2.0" ||
    typeof method !== "string" ||
    !Array.isArray(params) ||
    (typeof id !== "number" && typeof id !== "string")
  ) {
    return failure(null, INVALID_REQUEST, "It is not a JSON-RPC 2.0 request.");
  }
  if (!METHOD.test(method)) {
    return failure(id, METHOD_NOT_FOUND, "There is no method of this name.");
  }
  try {
    const result = await provider.request({ method, params });
    return { jsonrpc: "2.0", id, result: result ?? null };
  } catch (error) {
    return { jsonrpc: "2.0", id, error: describeError(error) };
  }
}

function failure(id: unknown, code: number, message: string): object {
  return { jsonrpc: "2.0", id, error: { code, message } };
}

/** An error of Hardhat's provider, in the shape that its own server gives it. */
function describeError(error: unknown): object {
  const given = recordOf(error);
  const { message = String(error), code } = given;
  const details = isRecord(given["data"]) ? given["data"] : given;
  const { data, reason } = details;
  const txHash = given["transactionHash"] ?? details["transactionHash"];
  return {
    code: typeof code === "number" ? code : INTERNAL_ERROR,
    message,
    data: code === REVERT ? data : { message, txHash, data, reason },
  };
}
