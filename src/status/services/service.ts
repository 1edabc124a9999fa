import { isHex } from "../../base/hex.ts";
import { type Decoded, withoutUndefined } from "../../base/records.ts";
import { NO_SECRETS } from "../../base/scrubber.ts";
import { endpointOrigin } from "../../base/secrets.ts";
import { untrustedText } from "../../base/untrusted-text.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";
import type { BadVariable, timeLimits } from "../../connect/open-transport.ts";
import { decodeJson } from "../../http/body-text.ts";
import type { HttpExchange } from "../../http/http-attempt.ts";
import { createHttpClient } from "../../http/http-client.ts";
import { malformed, succeeded } from "../../http/outcomes.ts";
import type { AnswerReader, HttpPeer, Reply } from "../../http/types.ts";
import { decodeReply } from "../../rpc/ask.ts";
import type { NodeStatus, ServiceName, ServiceStatus } from "../report.ts";

/** The URL of each service, and its setting, by the field of the backend's config. */
export type ServiceUrls = ReadonlyMap<
  string,
  {
    /** `undefined` if it is not set; a cause if its variable has none. */
    readonly url: string | BadVariable | undefined;
    /** `undefined` if the config has no setting for it. */
    readonly setting?: string | undefined;
  }
>;

/** A service of the backend: what it is asked, and what its answer means. */
export interface Service<T> {
  readonly service: ServiceName;
  /** The field of the backend's config that has its URL. */
  readonly field: string;
  /** Set if a network need not have it: it is only queried if its URL is set. */
  readonly isOptional?: true;
  readonly peer: HttpPeer;
  /** By default the request for the description at its root. */
  readonly question?: Omit<HttpExchange, "reader">;
  decode(value: unknown): Decoded<T>;
  /** If it returns that the service lags, it is asked and judged once more. */
  judge(answer: T, context: ServiceContext): Promise<Judgement>;
}

/** The values that the answer of a service is compared with. */
interface ServiceContext {
  readonly network: ResolvedAlphaNetwork;
  /** The status of the network's node, which is queried at the same time. */
  readonly node: Promise<NodeStatus>;
  /** The URLs of all services of the network, by the field of the backend's config. */
  readonly urls: ServiceUrls;
  /** The URL of this service. */
  readonly url: string;
  /** Sends another request to the service. */
  send(exchange: HttpExchange): Promise<Reply>;
}

/** The state of a service, and what it says of itself. */
export type Judgement = Pick<ServiceStatus, "state"> & {
  readonly [K in keyof Omit<ServiceStatus, "state" | "service" | "endpoint">]?:
    | ServiceStatus[K]
    | undefined;
};

/** A state that could not be determined. */
export function unknown(reason: string, remedy?: string) {
  return withoutUndefined({ state: "unknown", reason, remedy } as const);
}

/** The services of one network, and how to query them. */
export interface ServicesToQuery extends Omit<ServiceContext, "send" | "url"> {
  readonly limits: ReturnType<typeof timeLimits>;
}

/** The maximum size of a response. */
const MAX_BYTES = 1024 * 1024;

/** The status of a service. Only the origin of its URL is shown. */
export async function statusOfService<T>(
  { service, peer, question = { method: "GET" }, decode, judge }: Service<T>,
  url: string,
  { limits, ...context }: ServicesToQuery,
): Promise<ServiceStatus> {
  const client = createHttpClient({ url, maxBodyBytes: MAX_BYTES, ...limits });
  const send = (exchange: HttpExchange) => client.request(() => exchange);
  const exchange = { ...question, reader: jsonReader(peer) };
  try {
    const startedAt = performance.now();
    const reply = await send(exchange);
    const latencyMs = Math.round(performance.now() - startedAt);
    const judged = async (one: Reply, failure = "") => {
      const answer = decodeReply(one, decode);
      if (!answer.ok) {
        return unknown(`${failure}${answer.reason}`);
      }
      const judgement = await judge(answer.value, { ...context, url, send });
      const { software, version } = judgement;
      const { text } = (one.ok && one.scrubber) || NO_SECRETS;
      return {
        ...judgement,
        software: software && text(software),
        version: version && text(version),
      };
    };
    const first: Judgement = await judged(reply);
    const failure = `it was ${first.lagBlocks} blocks behind, but the request that confirms it failed: `;
    // The node is queried at the same time, so its head may be later than the first
    // answer. That to a request after the head is known proves a lag.
    const { state, ...rest } =
      first.state === "lagging"
        ? await judged(await send(exchange), failure)
        : first;
    return withoutUndefined({
      service,
      state,
      endpoint: endpointOrigin(url),
      // Including retries; none without a response.
      latencyMs: reply.ok ? latencyMs : undefined,
      ...rest,
    });
  } finally {
    await client.close();
  }
}

