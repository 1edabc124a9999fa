import type { Decoded } from "../base/records.ts";
import type { Scrubber } from "../base/scrubber.ts";
import { formatBytes } from "../base/text.ts";
import { untrustedText } from "../base/untrusted-text.ts";
import { jsonFault } from "../files/json.ts";
import type { HttpPeer } from "./types.ts";

const GZIP_MAGIC = [0x1f, 0x8b];

/** The text of a body, or what came instead. */
export type DecodedBody =
  | { readonly ok: true; readonly value: string }
  | {
      readonly ok: false;
      readonly reason: string;
      /** Another attempt would bring as much again. */
      readonly isTooLarge: boolean;
    };

/** A body that was given up because it is larger than allowed. */
export function tooLarge(what: string, maxBytes: number): DecodedBody {
  const reason = `${what} of more than ${formatBytes(maxBytes)}`;
  return { ok: false, reason, isTooLarge: true };
}

/** The text of a body that is not compressed (any more): strictly UTF-8. */
export function decodeText(bytes: Uint8Array): DecodedBody {
  if (GZIP_MAGIC.every((byte, index) => bytes[index] === byte)) {
    return unreadable("a gzip body that is not labelled so");
  }
  try {
    const value = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { ok: true, value };
  } catch {
    return unreadable("a body that is not UTF-8 text");
  }
}

/** A body that another attempt may bring in a form that can be read. */
export function unreadable(reason: string): DecodedBody {
  return { ok: false, reason, isTooLarge: false };
}

/** A text that should be JSON, and whose. */
export interface ParseJsonParameters {
  readonly text: string;
  readonly peer: HttpPeer;
  readonly scrubber: Scrubber;
}

/**
 * Reads JSON strictly and takes out of it what must not be shown. The reason of
 * a failure is a noun: what came in place of JSON.
 */
export function parseJson(parameters: ParseJsonParameters): Decoded<unknown> {
  const { text, peer, scrubber } = parameters;
  const fault = jsonFault(text);
  if (fault !== undefined) {
    return { ok: false, reason: `JSON with ${fault}` };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, reason: describeText(text, peer, scrubber) };
  }
  return {
    ok: true,
    value: scrubber.isSuspect(text) ? scrubber.json(value) : value,
  };
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
    return "JSON that is cut off or damaged";
  }
  const quoted = untrustedText(text, { scrubber, maxLength: 80 });
  return `text that is no JSON: "${quoted}"`;
}
