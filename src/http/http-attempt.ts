import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";
import type { Dispatcher } from "undici";
import type { Scrubber } from "../base/scrubber.ts";
import { decodeText, tooLarge } from "./body-text.ts";
import { describeNetworkError } from "./describe-network-error.ts";
import { type HttpTarget, requestPath } from "./endpoint.ts";
import { judgeResponse } from "./judge-response.ts";
import { failed, malformed } from "./outcomes.ts";
import type { AnswerReader, AttemptOutcome } from "./types.ts";

/** The request of one attempt, and the reader of its response. */
export interface HttpExchange {
  readonly method: "GET" | "POST";
  /** Names the request in debug output, such as a method of JSON-RPC; public. */
  readonly label?: string | undefined;
  /** A public path below that of the URL; begins with a slash. */
  readonly path?: string | undefined;
  /** JSON; `undefined` where the method has none. */
  readonly body?: string | undefined;
  readonly reader: AnswerReader;
}

/** Where attempts go, and their limits. */
interface AttemptSettings {
  readonly target: HttpTarget;
  /** For headers and body together, in ms. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly scrubber: Scrubber;
  /** Aborts the attempt. */
  readonly signal: AbortSignal;
}

/**
 * Sends a request once and reads the whole response, within one time limit. Never
 * throws: a broken connection is an outcome too.
 */
export async function httpAttempt(
  dispatcher: Dispatcher,
  exchange: HttpExchange,
  settings: AttemptSettings,
): Promise<AttemptOutcome> {
  const { target, timeoutMs, maxBytes, scrubber, signal } = settings;
  const { reader } = exchange;
  const limit = new AbortController();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const end = (): void => {
    limit.abort();
    reject(limit.signal.reason);
  };
  const timer = setTimeout(end, timeoutMs);
  signal.addEventListener("abort", end, { once: true });
  let hasHeaders = false;

  const send = async (): Promise<AttemptOutcome> => {
    const response = await dispatcher.request({
      ...requestOptions(target, exchange),
      headersTimeout: 0,
      bodyTimeout: 0,
      signal: limit.signal,
    });
    hasHeaders = true;
    const { statusCode: status, headers, body } = response;
    // An abandoned body emits an error, which would be uncaught.
    body.on("error", () => undefined);
    const text = await readBody(body, headers, maxBytes);
    // undici frees the socket in the next turn of the event loop; an earlier request
    // would open another socket, which costs a round trip.
    await setImmediate();
    const url = target.url.href;
    const now = Date.now();
    return judgeResponse({ status, headers, text, reader, url, scrubber, now });
  };

  try {
    // undici does not settle a request that still connects, such as one whose proxy
    // never answers `CONNECT`.
    return await Promise.race([send(), aborted]);
  } catch (error) {
    if (!limit.signal.aborted) {
      return describeNetworkError(error, reader.peer);
    }
    const seconds = `${timeoutMs / 1000} s`;
    const reason = hasHeaders
      ? `the response was not complete after ${seconds}`
      : `no response within ${seconds}`;
    return failed("timeout", reason, true);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
  }
}

function requestOptions(
  { url, headers }: HttpTarget,
  { method, path = "", body }: HttpExchange,
): Dispatcher.RequestOptions {
  const { "content-type": contentType, ...others } = headers;
  return {
    origin: url.origin,
    path: requestPath(url, path),
    method,
    headers: body === undefined ? others : headers,
    body: body ?? null,
  };
}

const DECODERS = new Map([
  ["gzip", promisify(gunzip)],
  ["x-gzip", promisify(gunzip)],
  ["br", promisify(brotliDecompress)],
]);

/**
 * Reads a body to its end, or until it is larger than `maxBytes`, compressed or
 * decompressed. Leaving the loop destroys the stream and its socket.
 *
 * @returns its text, or the outcome if it cannot be read
 * @throws the error of the stream if the connection breaks or is aborted.
 */
async function readBody(
  body: AsyncIterable<Uint8Array>,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  maxBytes: number,
): Promise<string | AttemptOutcome> {
  const announcedBytes = Number(headers["content-length"] ?? 0) || 0;
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of body) {
    total += chunk.length;
    if (Math.max(total, announcedBytes) > maxBytes) {
      return tooLarge("a body", maxBytes);
    }
    chunks.push(chunk);
  }
  const encoding = String(headers["content-encoding"] ?? "");
  return await decodeBody(Buffer.concat(chunks), encoding, maxBytes);
}

/**
 * Decompresses to at most `maxBytes`, since a small body can unpack to gigabytes.
 * undici's interceptor for it prints a warning on stderr.
 */
async function decodeBody(
  bytes: Uint8Array,
  encoding: string,
  maxBytes: number,
): Promise<string | AttemptOutcome> {
  const label = encoding.trim().toLowerCase();
  if (bytes.length === 0 || label === "" || label === "identity") {
    return decodeText(bytes);
  }
  const decoder = DECODERS.get(label);
  if (decoder === undefined) {
    return malformed("a body with an unsupported content encoding");
  }
  try {
    return decodeText(await decoder(bytes, { maxOutputLength: maxBytes }));
  } catch (error) {
    const isTooLarge =
      error instanceof Error &&
      "code" in error &&
      error.code === "ERR_BUFFER_TOO_LARGE";
    if (isTooLarge) {
      return tooLarge("a compressed body", maxBytes);
    }
    return malformed(`a body that is truncated or not valid ${label}`);
  }
}
