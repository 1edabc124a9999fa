import { untrustedText } from "../secrets/untrusted-text.ts";
import type { Decoded } from "../types.ts";
import { describeValue } from "./describe-value.ts";

/** The answer to `web3_clientVersion`: one printable line. */
export function decodeClientVersion(value: unknown): Decoded<string> {
  const text = typeof value === "string" ? untrustedText(value) : "";
  return text === ""
    ? {
        ok: false,
        reason: `web3_clientVersion: expected a text, got ${describeValue(value)}`,
      }
    : { ok: true, value: text };
}
