import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { type Behaviour, type Exchange, honest } from "./server.ts";

/** Twice what a client takes by default. */
const BOMB = Buffer.alloc(16 * 1024 * 1024, " ");

/** Bad once, honest ever after: what a retry must overcome. */
export function once(behaviour: Behaviour): Behaviour {
  let isSpent = false;
  return (exchange) => {
    const act = isSpent ? honest : behaviour;
    isSpent = true;
    act(exchange);
  };
}

/** Bad for one RPC method, and batches that have it; honest for the others. */
export function forMethod(method: string, behaviour: Behaviour): Behaviour {
  return (exchange) =>
    (exchange.methods.includes(method) ? behaviour : honest)(exchange);
}

/** Any HTTP status with any body and headers. */
export function respond(
  status: number,
  body: string | Uint8Array = "",
  headers: Record<string, string | string[]> = {},
): Behaviour {
  return ({ send }) => send({ status, body, headers });
}

/** A plain 200 with a text that does not depend on the request. */
function say(body: string | Uint8Array): Behaviour {
  return ({ send }) => send({ body });
}

/** A plain 200 whose JSON is made from the honest answer. */
export function altered(
  alter: (answer: Record<string, unknown>, exchange: Exchange) => unknown,
): Behaviour {
  return (exchange) => exchange.json(alter(exchange.honest(), exchange));
}

/** A plain 200 whose text is made from the honest answer's text. */
export function rewritten(alter: (json: string) => string): Behaviour {
  return (exchange) =>
    exchange.send({ body: alter(JSON.stringify(exchange.honestBody())) });
}

/** A JSON-RPC error with HTTP 200 or another status. */
export function rpcError(
  error: { code: unknown; message?: unknown; data?: unknown },
  status = 200,
  headers: Record<string, string> = {},
): Behaviour {
  return ({ id, send }) =>
    send({
      status,
      headers,
      body: JSON.stringify({ jsonrpc: "2.0", id, error }),
    });
}

/** Bytes on the socket in place of an HTTP answer; then it is closed. */
function raw(bytes: string): Behaviour {
  return ({ socket }) => {
    socket.end(bytes);
  };
}

function encoded(
  encoding: string,
  bytes: (json: string) => Uint8Array | string,
): Behaviour {
  return (exchange) =>
    exchange.send({
      headers: { "content-encoding": encoding },
      body: bytes(JSON.stringify(exchange.honestBody())),
    });
}

/** A few kilobytes that unpack to more than anyone takes. */
function bomb(encoding: string, packed: Buffer): Behaviour {
  return ({ send }) =>
    send({ headers: { "content-encoding": encoding }, body: packed });
}

const HTML =
  "<!DOCTYPE html><html><head><title>Just a moment...</title></head><body>Checking</body></html>";
const DISTANT_FUTURE = "Fri, 31 Dec 2199 23:59:59 GMT";

/** Rate limiting, with every form of `Retry-After`. */
export const RATE_LIMIT_FAULTS = {
  "429 without Retry-After": respond(429),
  "429, Retry-After an hour": respond(429, "", { "retry-after": "3600" }),
  "429, Retry-After a far date": respond(429, "", {
    "retry-after": DISTANT_FUTURE,
  }),
  "429, Retry-After 0": respond(429, "", { "retry-after": "0" }),
  "429, Retry-After negative": respond(429, "", { "retry-after": "-5" }),
  "429, Retry-After beyond all numbers": respond(429, "", {
    "retry-after": "99999999999999",
  }),
  "429, Retry-After twice": respond(429, "", {
    "retry-after": ["0", "3600"],
  }),
  "429 with an HTML page": respond(429, HTML),
  "429 with a JSON-RPC error": rpcError(
    { code: -32005, message: "daily request count exceeded" },
    429,
  ),
  "200 with limit exceeded": rpcError({
    code: -32005,
    message: "limit exceeded",
  }),
  "200 with limit exceeded and a long backoff": rpcError({
    code: -32005,
    message: "project ID request rate exceeded",
    data: { backoff_seconds: 3600 },
  }),
  "200 with the code 429": rpcError({ code: 429, message: "slow down" }),
  "200 with a rate limit in words": rpcError({
    code: -32000,
    message: "Too many requests, reason: call rate limit exhausted",
  }),
} as const satisfies Record<string, Behaviour>;

