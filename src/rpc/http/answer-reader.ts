import type { Scrubber } from "../secrets/create-scrubber.ts";
import type { AttemptOutcome } from "./attempt-outcome.ts";

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
