import { describeValue } from "../rpc/decode/describe-value.ts";
import { isRecord } from "../rpc/is-record.ts";
import { untrustedText } from "../rpc/secrets/untrusted-text.ts";
import type { Decoded } from "../rpc/types.ts";
import type { HealthAnswer } from "./health-reader.ts";
import type { ServiceVerdict } from "./service-verdict.ts";
import { type Software, softwareOf } from "./software.ts";

/** What a metadata cache says at its root. */
export interface MetadataCacheDescription extends Software {
  readonly software: string;
  /** Whether it is one that has a health check. */
  readonly hasHealth: boolean;
}

const AQUARIUS = /^aquarius\b/i;
const OCEAN_NODE = /^ocean[ -]?node\b/i;
/** Its own words, and nothing beside them: a page may quote anything. */
const NO_DATABASE = /^["\s]*not connected to any database["\s.]*$/i;
const CONNECTED = /^["\s]*\w+ connected["\s.]*$/i;

/**
 * Reads what a metadata cache answers at its root: Aquarius, or an Ocean Node
 * in its place. Any other software is not known to be one.
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
      reason: `it says that it is "${software}", which is not known to be a metadata cache`,
    };
  }
  return { ok: true, value: { software, ...rest, hasHealth } };
}

/** Whether a metadata cache is well, by its health check. */
export function judgeHealth({ status, text }: HealthAnswer): ServiceVerdict {
  if (status === 400 && NO_DATABASE.test(text)) {
    return {
      state: "failing",
      reason: "it says that it is not connected to its database",
    };
  }
  if (status === 404) {
    return { state: "ok", note: "it has no health check" };
  }
  return status === 200 && CONNECTED.test(text)
    ? { state: "ok" }
    : {
        state: "unknown",
        reason: `its health check says "${untrustedText(text, { maxLength: 80 })}" (HTTP ${status})`,
      };
}

function refuse(what: string): Decoded<never> {
  return { ok: false, reason: `the endpoint sent ${what}` };
}
