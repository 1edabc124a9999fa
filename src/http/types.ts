import type { Scrubber } from "../base/scrubber.ts";
import type { Cause } from "./waiting.ts";

/** The names of the other side of a connection, for error messages. */
export interface HttpPeer {
  /** As in "no … endpoint at this path". */
  readonly protocol: string;
  /** As in "is the … running?". */
  readonly name: string;
}

/** Parses the body of an HTTP response. */
export interface AnswerReader {
  readonly peer: HttpPeer;
  parse(text: string, scrubber: Scrubber, status: number): AttemptOutcome;
  /**
   * Tells whether an HTTP error was sent by the peer itself and not by a
   * gateway, so that the parsed body is the answer.
   */
  isPeerError(status: number, answer: AttemptOutcome): boolean;
}

/** The outcome of one attempt, and whether it is worth a retry. */
export interface AttemptOutcome {
  readonly reply: Reply;
  readonly retry: boolean;
  /**
   * The reason why it is worth waiting for another one; by default, two retries
   * are enough.
   */
  readonly cause?: Cause | undefined;
  /** How long the endpoint asks to wait before the next attempt, in ms. */
  readonly retryAfterMs?: number | undefined;
}

/** A valid response. `result` is any JSON value, as sent: it may contain secrets. */
export interface Success {
  readonly ok: true;
  readonly result: unknown;
  /** Hides the secrets of what is shown of the result, if there are any. */
  readonly scrubber?: Scrubber | undefined;
}

/**
 * The reason why a request failed. It proves nothing about the requested data
 * and must not be treated as its absence.
 */
export interface Failure {
  readonly ok: false;
  readonly kind:
    | "unreachable"
    | "timeout"
    | "rate-limited"
    | "http-error"
    | "malformed"
    | "rpc-error"
    /** No attempt was made, since so many were before. */
    | "not-sent";
  /** One line of bounded length, without control characters and secrets. */
  readonly reason: string;
  /** The JSON-RPC error's code (`rpc-error` only). */
  readonly code?: number | undefined;
  /** The JSON-RPC error's return data, or why it has none (`rpc-error` only). */
  readonly data?: unknown;
}

export type Reply = Success | Failure;

/** Counts what goes out, so that no endpoint is asked without end. */
export interface RequestCount {
  /**
   * Counts an attempt that is about to be sent, or says why none may be.
   *
   * @param isAgain whether one before it failed
   */
  take(isAgain: boolean): Failure | undefined;
  /**
   * Takes into account what came of a request, unless its block is known not to exist.
   *
   * @param isUsable whether it is an answer; that of a result which cannot be used is none
   */
  note(reply: Reply, isUsable: boolean): void;
}
