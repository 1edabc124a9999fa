import { type Decoded, isRecord } from "../../base/records.ts";
import { describeValue } from "../../base/untrusted-text.ts";
import { describeBody } from "../../http/body-text.ts";
import type { AnswerReader } from "../../http/types.ts";
import { type Judgement, refuse, type Service, softwareOf } from "./service.ts";

/** A metadata cache, judged by its health check, if it has one. */
export const METADATA_CACHE: Service<MetadataCacheDescription> = {
  service: "metadataCache",
  field: "metadataCacheUri",
  peer: { protocol: "metadata cache", name: "metadata cache" },
  decode: decodeMetadataCache,
  judge: async ({ hasHealth, ...names }, { send }) => {
    if (!hasHealth) {
      return { ...names, state: "ok" };
    }
    const health = await send({
      method: "GET",
      path: "/health",
      reader: HEALTH_READER,
    });
    return {
      ...names,
      ...(health.ok
        ? judgeHealth(String(health.result))
        : {
            state: "unknown",
            reason: `it responds, but its health check could not be read: ${health.reason}`,
          }),
    };
  },
};

/** The description of a metadata cache. */
export interface MetadataCacheDescription {
  readonly software: string;
  readonly version?: string;
  /** Whether this software has a health check. */
  readonly hasHealth: boolean;
}

const AQUARIUS = /^aquarius\b/i;
const OCEAN_NODE = /^ocean[ -]?node\b/i;

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

/** The whole text, since a page may contain these words, too. */
const NO_DATABASE = /^400 ["\s]*not connected to any database["\s.]*$/i;
const CONNECTED = /^200 ["\s]*\w+ connected["\s.]*$/i;

/**
 * Judges the health check of a metadata cache.
 *
 * @param answer the HTTP status, a space, and the text
 */
export function judgeHealth(answer: string): Judgement {
  if (NO_DATABASE.test(answer)) {
    return {
      state: "failing",
      reason: "it reports that it is not connected to its database",
    };
  }
  if (answer.startsWith("404 ")) {
    return { state: "ok", note: "it has no health check" };
  }
  const [status, text] = [answer.slice(0, 3), answer.slice(4)];
  return CONNECTED.test(answer)
    ? { state: "ok" }
    : {
        state: "unknown",
        reason: `its health check returned HTTP ${status} with ${describeBody(text) ?? "an empty body"}`,
      };
}

/** Aquarius returns 400 if it is unhealthy, and 404 if it has no health check. */
const OWN_STATUSES = new Set([400, 404]);

/** Reads the response of a health check, which is not JSON. */
const HEALTH_READER: AnswerReader = {
  peer: { protocol: "health check", name: "metadata cache" },
  // The text is judged as sent, and never shown.
  parse: (text, _, status) => ({
    reply: { ok: true, result: `${status} ${text}` },
    retry: false,
  }),
  isPeerError: (status) => OWN_STATUSES.has(status),
};
