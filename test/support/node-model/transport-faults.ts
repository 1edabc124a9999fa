import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { altered, remade, respond, rewritten, rpcError } from "./behaviours.ts";
import type { Behaviour } from "./server.ts";

/** Twice what a client takes by default. */
const BOMB = Buffer.alloc(16 * 1024 * 1024, " ");

/** Bytes on the socket in place of an HTTP answer; then it is closed. */
function raw(bytes: string): Behaviour {
  return ({ socket }) => {
    socket.end(bytes);
  };
}

/** The same, headers and a body that hold a good answer. */
function rawAnswer(bytes: (body: string) => string): Behaviour {
  return ({ id, socket }) => {
    const body = `{"jsonrpc":"2.0","id":${id},"result":"0x"}`;
    socket.end(`HTTP/1.1 200 OK\r\n${bytes(body)}`);
  };
}

/** The honest answer in an encoding, or said to be. */
function encoded(
  encoding: string,
  pack: (json: string) => Uint8Array | string,
): Behaviour {
  const headers = { "content-encoding": encoding };
  return remade((json) => ({ headers, body: pack(json) }));
}

/** A few kilobytes that unpack to more than anyone takes. */
function bomb(encoding: string, packed: Buffer): Behaviour {
  return respond(200, packed, { "content-encoding": encoding });
}

/** An HTTP answer whose body comes in small pieces, and never ends. */
function trickling(
  status: number,
  headers: Record<string, string> = {},
): Behaviour {
  return ({ response, every }) => {
    response.writeHead(status, headers);
    every(10, () => response.write(" "));
  };
}

const retryAfter = (seconds: string | string[], status = 429) =>
  respond(status, "", { "retry-after": seconds });

/** A good answer with another HTTP status. */
const goodWith = (status: number) => remade((body) => ({ status, body }));

const HTML =
  "<!DOCTYPE html><html><head><title>Just a moment...</title></head><body>Checking</body></html>";

/** Rate limiting, with every form of `Retry-After`. */
export const RATE_LIMIT_FAULTS = {
  "429 without Retry-After": respond(429),
  "429, Retry-After an hour": retryAfter("3600"),
  "429, Retry-After a far date": retryAfter("Fri, 31 Dec 2199 23:59:59 GMT"),
  "429, Retry-After 0": retryAfter("0"),
  "429, Retry-After negative": retryAfter("-5"),
  "429, Retry-After beyond all numbers": retryAfter("99999999999999"),
  "429, Retry-After twice": retryAfter(["0", "3600"]),
  "429 with an HTML page": respond(429, HTML),
  "429 with a JSON-RPC error": rpcError(
    -32005,
    "daily request count exceeded",
    { status: 429 },
  ),
  "200 with limit exceeded": rpcError(-32005, "limit exceeded"),
  "200 with limit exceeded and a long backoff": rpcError(
    -32005,
    "project ID request rate exceeded",
    { data: { backoff_seconds: 3600 } },
  ),
  "200 with the code 429": rpcError(429, "slow down"),
  "200 with a rate limit in words": rpcError(
    -32000,
    "Too many requests, reason: call rate limit exhausted",
  ),
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
  "500 with a good result": goodWith(500),
  "500 with a huge body": respond(500, "x".repeat(200_000)),
  "503 with Retry-After an hour": retryAfter("3600", 503),
  "503 with a JSON-RPC error": rpcError(-32000, "down", { status: 503 }),
  "504 without a body": respond(504),
} as const satisfies Record<string, Behaviour>;

/** Answers with 2xx that answer nothing. */
export const MALFORMED_FAULTS = {
  "an empty body": respond(200),
  "204 without a body": ({ response }) => {
    response.writeHead(204).end();
  },
  "202 with a good result": goodWith(202),
  "an HTML page": respond(200, HTML),
  "plain text": respond(200, "Welcome to nginx!"),
  "an empty object": respond(200, "{}"),
  "a bare text": respond(200, '"0x"'),
  "a bare null": respond(200, "null"),
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
  "an error without a code": rpcError(undefined, "no"),
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
  "JSON in UTF-16": rewritten((json) => Buffer.from(json, "utf16le")),
  "bytes that are no UTF-8": rewritten((json) =>
    Buffer.from(
      json.replace(/"result":"[^"]*/, '"result":"\u00ff\u0080'),
      "latin1",
    ),
  ),
  "a hundred thousand brackets": respond(200, "[".repeat(100_000)),
  "an answer nested too deep": altered((answer) => ({
    ...answer,
    result: JSON.parse(`${"[".repeat(500)}${"]".repeat(500)}`),
  })),
  "gzip that is none": encoded("gzip", (json) => json),
  "brotli that is none": encoded("br", (json) => json),
  "gzip that is cut off": encoded("gzip", (json) =>
    gzipSync(json).subarray(0, -9),
  ),
  "gzip without a label": rewritten((json) => gzipSync(json)),
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
  "a body that trickles": trickling(200),
  "an error whose body trickles": trickling(503),
  "a redirect whose body trickles": trickling(302, {
    location: "http://127.0.0.1:1/",
  }),
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
  "300 with a good result": goodWith(300),
} as const satisfies Record<string, Behaviour>;

/** Connections that break, and bytes that are no HTTP. */
export const BROKEN_FAULTS = {
  "a reset before the answer": ({ socket }) => {
    socket.resetAndDestroy();
  },
  "a close before the answer": ({ socket }) => {
    socket.end();
  },
  "a body shorter than announced": rawAnswer(
    (body) => `Content-Length: ${body.length + 1}\r\n\r\n${body}`,
  ),
  "chunks without the last": rawAnswer(
    (body) =>
      `Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n`,
  ),
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
  "more headers than anyone reads": raw(
    `HTTP/1.1 200 OK\r\nX-Much: ${"x".repeat(100_000)}\r\n\r\n`,
  ),
} as const satisfies Record<string, Behaviour>;

/** Errors that a node itself answers with. */
export const NODE_ERROR_FAULTS = {
  "internal error": rpcError(-32603, "Internal error"),
  "request timed out": rpcError(-32002, "request timed out"),
  "header not found": rpcError(-32000, "header not found"),
  "method not found": rpcError(
    -32601,
    "the method does not exist/is not available",
  ),
  "invalid params with 400": rpcError(
    -32602,
    "missing value for required argument 1",
    { status: 400 },
  ),
  "a revert with data": rpcError(3, "execution reverted", {
    data: "0x08c379a0",
  }),
  "an internal error that is a revert": rpcError(
    -32603,
    "Error: VM Exception while processing transaction",
    { data: { message: "reverted", data: "0x08c379a0" } },
  ),
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

/** Faults that another attempt cannot overcome, so that none is made. */
export const FINAL: ReadonlySet<string> = new Set([
  ...Object.keys(OVERSIZED_FAULTS),
  ...Object.keys(REDIRECT_FAULTS),
  "429, Retry-After an hour",
  "429, Retry-After a far date",
  "429, Retry-After beyond all numbers",
  "429, Retry-After twice",
  "200 with limit exceeded and a long backoff",
  "400 with an HTML page",
  "401 with text",
  "403 with an HTML page",
  "404 with text",
  "405 without a body",
  "413 with text",
  "503 with Retry-After an hour",
  "more headers than anyone reads",
  "method not found",
  "invalid params with 400",
  "a revert with data",
  "an internal error that is a revert",
]);