/** Reads a service's responses: strict JSON with status 200. */
function jsonReader(peer: HttpPeer): AnswerReader {
  return {
    peer,
    parse: (text, scrubber) => {
      const parsed = decodeJson(text, peer);
      if (!parsed.ok) {
        return malformed(parsed.reason);
      }
      return { reply: succeeded(parsed.value, scrubber), retry: false };
    },
    isPeerError: () => false,
  };
}

/** The failure for a response that could not be decoded. */
export function refuse(what: string): Decoded<never> {
  return { ok: false, reason: `the endpoint sent ${what}` };
}

/** The `software` and `version` of a service's description, printable. */
export function softwareOf({
  software,
  version,
}: Readonly<Record<string, unknown>>): Pick<
  ServiceStatus,
  "software" | "version"
> {
  return withoutUndefined({
    software: textOf(software),
    version: textOf(version),
  });
}

const MAX_LENGTH = 60;

function textOf(value: unknown): string | undefined {
  if (typeof value === "string" && !isHex(value)) {
    return untrustedText(value, { maxLength: MAX_LENGTH }) || undefined;
  }
  return undefined;
}

/** Portals report a subgraph with a larger lag as out of sync. In blocks. */
const MAX_LAG = 30n;
/** The tolerated lead of an indexer over the node. In blocks. */
const MAX_LEAD = 10n;

const CHECK_NODE = "Check the node first.";

/** The part of a node's status that an indexer is compared with. */
export type NodeHead = Pick<NodeStatus, "state" | "head">;

/**
 * Judges whether an indexer keeps up with the chain of the network's node. A node that
 * is behind itself can prove a lag, but not that there is none. A node of another chain
 * or with an unknown state proves nothing.
 *
 * @param last the last indexed block; `undefined` if it is not reported
 */
export function judgeBlock(
  last: bigint | undefined,
  { state, head }: NodeHead,
): Judgement {
  if (last === undefined) {
    return unknown("it does not report its block");
  }
  const block = `${last}`;
  const isBehind = state === "syncing" || state === "stale";
  if (head === undefined || (state !== "ok" && !isBehind)) {
    const reason = `it is at block ${block}; its lag is unknown without the node's head, and the node is ${state}`;
    return { block, ...unknown(reason, CHECK_NODE) };
  }
  const lag = BigInt(head.number) - last;
  if (lag > MAX_LAG) {
    return {
      state: "lagging",
      block,
      lagBlocks: `${lag}`,
      reason: `it is at block ${block}, ${lag} below the node's head: more than ${MAX_LAG}`,
    };
  }
  if (isBehind) {
    const reason = `it is at block ${block}; its lag is unknown, since the node itself is ${state}`;
    return { block, ...unknown(reason, CHECK_NODE) };
  }
  if (lag < -MAX_LEAD) {
    const reason = `it is at block ${block}, ${-lag} above the node's head: the node is behind, or it indexes another chain`;
    return { block, ...unknown(reason) };
  }
  return { state: "ok", block, lagBlocks: `${lag < 0n ? 0n : lag}` };
}

/** A block number in an answer; `undefined` if it is none. */
export function blockOf(value: unknown): bigint | undefined {
  const isScalar = typeof value === "number" || typeof value === "string";
  if (isScalar && /^\d{1,15}$/.test(String(value))) {
    return BigInt(value);
  }
  return undefined;
}
