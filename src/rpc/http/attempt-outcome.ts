import type { RpcReply } from "../types.ts";

/** What came of one attempt, and whether another one could do better. */
export interface AttemptOutcome {
  readonly reply: RpcReply;
  readonly retry: boolean;
  /** How long the endpoint asks to wait before the next attempt, in ms. */
  readonly retryAfterMs?: number | undefined;
}
