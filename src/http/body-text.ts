import type { Decoded } from "../base/records.ts";
import type { Scrubber } from "../base/scrubber.ts";
import { formatBytes } from "../base/text.ts";
import { quoteUntrusted } from "../base/untrusted-text.ts";
import { jsonFault } from "../files/json.ts";
import type { HttpPeer } from "./types.ts";

const GZIP_MAGIC = [0x1f, 0x8b];

/** The text of a body, or why there is none. */
export type DecodedBody =
  | { readonly ok: true; readonly value: string }
  | {
      readonly ok: false;
      readonly reason: string;
      /** Then a retry is useless. */
      readonly isTooLarge: boolean;
    };

/** A body that is larger than the maximum. */
export function tooLarge(what: string, maxBytes: number): DecodedBody {
  const reason = `${what} of more than ${formatBytes(maxBytes)}`;
  return { ok: false, reason, isTooLarge: true };
}

/** The text of a decompressed body, which must be valid UTF-8. */
export function decodeText(bytes: Uint8Array): DecodedBody {
  if (GZIP_MAGIC.every((byte, index) => bytes[index] === byte)) {
    return unreadable("a gzip body without Content-Encoding: gzip");
  }
  try {
    const value = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { ok: true, value };
  } catch {
    return unreadable("a body that is not valid UTF-8");
  }
}

/** A body that cannot be read; a retry may succeed. */
export function unreadable(reason: string): DecodedBody {
  return { ok: false, reason, isTooLarge: false };
}

/** A text that should be JSON, and who sent it. */
export interface ParseJsonParameters {
  readonly text: string;
  readonly peer: HttpPeer;
  readonly scrubber: Scrubber;
}

/**
 * Parses JSON strictly. The value is as sent, so it may contain secrets. The reason of
 * a failure is a noun phrase: what was sent instead of JSON.
 */
export function parseJson(parameters: ParseJsonParameters): Decoded<unknown> {
  const { text, peer, scrubber } = parameters;
  const fault = jsonFault(text);
  if (fault !== undefined) {
    return { ok: false, reason: `JSON with ${fault}` };
  }
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value };
  } catch {
    return { ok: false, reason: describeText(text, peer, scrubber) };
  }
}

function describeText(
  text: string,
  { protocol }: HttpPeer,
  scrubber: Scrubber,
): string {
  const start = text.trimStart();
  if (start === "") {
    return "an empty body";
  }
  if (/^(<!doctype html|<html|<head|<body)/i.test(start)) {
    return `an HTML page instead of JSON: is this the address of the ${protocol} endpoint?`;
  }
  if (/^[[{]/.test(start)) {
    return "truncated or invalid JSON";
  }
  const quoted = quoteUntrusted(text, { scrubber, maxLength: 80 });
  return `text that is not JSON: ${quoted}`;
}