/** HTTP errors with HTML, empty and JSON-RPC bodies. */
export const HTTP_ERROR_FAULTS = {
  "400 with an HTML page": respond(400, HTML),
  "401 with text": respond(401, "invalid key"),
  "403 with an HTML page": respond(403, HTML),
  "404 with text": respond(404, "404 page not found"),
  "405 without a body": respond(405),
  "413 with text": respond(413, "content length too large"),
  "500 without a body": respond(500),
  "500 with a good result": (exchange) =>
    exchange.send({ status: 500, body: JSON.stringify(exchange.honestBody()) }),
  "500 with a huge body": respond(500, "x".repeat(200_000)),
  "503 with Retry-After an hour": respond(503, "", { "retry-after": "3600" }),
  "503 with a JSON-RPC error": rpcError({ code: -32000, message: "down" }, 503),
  "504 without a body": respond(504),
} as const satisfies Record<string, Behaviour>;

/** Answers with 2xx that answer nothing. */
export const MALFORMED_FAULTS = {
  "an empty body": say(""),
  "204 without a body": ({ response }) => {
    response.writeHead(204).end();
  },
  "202 with a good result": (exchange) =>
    exchange.send({ status: 202, body: JSON.stringify(exchange.honestBody()) }),
  "an HTML page": say(HTML),
  "plain text": say("Welcome to nginx!"),
  "an empty object": say("{}"),
  "a bare text": say('"0x"'),
  "a bare null": say("null"),
  "no result": altered(({ result: _, ...rest }) => rest),
  "no jsonrpc": altered(({ jsonrpc: _, ...rest }) => rest),
  "jsonrpc 1.0": altered((answer) => ({ ...answer, jsonrpc: "1.0" })),
  "no id": altered(({ id: _, ...rest }) => rest),
  "id null": altered((answer) => ({ ...answer, id: null })),
  "the id as a text": altered((answer) => ({
    ...answer,
    id: String(answer["id"]),
  })),
  "another id": altered((answer, { id }) => ({ ...answer, id: id + 1 })),
  "two ids": rewritten((json) => json.replace("{", '{"id":0,')),
  "two ids, one of them escaped": rewritten((json) =>
    json.replace("{", '{"\\u0069d":0,'),
  ),
  "two results": rewritten((json) => json.replace("{", '{"result":"0x",')),
  "the answer in a list": altered((answer) => [answer]),
  "the answer twice in a row": rewritten((json) => json + json),
  "the answer inside an answer's place": altered((answer) => ({ answer })),
  "a result and an error": altered((answer) => ({
    ...answer,
    error: { code: -32000, message: "no" },
  })),
  "an error that is text": altered(({ id }) => ({
    jsonrpc: "2.0",
    id,
    error: "overloaded",
  })),
  "an error without a code": rpcError({ code: undefined, message: "no" }),
  "an error without an id": altered(() => ({
    jsonrpc: "2.0",
    error: { code: -32600, message: "Batch request length too long" },
  })),
  "an error with id null": altered(() => ({
    jsonrpc: "2.0",
    id: null,
    error: { code: -32000, message: "revert", data: "0x1234" },
  })),
  "JSON that is cut off": rewritten((json) => json.slice(0, -3)),
  "JSON with something behind it": rewritten((json) => `${json}</html>`),
  "JSON in UTF-16": (exchange) =>
    exchange.send({
      body: Buffer.from(JSON.stringify(exchange.honestBody()), "utf16le"),
    }),
  "bytes that are no UTF-8": (exchange) =>
    exchange.send({
      body: Buffer.concat([
        Buffer.from('{"jsonrpc":"2.0","result":"'),
        Buffer.from([0xff, 0xfe, 0x80]),
        Buffer.from(`","id":${exchange.id}}`),
      ]),
    }),
  "a hundred thousand brackets": say("[".repeat(100_000)),
  "an answer nested too deep": altered((answer) => ({
    ...answer,
    result: JSON.parse(`${"[".repeat(500)}${"]".repeat(500)}`),
  })),
  "gzip that is none": encoded("gzip", (json) => json),
  "brotli that is none": encoded("br", (json) => json),
  "gzip that is cut off": encoded("gzip", (json) =>
    gzipSync(json).subarray(0, -9),
  ),
  "gzip without a label": (exchange) =>
    exchange.send({ body: gzipSync(JSON.stringify(exchange.honestBody())) }),
  "gzip twice": encoded("gzip", (json) => gzipSync(gzipSync(json))),
  "an encoding nobody asked for": encoded("compress", (json) => json),
  "two encodings": encoded("gzip, br", (json) =>
    brotliCompressSync(gzipSync(json)),
  ),
} as const satisfies Record<string, Behaviour>;

