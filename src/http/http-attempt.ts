import { setImmediate } from "node:timers/promises";
import type { Dispatcher } from "undici";
import type { Scrubber } from "../base/scrubber.ts";
import { tooLarge } from "./body-text.ts";
import { decodeBody } from "./decode-body.ts";
import { describeNetworkError } from "./describe-network-error.ts";
import type { HttpTarget } from "./dispatcher.ts";
import { judgeResponse } from "./judge-response.ts";
import type { AnswerReader, AttemptOutcome, Failure } from "./types.ts";

/** An excerpt of an error body is enough for a message. */
const MAX_ERROR_BYTES = 65_536;

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

/** One attempt of one request. */
export interface HttpAttemptParameters {
  readonly dispatcher: Dispatcher;
  readonly target: HttpTarget;
  readonly exchange: HttpExchange;
  /** For headers and body together, in ms. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly scrubber: Scrubber;
  /** Aborts the attempt. */
  readonly signal: AbortSignal;
  readonly onBytes: (count: number) => void;
}

/**
 * Sends a request once and reads the whole response, within one time limit. Never
 * throws: a broken connection is an outcome too.
 */
export async function httpAttempt(
  parameters: HttpAttemptParameters,
): Promise<AttemptOutcome> {
  const { dispatcher, target, exchange, timeoutMs } = parameters;
  const { maxBytes, scrubber, signal, onBytes } = parameters;
  const { method, path = "", body, reader } = exchange;
  const { url } = target;
  const limit = new AbortController();
  const end = (): void => limit.abort();
  const timer = setTimeout(end, timeoutMs);
  signal.addEventListener("abort", end, { once: true });
  let hasHeaders = false;
  let bytesRead = 0;
  try {
    if (signal.aborted) {
      end();
    }
    const response = await untilAborted(
      dispatcher.request({
        origin: url.origin,
        path: requestPath(url, path),
        method,
        headers: headersFor(target, body),
        ...(body === undefined ? {} : { body }),
        headersTimeout: 0,
        bodyTimeout: 0,
        signal: limit.signal,
      }),
      limit.signal,
    );
    hasHeaders = true;
    // An abandoned body emits an error, which would be uncaught.
    response.body.on("error", () => undefined);
    const { statusCode: status, headers: received } = response;
    const maxBodyBytes =
      status === 200 ? maxBytes : Math.min(maxBytes, MAX_ERROR_BYTES);
    const read = await readBody({
      body: response.body,
      announcedBytes: Number(received["content-length"] ?? 0) || 0,
      maxBytes: maxBodyBytes,
      onBytes: (count) => {
        bytesRead += count;
        onBytes(count);
      },
    });
    const text = read.ok
      ? await decodeBody({
          bytes: read.bytes,
          encoding: received["content-encoding"],
          maxBytes: maxBodyBytes,
        })
      : tooLarge("a body", maxBodyBytes);
    // undici frees the socket in the next turn of the event loop; an earlier request
    // would open another socket, which costs a round trip.
    await setImmediate();
    const now = Date.now();
    return judgeResponse({
      status,
      headers: received,
      text,
      reader,
      url: url.href,
      scrubber,
      now,
    });
  } catch (error) {
    if (!limit.signal.aborted) {
      return describeNetworkError(error, reader.peer);
    }
    const seconds = `${timeoutMs / 1000} s`;
    return failure(
      "timeout",
      hasHeaders
        ? `the response was not complete after ${seconds} (${bytesRead} bytes received)`
        : `no response within ${seconds}`,
      true,
    );
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
  }
}

/**
 * The path and query of a request.
 *
 * @param path is appended to the path of the URL; empty, or begins with a slash
 */
export function requestPath({ pathname, search }: URL, path: string): string {
  return path === ""
    ? `${pathname}${search}`
    : `${pathname.replace(/\/+$/, "")}${path}${search}`;
}

/**
 * The response, or a rejection as soon as the signal is aborted: undici does not
 * settle a request that still connects, such as one whose proxy never answers
 * `CONNECT`. A response that comes later is discarded.
 */
async function untilAborted(
  request: Promise<Dispatcher.ResponseData>,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  request.then(
    ({ body }) => {
      if (signal.aborted) {
        body.on("error", () => undefined).destroy();
      }
    },
    () => undefined,
  );
  try {
    return await Promise.race([request, aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

function headersFor(
  { headers }: HttpTarget,
  body: string | undefined,
): Record<string, string> {
  const { "content-type": contentType, ...rest } = headers;
  return body === undefined || contentType === undefined
    ? rest
    : { ...rest, "content-type": contentType };
}

function failure(
  kind: Failure["kind"],
  reason: string,
  retry: boolean,
): AttemptOutcome {
  return { reply: { ok: false, kind, reason }, retry };
}

/** A body, or not ok if it is larger than the maximum. */
export type ReadBody =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false };

/** A body that is being received. */
export interface ReadBodyParameters {
  readonly body: AsyncIterable<Uint8Array>;
  /** The `Content-Length` header, if there is one. */
  readonly announcedBytes: number | undefined;
  readonly maxBytes: number;
  /** Called with the length of every chunk. */
  readonly onBytes: (count: number) => void;
}

/**
 * Reads a body to its end, or until it is larger than `maxBytes`. Leaving the loop
 * destroys the stream and its socket.
 *
 * @throws the error of the stream if the connection breaks or is aborted.
 */
async function readBody(parameters: ReadBodyParameters): Promise<ReadBody> {
  const { body, announcedBytes = 0, maxBytes, onBytes } = parameters;
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of body) {
    total += chunk.length;
    onBytes(chunk.length);
    if (Math.max(total, announcedBytes) > maxBytes) {
      return { ok: false };
    }
    chunks.push(chunk);
  }
  return { ok: true, bytes: Buffer.concat(chunks) };
}
