import { isHex } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import { untrustedText } from "../../base/untrusted-text.ts";
import type { timeLimits } from "../../connect/open-transport.ts";
import { parseJson } from "../../http/body-text.ts";
import type { HttpExchange } from "../../http/http-attempt.ts";
import { createHttpClient, type HttpClient } from "../../http/http-client.ts";
import type { AnswerReader, HttpPeer } from "../../http/types.ts";
import type { ServiceName, ServiceStatus } from "../report.ts";

/** A service's decoded answer. */
export type ServiceAnswer<T> = Decoded<T> & {
  /** How long it took, retries included; empty where no answer came. */
  readonly timing: Pick<ServiceStatus, "latencyMs">;
};

/** One request to a service, and its decoded answer. */
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

/** What an answer is that could not be decoded. */
export function refuse(what: string): Decoded<never> {
  return { ok: false, reason: `the endpoint sent ${what}` };
}

const PEERS: Readonly<Record<ServiceName, HttpPeer>> = {
  provider: { protocol: "provider", name: "provider" },
  metadataCache: { protocol: "metadata cache", name: "metadata cache" },
  subgraph: { protocol: "GraphQL", name: "subgraph" },
};

/** Reads a service's answers: strict JSON with status 200, and nothing else. */
export function serviceReader(service: ServiceName): AnswerReader {
  const peer = PEERS[service];
  return {
    peer,
    parse: (text, scrubber) => {
      const parsed = parseJson({ text, peer, scrubber });
      return parsed.ok
        ? {
            reply: { ok: true, result: scrubber.json(parsed.value) },
            retry: false,
          }
        : {
            reply: {
              ok: false,
              kind: "malformed",
              reason: `the endpoint sent ${parsed.reason}`,
            },
            retry: true,
          };
    },
    isPeerError: () => false,
  };
}

/** No honest answer of a service is larger than this. */
const MAX_BYTES = 1024 * 1024;

/** The time that a service has. */
export type TimeLimits = ReturnType<typeof timeLimits>;

/** Asks a service; what was opened for that is closed after. */
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

/** How a service is asked for its description. */
export interface DescriptionRequest<T> {
  readonly service: ServiceName;
  readonly limits: TimeLimits;
  readonly decode: (value: unknown) => Decoded<T>;
}

/** What a service answers at its root. */
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

/** What a service calls itself, as far as it does. */
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

/** A service's state by what it says. */
export type ServiceVerdict = Pick<
  ServiceStatus,
  "state" | "reason" | "remedy" | "note"
>;