/** Bodies of a size that no answer needs. */
export const OVERSIZED_FAULTS = {
  "a body without end": ({ response, every }) => {
    response.writeHead(200, { "content-type": "application/json" });
    const piece = Buffer.alloc(256 * 1024, " ");
    every(1, () => response.write(piece));
  },
  "a length beyond the limit": ({ response }) => {
    response.writeHead(200, { "content-length": 10 ** 12 });
    response.write(" ");
  },
  "a gzip bomb": bomb("gzip", gzipSync(BOMB, { level: 1 })),
  "a brotli bomb": bomb(
    "br",
    brotliCompressSync(BOMB, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
    }),
  ),
} as const satisfies Record<string, Behaviour>;

/** Answers that take for ever. */
export const SLOW_FAULTS = {
  "no answer at all": () => undefined,
  "headers that trickle": ({ socket, every }) => {
    socket.write("HTTP/1.1 200 OK\r\nX-Slow: ");
    every(10, () => socket.write("x"));
  },
  "early hints for ever": ({ socket, every }) => {
    every(10, () => socket.write("HTTP/1.1 103 Early Hints\r\n\r\n"));
  },
  "headers and then nothing": ({ response }) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.flushHeaders();
  },
  "a body that stalls": (exchange) => {
    const body = JSON.stringify(exchange.honestBody());
    exchange.response.writeHead(200, { "content-length": body.length });
    exchange.response.write(body.slice(0, -1));
  },
  "a body that trickles": ({ response, every }) => {
    response.writeHead(200, { "content-type": "application/json" });
    every(10, () => response.write(" "));
  },
  "an error whose body trickles": ({ response, every }) => {
    response.writeHead(503, { "content-type": "text/plain" });
    every(10, () => response.write("x"));
  },
  "a redirect whose body trickles": ({ response, every }) => {
    response.writeHead(302, { location: "http://127.0.0.1:1/" });
    every(10, () => response.write("x"));
  },
} as const satisfies Record<string, Behaviour>;

/** Redirects of every kind; none leads anywhere but loopback. */
export const REDIRECT_FAULTS = {
  "301 to another host": respond(301, "", {
    location: "http://localhost:1/v3/elsewhere",
  }),
  "307 to another host": respond(307, "", { location: "http://localhost:1/" }),
  "308 to the same place": ({ send, received }) =>
    send({ status: 308, headers: { location: received.path } }),
  "302 without a location": respond(302),
  "302 to a damaged location": respond(302, "", { location: "http://" }),
  "304 not modified": ({ response }) => {
    response.writeHead(304).end();
  },
  "300 with a good result": (exchange) =>
    exchange.send({ status: 300, body: JSON.stringify(exchange.honestBody()) }),
} as const satisfies Record<string, Behaviour>;

