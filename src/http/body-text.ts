import type { Decoded } from "../base/records.ts";
import { formatBytes } from "../base/text.ts";
import { jsonFault } from "../files/json.ts";
import { malformed } from "./outcomes.ts";
import type { AttemptOutcome, HttpPeer } from "./types.ts";

/** The text of a body, or the outcome if it cannot be read. */
export type DecodedBody =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly outcome: AttemptOutcome };

/** A body that is larger than the maximum, as it would be after a retry. */
export function tooLarge(what: string, maxBytes: number): DecodedBody {
  const reason = `${what} of more than ${formatBytes(maxBytes)}`;
  return { ok: false, outcome: malformed(reason, false) };
}

/** The text of a decompressed body, which must be valid UTF-8. */
export function decodeText(bytes: Uint8Array): DecodedBody {
  try {
    const value = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { ok: true, value };
  } catch {
    return unreadable("a body that is not valid UTF-8");
  }
}

/** A body that cannot be read; a retry may succeed. */
export function unreadable(reason: string): DecodedBody {
  return { ok: false, outcome: malformed(reason) };
}

/**
 * Parses JSON strictly. The value is as sent, so it may contain secrets. The reason of
 * a failure is a noun phrase: what was sent instead of JSON.
 */
export function parseJson(
  text: string,
  { protocol }: HttpPeer,
): Decoded<unknown> {
  const fault = jsonFault(text);
  if (fault !== undefined) {
    return { ok: false, reason: `JSON with ${fault}` };
  }
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value };
  } catch {
    return { ok: false, reason: describeInvalidJson(text, protocol) };
  }
}

function describeInvalidJson(text: string, protocol: string): string {
  const kind = kindOf(text);
  if (kind === "nothing") {
    return "an empty body";
  }
  const what =
    kind === "JSON" ? "truncated or invalid JSON" : `${kind} instead of JSON`;
  const hint =
    kind === "an HTML page"
      ? `: is this the address of the ${protocol} endpoint?`
      : "";
  return `${what} (${sizeOf(text)})${hint}`;
}

/** What a body is, and its size; `undefined` if it is empty. */
export function describeBody(text: string): string | undefined {
  const kind = kindOf(text);
  return kind === "nothing" ? undefined : `${kind} (${sizeOf(text)})`;
}

/** What a body looks like. It is not quoted, since it may repeat the request. */
function kindOf(text: string) {
  const start = text.trimStart();
  if (start === "") {
    return "nothing";
  }
  if (isHtml(start)) {
    return "an HTML page";
  }
  return /^[[{]/.test(start) ? "JSON" : "text";
}

/** Whether a body is a page for people. */
export function isHtml(text: string): boolean {
  return /^\s*<(!doctype html|html|head|body)/i.test(text);
}

function sizeOf(text: string): string {
  return formatBytes(new TextEncoder().encode(text).length);
}
