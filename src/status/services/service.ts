import { isHex } from "../../base/hex.ts";
import { type Decoded, withoutUndefined } from "../../base/records.ts";
import { endpointOrigin } from "../../base/secrets.ts";
import { untrustedText } from "../../base/untrusted-text.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";
import type { timeLimits } from "../../connect/open-transport.ts";
import { parseJson } from "../../http/body-text.ts";
import type { HttpExchange } from "../../http/http-attempt.ts";
import { createHttpClient } from "../../http/http-client.ts";
import { malformed } from "../../http/outcomes.ts";
import type { AnswerReader, HttpPeer, Reply } from "../../http/types.ts";
import type { NodeStatus, ServiceName, ServiceStatus } from "../report.ts";

/** A service of the backend: what it is asked, and what its answer means. */
export interface Service<T> {
  readonly service: ServiceName;
  /** The field of the backend's config that has its URL. */
  readonly field: string;
  readonly peer: HttpPeer;
  /** By default the request for the description at its root. */
  readonly question?: Omit<HttpExchange, "reader">;
  decode(value: unknown): Decoded<T>;
  judge(answer: T, context: ServiceContext<T>): Promise<Judgement>;
}

/** What the answer of a service is compared with. */
export interface ServiceContext<T> {
  readonly network: ResolvedAlphaNetwork;
  /** The status of the network's node, which is queried at the same time. */
  readonly node: Promise<NodeStatus>;
  /** Asks the service the same question again. */
  again(): Promise<Decoded<T>>;
  /** Sends another request to the service. */
  send(exchange: HttpExchange): Promise<Reply>;
}

/** The state of a service, and what it says of itself. */
export type Judgement = Pick<ServiceStatus, "state"> & {
  readonly [K in keyof Omit<ServiceStatus, "state" | "service" | "endpoint">]?:
    | ServiceStatus[K]
    | undefined;
};

/** The time limits of a service. */
export type TimeLimits = ReturnType<typeof timeLimits>;

/** The maximum size of a response. */
const MAX_BYTES = 1024 * 1024;

/** The status of a service. Only the origin of its URL is shown. */
export async function statusOfService<T>(
  { service, peer, question = { method: "GET" }, decode, judge }: Service<T>,
  url: string,
  {
    limits,
    ...context
  }: Pick<ServiceContext<T>, "network" | "node"> & {
    readonly limits: TimeLimits;
  },
): Promise<ServiceStatus> {
  const client = createHttpClient({ url, maxBodyBytes: MAX_BYTES, ...limits });
  const send = (exchange: HttpExchange) => client.request(() => exchange);
  const exchange = { ...question, reader: jsonReader(peer) };
  const decoded = (reply: Reply): Decoded<T> =>
    reply.ok ? decode(reply.result) : reply;
  try {
    const startedAt = performance.now();
    const reply = await send(exchange);
    const latencyMs = Math.round(performance.now() - startedAt);
    const answer = decoded(reply);
    const { state, ...rest }: Judgement = answer.ok
      ? await judge(answer.value, {
          ...context,
          again: async () => decoded(await send(exchange)),
          send,
        })
      : { state: "unknown", reason: answer.reason };
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
      const parsed = parseJson(text, peer);
      return parsed.ok
        ? {
            reply: { ok: true, result: scrubber.json(parsed.value) },
            retry: false,
          }
        : malformed(parsed.reason);
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
  return typeof value === "string" && !isHex(value)
    ? untrustedText(value, { maxLength: MAX_LENGTH }) || undefined
    : undefined;
}
