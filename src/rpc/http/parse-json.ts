import { jsonFault } from "../json-fault.ts";
import type { Scrubber } from "../secrets/create-scrubber.ts";
import { untrustedText } from "../secrets/untrusted-text.ts";
import type { Decoded } from "../types.ts";
import type { HttpPeer } from "./answer-reader.ts";

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
