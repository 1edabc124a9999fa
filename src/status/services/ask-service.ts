import { isHex } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import { untrustedText } from "../../base/untrusted-text.ts";
import type { timeLimits } from "../../connect/open-transport.ts";
import { parseJson } from "../../http/body-text.ts";
import type { HttpExchange } from "../../http/http-attempt.ts";
import { createHttpClient, type HttpClient } from "../../http/http-client.ts";
import { malformed } from "../../http/outcomes.ts";
import type { AnswerReader, HttpPeer } from "../../http/types.ts";
import type { ServiceName, ServiceStatus } from "../report.ts";

/** A service's decoded answer. */
export type ServiceAnswer<T> = Decoded<T> & {
  /** The duration including retries; empty without a response. */
  readonly timing: Pick<ServiceStatus, "latencyMs">;
};

/** Sends one request to a service and decodes the response. */
export async function askService<T>(
  client: HttpClient,
  exchange: HttpExchange,
  decode: (value: unknown) => Decoded<T>,
): Promise<ServiceAnswer<T>> {
  const startedAt = performance.now();
  const reply = await client.request(() => exchange);
  const latencyMs = Math.round(performance.now() - startedAt);
  return reply.ok
    ? { ...decode(reply.result), timing: { latencyMs } }
    : { ok: false, reason: reply.reason, timing: {} };
}

/** The failure for a response that could not be decoded. */
export function refuse(what: string): Decoded<never> {
  return { ok: false, reason: `the endpoint sent ${what}` };
}

const PEERS: Readonly<Record<ServiceName, HttpPeer>> = {
  provider: { protocol: "provider", name: "provider" },
  metadataCache: { protocol: "metadata cache", name: "metadata cache" },
  subgraph: { protocol: "GraphQL", name: "subgraph" },
};

/** Reads a service's responses: strict JSON with status 200. */
export function serviceReader(service: ServiceName): AnswerReader {
  const peer = PEERS[service];
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

/** The maximum size of a response. */
const MAX_BYTES = 1024 * 1024;

/** The time limits of a service. */
export type TimeLimits = ReturnType<typeof timeLimits>;

/** Queries a service with a client that is closed afterwards. */
export async function withClient<T>(
  url: string,
  limits: TimeLimits,
  ask: (client: HttpClient) => Promise<T>,
): Promise<T> {
  const client = createHttpClient({
    url,
    maxBodyBytes: MAX_BYTES,
    ...limits,
  });
  try {
    return await ask(client);
  } finally {
    await client.close();
  }
}

/** The request for the description of a service. */
export interface DescriptionRequest<T> {
  readonly service: ServiceName;
  readonly limits: TimeLimits;
  readonly decode: (value: unknown) => Decoded<T>;
}

/** Requests the description of a service, which is at its root. */
export async function getDescription<T>(
  url: string,
  { service, limits, decode }: DescriptionRequest<T>,
): Promise<ServiceAnswer<T>> {
  const exchange = { method: "GET", reader: serviceReader(service) } as const;
  return await withClient(url, limits, (client) =>
    askService(client, exchange, decode),
  );
}

const MAX_LENGTH = 60;

/** The name and version of the software that a service reports. */
export interface Software {
  readonly software?: string;
  readonly version?: string;
}

/** The `software` and `version` of a service's description, printable. */
export function softwareOf(
  description: Readonly<Record<string, unknown>>,
): Software {
  const software = textOf(description["software"]);
  const version = textOf(description["version"]);
  return {
    ...(software === undefined ? {} : { software }),
    ...(version === undefined ? {} : { version }),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && !isHex(value)
    ? untrustedText(value, { maxLength: MAX_LENGTH }) || undefined
    : undefined;
}

/** The state of a service, judged by its response. */
export type ServiceVerdict = Pick<
  ServiceStatus,
  "state" | "reason" | "remedy" | "note"
>;
