import { randomInt } from "node:crypto";
import { recordOf } from "../base/records.ts";
import type { HttpExchange } from "../http/http-attempt.ts";
import {
  createHttpClient,
  type HttpClient,
  type HttpClientOptions,
  MAX_TIMEOUT_MS,
} from "../http/http-client.ts";
import { Pace } from "../http/pace.ts";
import type { RequestCount } from "../http/types.ts";
import { isProgramCall } from "./bulk-program.ts";
import { lacksBlock, lacksMethod, wasExecuted } from "./judge-rpc-error.ts";
import { blockIn, NO_BLOCK, namesHash, ReportedBlocks } from "./named-block.ts";
import { rpcBatchReader, rpcReader } from "./parse-rpc-answer.ts";
import type { BatchResults, RpcCall, RpcTransport } from "./types.ts";

/** Ids start at a random number, so that stale cached responses do not match. */
const FIRST_ID_LIMIT = 2 ** 30;

/** The endpoint of a transport, and its limits. */
export type HttpTransportOptions = Omit<HttpClientOptions, "pace">;

/** An {@link RpcTransport} over connections. */
export type HttpTransport = Required<RpcTransport>;

/**
 * A strict JSON-RPC client for one HTTP endpoint. A request ends with a valid response
 * or a failure with a reason, never with an exception, and at the deadline at the
 * latest. Each attempt has its own id.
 */
export function createHttpTransport(
  options: HttpTransportOptions,
  known: KnownEndpoint = newEndpoint(options),
): HttpTransport {
  // A number of retries that is given is the maximum for every cause.
  const isPatient = options.retries === undefined;
  const client = createHttpClient({
    ...options,
    totalMs: known.totalMs,
    pace: isPatient ? known.pace : undefined,
  });
  const { blocks } = known;
  const separated: RpcTransport[] = [];
  let nextId = randomInt(1, FIRST_ID_LIMIT);
  const takeId = (): number => nextId++;
  const sendAll = createBatches(client, takeId, known);
  return {
    endpoint: client.endpoint,
    request: async (method, params, isUsable = isNoNullOf(method)) => {
      let key = "";
      // Once that has stayed, it is how the endpoint says that it lacks the block.
      const isKnownNull = (result: unknown) =>
        result === null && blocks.isLacking(method, params);
      const isOptional = isProgramCall(method, params);
      const isForgotten = blocks.forgotten.has(
        recordOf(params.at(-1))["blockHash"],
      );
      const reply = await client.request(
        () => {
          const id = takeId();
          // Made here, where an exception is an outcome.
          key = JSON.stringify([method, isOptional, blockIn(method, params)]);
          return {
            method: "POST",
            label: method,
            body: JSON.stringify(requestOf(id, { method, params })),
            reader: rpcReader({
              id,
              isUsable: (result) => isUsable(result) || isKnownNull(result),
              namesBlock: blocks.isNamed(method, params),
              namesHash: namesHash(method, params),
              wasAnswered: () => isPatient && known.answered.has(key),
            }),
          };
        },
        {
          retries: isForgotten ? 0 : undefined,
          isOptional,
          retriesIfBroken: isOptional
            ? () => retriesIfBroken(known, known.runsPrograms)
            : undefined,
          count: known.count,
        },
      );
      if (!isForgotten) {
        known.count?.note(reply, !reply.ok || isUsable(reply.result));
      }
      if (wasExecuted(reply)) {
        known.answered.add(key);
        known.runsPrograms ||= isOptional;
      } else {
        known.answered.delete(key);
      }
      blocks.noteHeight(method, reply);
      if (reply.ok && reply.result === null) {
        blocks.noteLacking(method, params);
      }
      return reply;
    },
    requestBatch: async (calls) => {
      const replies = await sendAll(calls);
      return calls.map(({ method, params }, index) => {
        const reply = replies[index];
        blocks.noteHeight(method, reply);
        if (reply === undefined) {
          return undefined;
        }
        const isControl = params.at(-1) === NO_BLOCK;
        if (lacksMethod(reply)) {
          // One backend of several may lack it; what only gives hints can be missing.
          return isControl || HINTS.has(method) ? reply : undefined;
        }
        // A node that lacks a block which there is may have it soon.
        return lacksBlock(reply) && !isControl ? undefined : reply;
      });
    },
    sendsSingly: () => known.maxBatch === 0,
    separate: (share) => {
      const other =
        share === undefined
          ? createHttpTransport(options, known)
          : createHttpTransport(...limitedTo(share, options, known));
      separated.push(other);
      return other;
    },
    countRequests: (count) => {
      known.count = count;
    },
    forgetBlock: (hash) => {
      blocks.forgotten.add(hash);
    },
    close: async () => {
      await Promise.all([client, ...separated].map((one) => one.close()));
    },
  };
}

const HINTS: ReadonlySet<string> = new Set([
  "eth_createAccessList",
  "eth_getLogs",
  "eth_getProof",
]);

/** Some nodes now and then send `null` in place of what a call returned. */
const isNoNullOf = (method: string) => (result: unknown) =>
  method !== "eth_call" || result !== null;

