import { setImmediate } from "node:timers/promises";
import type { Dispatcher } from "undici";
import type { Scrubber } from "../base/scrubber.ts";
import { tooLarge } from "./body-text.ts";
import { decodeBody } from "./decode-body.ts";
import { describeNetworkError } from "./describe-network-error.ts";
import type { HttpTarget } from "./dispatcher.ts";
import { judgeResponse } from "./judge-response.ts";
import type { AnswerReader, AttemptOutcome, Failure } from "./types.ts";

/** The body of an error is read only as far as it can be of use. */
const MAX_ERROR_BYTES = 65_536;

/** What one attempt sends, and how the answer to it is read. */
export interface HttpExchange {
  readonly method: "GET" | "POST";
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
  /** Ends the attempt before its time. */
  readonly signal: AbortSignal;
  readonly onBytes: (count: number) => void;
}

/**
 * Sends a request once and reads the whole answer, within one limit of time.
 * Never throws: a connection that breaks is an outcome like any other.
 */
export async function httpAttempt(
  parameters: HttpAttemptParameters,
): Promise<AttemptOutcome> {
  const { dispatcher, target, exchange, timeoutMs } = parameters;
  const { maxBytes, scrubber, signal, onBytes } = parameters;
  const { method, body, reader } = exchange;
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
        path: `${url.pathname}${url.search}`,
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
    // A body that is given up reports it as an error, which nobody else hears.
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
    // undici takes one turn of the event loop to free the socket; a request
    // made sooner would open another one, at the price of a round trip.
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
        ? `the answer did not end within ${seconds} (${bytesRead} bytes came)`
        : `no answer within ${seconds}`,
      true,
    );
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
  }
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

/** A body, or the fact that it is larger than allowed. */
export type ReadBody =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false };

/** A body that is still coming. */
export interface ReadBodyParameters {
  readonly body: AsyncIterable<Uint8Array>;
  /** The `Content-Length` header, where there is one. */
  readonly announcedBytes: number | undefined;
  readonly maxBytes: number;
  /** Called for every piece with its length. */
  readonly onBytes: (count: number) => void;
}

/**
 * Reads a body to its end, or until it is larger than `maxBytes`; then the
 * rest is never read. Leaving the loop ends the stream and its socket.
 *
 * @throws what the stream throws when the connection breaks or is aborted.
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
