import type { AttemptOutcome } from "./attempt-outcome.ts";
import type { Scrubber } from "./create-scrubber.ts";
import { describeValue } from "./describe-value.ts";
import { isJsonObject } from "./is-json-object.ts";
import { jsonFault } from "./json-fault.ts";
import { judgeRpcError } from "./judge-rpc-error.ts";
import { untrustedText } from "./untrusted-text.ts";

/** The text of one answer, and what it has to answer. */
export interface ParseRpcAnswerParameters {
  readonly text: string;
  /** The id of the request that was sent. */
  readonly id: number;
  readonly scrubber: Scrubber;
}

/**
 * Reads one JSON-RPC 2.0 answer strictly: one object, `jsonrpc` "2.0", the id
 * of the request, and either a `result` or an `error`. Anything else proves
 * that what came is not the node's answer to this request, so it answers
 * nothing. A member that is `null` beside its counterpart counts as not there,
 * as JSON-RPC 1.0 servers send it.
 *
 * @see https://www.jsonrpc.org/specification#response_object
 */
export function parseRpcAnswer(
  parameters: ParseRpcAnswerParameters,
): AttemptOutcome {
  const { text, id, scrubber } = parameters;
  const fault = jsonFault(text);
  if (fault !== undefined) {
    return malformed(`JSON with ${fault}`);
  }
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return malformed(describeText(text, scrubber));
  }
  if (scrubber.isSuspect(text)) {
    answer = scrubber.json(answer);
  }
  if (Array.isArray(answer)) {
    return malformed("a list where one answer was expected");
  }
  if (!isJsonObject(answer)) {
    return malformed(`${describeValue(answer)} where an answer was expected`);
  }
  if (member(answer, "jsonrpc") !== "2.0") {
    return malformed(`${describeValue(answer)} that is no JSON-RPC 2.0 answer`);
  }
  const error = member(answer, "error") ?? undefined;
  const hasResult =
    Object.hasOwn(answer, "result") &&
    (error === undefined || answer["result"] !== null);
  const answerId = member(answer, "id");
  if (answerId !== id) {
    const quoted =
      error === undefined ? "" : `: ${describeError(error, scrubber)}`;
    return malformed(`an answer ${describeId(answerId)}${quoted}`);
  }
  if (error !== undefined && hasResult) {
    return malformed("an answer with both a result and an error");
  }
  if (error !== undefined) {
    return judgeRpcError(error, scrubber);
  }
  return hasResult
    ? { reply: { ok: true, result: answer["result"] }, retry: false }
    : malformed("an answer without a result");
}

function malformed(what: string): AttemptOutcome {
  return {
    reply: {
      ok: false,
      kind: "malformed",
      reason: `the endpoint sent ${what}`,
    },
    retry: true,
  };
}

function describeText(text: string, scrubber: Scrubber): string {
  const start = text.trimStart();
  if (start === "") {
    return "an empty body";
  }
  if (/^(<!doctype html|<html|<head|<body)/i.test(start)) {
    return "an HTML page instead of JSON: is this the address of the JSON-RPC endpoint?";
  }
  if (/^[[{]/.test(start)) {
    return "JSON that is cut off or damaged";
  }
  const quoted = untrustedText(text, { scrubber, maxLength: 80 });
  return `text that is no JSON: "${quoted}"`;
}

function describeId(id: unknown): string {
  return id === undefined || id === null
    ? "without the id of the request"
    : "with another id than the request's";
}

function describeError(error: unknown, scrubber: Scrubber): string {
  const message = isJsonObject(error) ? member(error, "message") : error;
  return typeof message === "string"
    ? `"${untrustedText(message, { scrubber })}"`
    : describeValue(error);
}

function member(
  object: Readonly<Record<string, unknown>>,
  name: string,
): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