/** Connections that break, and bytes that are no HTTP. */
export const BROKEN_FAULTS = {
  "a reset before the answer": ({ socket }) => {
    socket.resetAndDestroy();
  },
  "a close before the answer": ({ socket }) => {
    socket.end();
  },
  "a body shorter than announced": ({ id, socket }) => {
    const body = `{"jsonrpc":"2.0","id":${id},"result":"0x"}`;
    socket.end(
      `HTTP/1.1 200 OK\r\nContent-Length: ${body.length + 1}\r\n\r\n${body}`,
    );
  },
  "chunks without the last": ({ id, socket }) => {
    const body = `{"jsonrpc":"2.0","id":${id},"result":"0x"}`;
    socket.end(
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n`,
    );
  },
  "another protocol": raw("SSH-2.0-OpenSSH_9.6\r\n"),
  "random bytes": raw("\u0000\u0001\u0002\u0003\r\n\r\n"),
  "two lengths": raw(
    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 9\r\n\r\n{}",
  ),
  "a negative length": raw("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n{}"),
  "chunks of no size": raw(
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n",
  ),
  "switching protocols": raw(
    "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n",
  ),
  "more headers than anyone reads": ({ socket }) => {
    socket.end(`HTTP/1.1 200 OK\r\nX-Much: ${"x".repeat(100_000)}\r\n\r\n`);
  },
} as const satisfies Record<string, Behaviour>;

/** Errors that a node itself answers with. */
export const NODE_ERROR_FAULTS = {
  "internal error": rpcError({ code: -32603, message: "Internal error" }),
  "request timed out": rpcError({ code: -32002, message: "request timed out" }),
  "header not found": rpcError({ code: -32000, message: "header not found" }),
  "method not found": rpcError({
    code: -32601,
    message: "the method does not exist/is not available",
  }),
  "invalid params with 400": rpcError(
    { code: -32602, message: "missing value for required argument 1" },
    400,
  ),
  "a revert with data": rpcError({
    code: 3,
    message: "execution reverted",
    data: "0x08c379a0",
  }),
  "an internal error that is a revert": rpcError({
    code: -32603,
    message: "Error: VM Exception while processing transaction",
    data: { message: "reverted", data: "0x08c379a0" },
  }),
} as const satisfies Record<string, Behaviour>;

/** Every behaviour above, by name. */
export const ALL_FAULTS: Readonly<Record<string, Behaviour>> = {
  ...RATE_LIMIT_FAULTS,
  ...HTTP_ERROR_FAULTS,
  ...MALFORMED_FAULTS,
  ...OVERSIZED_FAULTS,
  ...SLOW_FAULTS,
  ...REDIRECT_FAULTS,
  ...BROKEN_FAULTS,
  ...NODE_ERROR_FAULTS,
};

/** Bad for the first of each distinct request, honest when it is asked again. */
export function firstOfEach(behaviour: Behaviour): Behaviour {
  const seen = new Set<string>();
  return (exchange) => {
    const request = requestOf(exchange);
    const act = seen.has(request) ? honest : behaviour;
    seen.add(request);
    act(exchange);
  };
}

/** Bad for the first request of each address, whatever block it names. */
export function firstOfEachAddress(behaviour: Behaviour): Behaviour {
  const seen = new Set<string>();
  return (exchange) => {
    const address = String(exchange.params[0]).toLowerCase();
    const act = seen.has(address) ? honest : behaviour;
    seen.add(address);
    act(exchange);
  };
}

/** Bad for one request in `every`, whatever it asks. */
export function oneIn(every: number, behaviour: Behaviour): Behaviour {
  return (exchange) => {
    (exchange.nth % every === 0 ? behaviour : honest)(exchange);
  };
}

/** What a request asks, without its id. */
function requestOf({ method, params }: Exchange): string {
  return JSON.stringify([method, params]);
}
