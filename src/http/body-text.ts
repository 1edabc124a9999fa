import { type Decoded, recordOf, unread } from "../base/records.ts";
import { formatBytes } from "../base/text.ts";
import { jsonFault, parseJson } from "../files/json.ts";
import { malformed } from "./outcomes.ts";
import type { AttemptOutcome, HttpPeer } from "./types.ts";

/** A body that is larger than the maximum, as it would be after a retry. */
export function tooLarge(what: string, maxBytes: number): AttemptOutcome {
  return malformed(`${what} of more than ${formatBytes(maxBytes)}`, false);
}

/** The text of a decompressed body, which must be valid UTF-8. */
export function decodeText(bytes: Uint8Array): string | AttemptOutcome {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return malformed("a body that is not valid UTF-8");
  }
}

/**
 * Parses JSON strictly. The value is as sent, so it may contain secrets. The reason of
 * a failure is a noun phrase: what was sent instead of JSON.
 */
export function decodeJson(
  text: string,
  { protocol }: HttpPeer,
): Decoded<unknown> {
  const fault = jsonFault(text);
  if (fault !== undefined) {
    return unread(`JSON with ${fault}`);
  }
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value };
  } catch {
    return unread(describeInvalidJson(text, protocol));
  }
}

function describeInvalidJson(text: string, protocol: string): string {
  const kind = kindOf(text);
  if (kind === "nothing") {
    return "an empty body";
  }
  if (kind === "JSON") {
    return `truncated or invalid JSON (${sizeOf(text)})`;
  }
  const hint = isHtml(text)
    ? `: is this the address of the ${protocol} endpoint?`
    : "";
  return `${kind} instead of JSON (${sizeOf(text)})${hint}`;
}

/** The message of an error in JSON, whatever its protocol. */
export function messageIn(text: string): string | undefined {
  const { error, message } = recordOf(parseJson(text));
  return [error, recordOf(error)["message"], message].find(
    (said) => typeof said === "string",
  );
}

/** The kind of a body, and its size; `undefined` if it is empty. */
export function describeBody(text: string): string | undefined {
  const kind = kindOf(text);
  return kind === "nothing" ? undefined : `${kind} (${sizeOf(text)})`;
}

/**
 * The kind of a body, which is not quoted, since it may repeat the request. It
 * is not quoted, since it may repeat the request.
 */
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

/** Tells whether a body is a page for people. */
export function isHtml(text: string): boolean {
  return /^\s*<(!doctype html|html|head|body)/i.test(text);
}

function sizeOf(text: string): string {
  return formatBytes(new TextEncoder().encode(text).length);
}
