import type { Scrubber } from "../base/scrubber.ts";

/** What is at the other end of a connection, in words for hints. */
export interface HttpPeer {
  /** What it speaks, as in "there is no … at this path". */
  readonly protocol: string;
  /** What it is, as in "is the … running?". */
  readonly name: string;
}

/** How the body of an HTTP answer is to be understood. */
export interface AnswerReader {
  readonly peer: HttpPeer;
  /** What a body says, taken for itself. */
  parse(text: string, scrubber: Scrubber, status: number): AttemptOutcome;
  /** Whether an HTTP error carries the peer's own word, which is the answer. */
  isOwnWord(status: number, answer: AttemptOutcome): boolean;
}

/** What came of one attempt, and whether another one could do better. */
export interface AttemptOutcome {
  readonly reply: Reply;
  readonly retry: boolean;
  /** How long the endpoint asks to wait before the next attempt, in ms. */
  readonly retryAfterMs?: number | undefined;
}

/** One valid JSON-RPC answer. `result` is whatever JSON the node sent. */
export interface Success {
  readonly ok: true;
  readonly result: unknown;
}

/**
 * Why a request has no usable answer. It says nothing about what was asked:
 * whoever reads it must not take it for an absence.
 */
export interface Failure {
  readonly ok: false;
  readonly kind:
    | "unreachable"
    | "timeout"
    | "rate-limited"
    | "http-error"
    | "malformed"
    | "rpc-error";
  /** Words for a person: bounded, one line, no control characters, no secret. */
  readonly reason: string;
  /** The JSON-RPC error's code (`rpc-error` only). */
  readonly code?: number | undefined;
  /** The JSON-RPC error's data as sent: untrusted (`rpc-error` only). */
  readonly data?: unknown;
}

export type Reply = Success | Failure;
