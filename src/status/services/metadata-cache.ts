import type { Decoded } from "../../base/records.ts";
import { isRecord } from "../../base/records.ts";
import { describeValue } from "../../base/untrusted-text.ts";
import { describeBody } from "../../http/body-text.ts";
import type { AnswerReader } from "../../http/types.ts";
import type { ServiceStatus } from "../report.ts";
import {
  askService,
  getDescription,
  refuse,
  type ServiceVerdict,
  type Software,
  softwareOf,
  type TimeLimits,
  withClient,
} from "./ask-service.ts";

/** The status of a metadata cache, by its description and its health check, if it has one. */
export async function statusOfMetadataCache(
  url: string,
  limits: TimeLimits,
): Promise<Omit<ServiceStatus, "service" | "endpoint">> {
  const answer = await getDescription(url, {
    service: "metadataCache",
    limits,
    decode: decodeMetadataCache,
  });
  const { timing } = answer;
  if (!answer.ok) {
    return { state: "unknown", ...timing, reason: answer.reason };
  }
  const { hasHealth, ...names } = answer.value;
  const { state, ...words } = hasHealth
    ? await askHealth(url, limits)
    : ({ state: "ok" } satisfies ServiceVerdict);
  return { state, ...names, ...timing, ...words };
}

async function askHealth(
  url: string,
  limits: TimeLimits,
): Promise<ServiceVerdict> {
  const health = await withClient(url, limits, (client) =>
    askService(
      client,
      { method: "GET", path: "/health", reader: HEALTH_READER },
      decodeHealth,
    ),
  );
  return health.ok
    ? judgeHealth(health.value)
    : {
        state: "unknown",
        reason: `it responds, but its health check could not be read: ${health.reason}`,
      };
}

/** The description of a metadata cache. */
export interface MetadataCacheDescription extends Software {
  readonly software: string;
  /** Whether this software has a health check. */
  readonly hasHealth: boolean;
}

const AQUARIUS = /^aquarius\b/i;
const OCEAN_NODE = /^ocean[ -]?node\b/i;
/** The whole text, since a page may contain these words, too. */
const NO_DATABASE = /^["\s]*not connected to any database["\s.]*$/i;
const CONNECTED = /^["\s]*\w+ connected["\s.]*$/i;

/**
 * Decodes the description of a metadata cache: Aquarius, or an Ocean Node in its place.
 * Other software is not known to be one.
 */
export function decodeMetadataCache(
  value: unknown,
): Decoded<MetadataCacheDescription> {
  if (!isRecord(value)) {
    return refuse(`${describeValue(value)} where its description was expected`);
  }
  const { software, ...rest } = softwareOf(value);
  if (software === undefined) {
    return refuse(
      "a description without its software: is this the URL of a metadata cache?",
    );
  }
  const hasHealth = AQUARIUS.test(software);
  if (!hasHealth && !OCEAN_NODE.test(software)) {
    return {
      ok: false,
      reason: `it reports the software "${software}", which is not a known metadata cache`,
    };
  }
  return { ok: true, value: { software, ...rest, hasHealth } };
}

/** Judges the health check of a metadata cache. */
export function judgeHealth({ status, text }: HealthAnswer): ServiceVerdict {
  if (reportsNoDatabase({ status, text })) {
    return {
      state: "failing",
      reason: "it reports that it is not connected to its database",
    };
  }
  if (status === 404) {
    return { state: "ok", note: "it has no health check" };
  }
  return reportsDatabase({ status, text })
    ? { state: "ok" }
    : {
        state: "unknown",
        reason: `its health check returned HTTP ${status} with ${describeBody(text) ?? "an empty body"}`,
      };
}

function reportsNoDatabase({ status, text }: HealthAnswer): boolean {
  return status === 400 && NO_DATABASE.test(text);
}

function reportsDatabase({ status, text }: HealthAnswer): boolean {
  return status === 200 && CONNECTED.test(text);
}

/** The response of a health check: a text and the HTTP status. */
export interface HealthAnswer {
  readonly status: number;
  readonly text: string;
}

/** Aquarius returns 400 if it is unhealthy, and 404 if it has no health check. */
const OWN_STATUSES = new Set([400, 404]);

/** Reads the response of a health check, which is not JSON. */
const HEALTH_READER: AnswerReader = {
  peer: { protocol: "health check", name: "metadata cache" },
  // The text is judged as sent, and never shown.
  parse: (text, _, status) => ({
    reply: { ok: true, result: { status, text } },
    retry: false,
  }),
  isPeerError: (status) => OWN_STATUSES.has(status),
};

/** Decodes what {@link HEALTH_READER} has read. */
function decodeHealth(value: unknown): Decoded<HealthAnswer> {
  if (isRecord(value)) {
    const { status, text } = value;
    if (typeof status === "number" && typeof text === "string") {
      return { ok: true, value: { status, text } };
    }
  }
  return { ok: false, reason: `it is ${describeValue(value)}` };
}