function requestOf(id: number, { method, params }: RpcCall) {
  return { jsonrpc: "2.0", method, params, id };
}

/** The knowledge of an endpoint that all transports to it share. */
interface KnownEndpoint {
  readonly pace: Pace;
  readonly totalMs: number | undefined;
  /** The number of calls in a batch that it accepts. */
  maxBatch: number;
  /** The length of the longest batch that it has answered. */
  longestBatch: number;
  /** The number of batches whose connections broke to the end. */
  brokenBatches: number;
  /** True if it has run a program. */
  runsPrograms: boolean;
  readonly blocks: ReportedBlocks;
  /**
   * Methods that it has answered, each with the block. One that then fails to the end is
   * taken out: it need not be the endpoint that fails.
   */
  readonly answered: Set<string>;
  /** Counts all requests. */
  count: RequestCount | undefined;
}

/** A transport for a share of the time, with a pace of its own. */
function limitedTo(
  share: number,
  options: HttpTransportOptions,
  { totalMs = MAX_TIMEOUT_MS, count }: KnownEndpoint,
): [HttpTransportOptions, KnownEndpoint] {
  const end = Date.now() + share * totalMs;
  const deadline = Math.min(options.deadline ?? end, end);
  const limited = { ...options, deadline, isShare: true };
  return [limited, { ...newEndpoint(limited), totalMs, count }];
}

function newEndpoint({ deadline }: HttpTransportOptions): KnownEndpoint {
  return {
    pace: new Pace(),
    totalMs: deadline && deadline - Date.now(),
    maxBatch: MAX_BATCH,
    longestBatch: 0,
    brokenBatches: 0,
    runsPrograms: false,
    blocks: new ReportedBlocks(),
    answered: new Set(),
    count: undefined,
  };
}

/** Below the default limits of all usual clients but Polygon Edge. */
const MAX_BATCH = 32;
/** The default limit of Polygon Edge. */
const SMALL_BATCH = 20;
/**
 * How often a batch or a program is sent again whose connection breaks, as at a balancer
 * with a backend that fails: more often where another one like it was answered, or other
 * requests over another connection, by the time that it has failed.
 */
const retriesIfBroken = ({ pace }: KnownEndpoint, wasAnswered: boolean) =>
  wasAnswered || pace.hasRecovered ? 8 : 4;

/**
 * Sends calls in batches, once each unless the connection breaks: what they do not answer
 * is requested by itself. After a batch that is refused, only smaller ones are sent, or
 * none; and none after one that took too long.
 */
function createBatches(
  client: HttpClient,
  takeId: () => number,
  known: KnownEndpoint,
): HttpTransport["requestBatch"] {
  /** `undefined` if the batch is not answered, which lowers the limit. */
  async function send(
    calls: readonly RpcCall[],
  ): Promise<BatchResults | undefined> {
    let attempts = 0;
    const next = (): HttpExchange => {
      attempts += 1;
      const requests = calls.map((call) => requestOf(takeId(), call));
      return {
        method: "POST",
        label: `batch of ${calls.length}: ${calls[0]?.method}`,
        body: JSON.stringify(requests),
        reader: rpcBatchReader(requests.map(({ id }) => id)),
      };
    };
    const reply = await client.request(next, {
      retries: 0,
      isOptional: true,
      retriesIfBroken: () =>
        retriesIfBroken(known, calls.length <= known.longestBatch),
      count: known.count,
    });
    known.count?.note(reply, true);
    if (reply.ok) {
      known.longestBatch = Math.max(known.longestBatch, calls.length);
      // The reader makes them.
      return reply.result as BatchResults;
    }
    if (reply.kind === "not-sent") {
      return calls.map(() => undefined);
    }
    const hasHints = calls.some(({ method }) => HINTS.has(method));
    if (hasHints && reply.kind === "timeout") {
      // They may take long, which says nothing of other batches.
      return calls.map(() => undefined);
    }
    if (attempts > 1 && reply.kind !== "timeout") {
      known.brokenBatches += 1;
      // Where another one was answered, or will be, it is the connections that break.
      if (known.brokenBatches === 1 || calls.length <= known.longestBatch) {
        return calls.map(() => undefined);
      }
    }
    const mayTakeFewer = calls.length > SMALL_BATCH && reply.kind !== "timeout";
    known.maxBatch = Math.min(known.maxBatch, mayTakeFewer ? SMALL_BATCH : 0);
    return undefined;
  }

  async function sendAll(calls: readonly RpcCall[]): Promise<BatchResults> {
    const { maxBatch: size } = known;
    if (size === 0) {
      return calls.map(() => undefined);
    }
    const batches = Array.from(
      { length: Math.ceil(calls.length / size) },
      (_, index) => calls.slice(index * size, (index + 1) * size),
    );
    const results = batches.map(
      async (batch) => (await send(batch)) ?? (await sendAll(batch)),
    );
    return (await Promise.all(results)).flat();
  }

  return sendAll;
}
