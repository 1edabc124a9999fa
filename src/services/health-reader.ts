import { describeValue } from "../rpc/decode/describe-value.ts";
import type { AnswerReader } from "../rpc/http/answer-reader.ts";
import { isRecord } from "../rpc/is-record.ts";
import type { Decoded } from "../rpc/types.ts";

/** A health check's answer: words for a person, and their status. */
export interface HealthAnswer {
  readonly status: number;
  readonly text: string;
}

/** 400 is how Aquarius says that it is not well, 404 that it has no such check. */
const OWN_STATUSES = new Set([400, 404]);

/** Reads the answer of a metadata cache's health check, which is no JSON. */
export const HEALTH_READER: AnswerReader = {
  peer: { protocol: "health check", name: "metadata cache" },
  parse: (text, scrubber, status) => ({
    reply: {
      ok: true,
      result: { status, text: scrubber.text(text) } satisfies HealthAnswer,
    },
    retry: false,
  }),
  isOwnWord: (status) => OWN_STATUSES.has(status),
};

/** The answer that {@link HEALTH_READER} has read. */
export function decodeHealth(value: unknown): Decoded<HealthAnswer> {
  if (isRecord(value)) {
    const { status, text } = value;
    if (typeof status === "number" && typeof text === "string") {
      return { ok: true, value: { status, text } };
    }
  }
  return { ok: false, reason: `it is ${describeValue(value)}` };
}
